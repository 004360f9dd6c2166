"""The list of all demands: every filter alone and together, every order, on both databases."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.d7_transparencia.queries import demandas
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.colonies.d7_transparencia.queries.demanda import read_demand, read_position
from core.colonies.d7_transparencia.queries.demandas import (
    ATRASADA,
    ORDENS,
    Espera,
    FiltroDemandas,
    Vizinha,
)
from core.colonies.d7_transparencia.queries.mapa import Caixa
from core.colonies.d7_transparencia.queries.painel import read_overdue, read_panel
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import later, territorio
from tests.support.office import demanda, unidade


@pytest.fixture
def cheia(vitrine: Vitrine) -> Vitrine:
    """Seven demands in several states; 6 and 7 have no unit."""
    vitrine.publicar(territorio())
    vitrine.publicar(*e.pronta(1, 1, score=100.0), *e.pronta(2, 1, score=900.0))
    vitrine.publicar(*e.pronta(3, 2, score=500.0, categoria="3.2"), e.item(3, 2))
    vitrine.publicar(*e.pronta(4, 3), e.concluida(4, u=3), *e.pronta(5, 2), e.retirada(5))
    vitrine.publicar(e.recebida(6, localizacao_bruta=None), e.recebida(7), e.normalizada(7))
    return vitrine


def listed(cheia: Vitrine, *args: Any, days: float = 1, **more: Any) -> list[int]:
    """The demands of a list by their number."""
    filtro = FiltroDemandas(**{k: v for k, v in more.items() if k not in _ORDER})
    order = {k: v for k, v in more.items() if k in _ORDER}
    ids = cheia.read(demandas.list_demands, filtro, later(days), *args, **order)
    return [int(one[-12:], 16) for one in ids]


_ORDER = {"ordem", "decrescente"}


def test_all_demands_are_listed_newest_first(cheia: Vitrine) -> None:
    assert listed(cheia) == [7, 6, 5, 4, 3, 2, 1]
    assert listed(cheia, decrescente=False) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({"situacoes": ("aguardando_vaga",)}, {1, 2}),
        ({"situacoes": ("concluida", "retirada")}, {4, 5}),
        ({"categoria": "3.2"}, {3}),
        ({"nivel": 3}, {1, 2, 3, 4, 5}),
        ({"nivel": 1}, set()),
        ({"alcance": Alcance(unidade(90))}, {1, 2, 3, 5}),
        ({"alcance": Alcance(unidade(90), so_esta=True)}, set()),
        ({"alcance": Alcance(unidade(2)), "situacoes": ("disponivel",)}, {3}),
        ({"sem_lugar": True}, {6, 7}),
        ({"caixa": Caixa(-23.6, -46.7, -23.5, -46.6)}, {1, 2, 3, 4, 5, 7}),
        ({"caixa": Caixa(-22.6, -46.7, -22.5, -46.6)}, set()),
        ({"palavras": ("burac", "escol")}, {1, 2, 3, 4, 5, 7}),
        ({"palavras": ("burac", "luz")}, set()),
        ({"palavras": ("rua",), "sem_lugar": True}, {7}),
    ],
)
def test_a_filter_keeps_what_it_says(
    cheia: Vitrine, wanted: dict[str, Any], numbers: set[int]
) -> None:
    found = listed(cheia, **wanted)
    assert set(found) == numbers
    assert len(found) == len(numbers)


def test_a_period_holds_its_first_moment_and_not_its_last(cheia: Vitrine) -> None:
    received = str(cheia.snapshot(3)["recebida_em"])
    assert 3 in listed(cheia, de=received)
    assert 2 not in listed(cheia, de=received) or str(cheia.snapshot(2)["recebida_em"]) == received
    assert 3 not in listed(cheia, antes=received)


@pytest.mark.parametrize("ordem", ORDENS)
def test_every_order_goes_both_ways_and_ends_with_what_has_no_value(
    cheia: Vitrine, ordem: str
) -> None:
    up = listed(cheia, ordem=ordem, decrescente=False)
    down = listed(cheia, ordem=ordem)
    assert sorted(up) == sorted(down) == [1, 2, 3, 4, 5, 6, 7]
    if ordem in {"unidade", "categoria", "nivel", "pontos"}:
        assert set(up[-2:]) == set(down[-2:]) == {6, 7}
        assert up[:5] == down[4::-1]


def test_points_units_and_states_sort_as_a_person_means(cheia: Vitrine) -> None:
    assert listed(cheia, ordem="pontos")[:2] == [5, 4]
    assert listed(cheia, ordem="unidade", decrescente=False)[:3] == [1, 2, 4]
    assert listed(cheia, ordem="situacao", decrescente=False)[:2] == [6, 7]
    assert listed(cheia, ordem="situacao")[0] == 5


def test_overdue_is_what_the_panel_counts(cheia: Vitrine) -> None:
    for days in (1, 20, 60):
        counts = cheia.read(read_overdue, Alcance(), later(days))
        for kind, count in counts.por_tipo.items():
            assert len(listed(cheia, atraso=kind, days=days)) == count
        assert len(listed(cheia, atraso=ATRASADA, days=days)) == counts.total
    panel = cheia.read(read_panel, Alcance(), later(1))
    for state, count in panel.por_situacao.items():
        assert len(listed(cheia, situacoes=(state,))) == count


def test_the_waits_of_one_demand_say_which_are_too_long(cheia: Vitrine) -> None:
    def waits(n: int, days: float) -> list[Espera]:
        found: list[Espera] = cheia.read(demandas.read_waits, demanda(n), later(days))
        return found

    assert [(one.tipo, one.is_atrasada) for one in waits(1, 1)] == [("conselheiro", False)]
    assert [(one.tipo, one.is_atrasada) for one in waits(1, 60)] == [("conselheiro", True)]
    assert waits(4, 60) == []


def test_who_is_ahead_is_named_nearest_first(cheia: Vitrine) -> None:
    cheia.publicar(*e.pronta(8, 1, score=900.0))
    demand = cheia.read(read_demand, demanda(1))
    place = cheia.read(read_position, demand)
    found = cheia.read(demandas.read_ahead, demand.colunas, place, 5)
    assert place == 3
    assert found == [Vizinha(2, demanda(8)), Vizinha(1, demanda(2))]


def test_identifiers_come_in_portions(cheia: Vitrine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demandas, "CHUNK", 2)
    assert listed(cheia) == [7, 6, 5, 4, 3, 2, 1]
