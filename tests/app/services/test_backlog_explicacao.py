"""Why a demand stands where it stands: factors, block, refill, and what would swap neighbours."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.services.backlog_explicacao import AFrente, Bloco, Explicacao, Fatores
from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA
from tests.core.colonies.d5_agenda.conftest import concluida, iniciada, sorteado
from tests.support.office import Office, demanda
from tests.support.quadros import PESOS, Bairro


@pytest.fixture
def bairro(sqlite_office: Office) -> Bairro:
    """Four places, level 1 first with three of them; one demand is worked on."""
    found = Bairro(sqlite_office)
    found.parametros(4, PESOS)
    for n, nivel, vale in (
        (1, 1, 40), (2, 1, 30), (3, 2, 95), (4, 3, 90), (5, 2, 50),
        (6, 5, 10), (7, 3, 90), (8, 4, 70), (9, 1, 35),
    ):  # fmt: skip
        found.entra(n, nivel, vale)
    found.publicar(sorteado(1), iniciada(1))
    return found


def explained(bairro: Bairro, n: int) -> Explicacao:
    found = bairro.service.explicar(bairro.quadro(), demanda(n))
    assert found is not None
    return found


def test_the_score_is_told_as_its_three_factors(bairro: Bairro) -> None:
    """``nível 3 pesa 60, a carência da unidade é 0,75 e a categoria vale 90``."""
    assert explained(bairro, 4).fatores == Fatores(
        3, Decimal(60), Decimal("0.75"), 90, Decimal(4050), "teste-1", is_outra_versao=False
    )


def test_the_block_of_a_level_puts_fewer_points_ahead(bairro: Bairro) -> None:
    """3 has 4560 points and stands behind 9 with 2975 and 2 with 2550, which are of level 1."""
    agenda = bairro.quadro().backlog.agenda
    assert agenda.nivel_nao_vencido == 1
    found = explained(bairro, 3)
    assert (found.faixa, found.ordem, found.posicao) == (AGENDA, 3, 1)
    assert found.bloco == Bloco(1, agenda.vagas_por_nivel[1], is_dela=False, passam=2, passa=0)
    assert found.acima is not None
    assert (found.acima.demanda_id, found.acima.troca, found.acima.faltam) == (
        demanda(2),
        "bloco",
        None,
    )
    first = explained(bairro, 9)
    assert (first.ordem, first.acima) == (1, None)
    assert first.bloco == Bloco(1, agenda.vagas_por_nivel[1], is_dela=True, passam=0, passa=1)


def test_who_waits_is_told_who_is_ahead_and_by_how_much(bairro: Bairro) -> None:
    found = explained(bairro, 7)
    assert (found.faixa, found.posicao, found.proximas, found.total) == (ESPERA, 3, 1, 9)
    assert found.a_frente == AFrente(1, 3, 1, {3: 1})
    assert found.acima is not None
    assert found.abaixo is not None
    # 4 has as many points and the lower identifier: one hundredth would do, or the next category.
    assert (found.acima.demanda_id, found.acima.diferenca) == (demanda(4), Decimal(0))
    assert (found.acima.faltam, found.acima.categoria_bastaria) == (Decimal("0.01"), 91)
    # 5 has 2400 points and the lower identifier, so as many as 7 has would do; 80 x 0.60 x 85 = 4080
    # is the first value of its category that reaches them.
    assert found.abaixo.demanda_id == demanda(5)
    assert found.abaixo.diferenca == Decimal(1650)
    assert (found.abaixo.faltam, found.abaixo.categoria_bastaria) == (Decimal(1650), 85)


def test_where_no_category_would_do_none_is_named(bairro: Bairro) -> None:
    found = explained(bairro, 6)
    assert found.abaixo is None
    assert found.acima is not None
    assert found.acima.categoria_bastaria is None


def test_the_first_that_waits_enters_next(bairro: Bairro) -> None:
    found = explained(bairro, 4)
    assert (found.proximas, found.acima) == (0, None)
    assert (found.capacidade, found.ocupadas) == (4, 4)
    assert found.a_frente.esperando == 0


def test_who_came_in_when_a_place_became_free_stands_at_the_end(bairro: Bairro) -> None:
    """The refill: 4 enters behind 3, and until the agenda is made anew the entrance decides."""
    bairro.publicar(concluida(1))
    ordered = [one.item.demanda_id for one in bairro.quadro().disponiveis]
    assert ordered[-1] == demanda(4)
    found = explained(bairro, 4)
    assert (found.faixa, found.ordem) == (AGENDA, 4)


def test_work_in_progress_has_no_neighbours_and_nobody_ahead(bairro: Bairro) -> None:
    found = explained(bairro, 1)
    assert (found.faixa, found.ordem, found.acima, found.abaixo) == (ANDAMENTO, None, None, None)
    assert found.a_frente == AFrente(0, 0, 0, {})
    assert found.bloco is None
    assert found.fatores is not None


def test_who_stands_nowhere_is_not_explained(bairro: Bairro) -> None:
    assert bairro.service.explicar(bairro.quadro(), demanda(99)) is None
