"""The agenda of a unit in the words of every list."""

from __future__ import annotations

import pytest

from app.services.agenda import AgendaService, situacao
from app.services.leitura import BancoLeitor
from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d7_transparencia.colony import TRANSPARENCIA
from core.colonies.d7_transparencia.queries.unidades import Unidade
from core.kernel.colony import Colony, no_keys
from core.kernel.errors import UserFacingError
from tests.core.colonies.d5_agenda.conftest import (
    SOURCE,
    Bench,
    concluida,
    iniciada,
    parametros,
    ranked,
    recusada,
    retirada,
    sem_candidatos,
    sorteado,
)
from tests.core.colonies.d7_transparencia.conftest import (
    categorizada,
    georreferenciada,
    normalizada,
    recebida,
)
from tests.support.office import Office, conselheiro, demanda, unidade

CAPTURE = Colony(
    id="CAPTURA",
    prefixo="captura",
    nome="Captura",
    publica=("demanda.recebida", "demanda.normalizada", "demanda.categorizada"),
    apply={},
    chaves=no_keys,
)


@pytest.fixture
def bench(sqlite_office: Office) -> Bench:
    sqlite_office.colonies = (SOURCE, CAPTURE, AGENDA, TRANSPARENCIA)
    return Bench(sqlite_office)


def service(bench: Bench) -> AgendaService:
    def find(quem: str) -> Unidade:
        if quem != "Centro":
            raise UserFacingError("unidade.nao_encontrada", texto=quem)
        return Unidade(unidade(1), 2, "1", "Centro", "SP", None, ("São Paulo",))

    return AgendaService(BancoLeitor(bench.office.database, keep=0), find)


def test_states_are_told_in_the_common_words(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 5}), *ranked(90, 80, 70, 60, 50, 40, 30, 20))
    bench.publicar(sorteado(1), iniciada(1), sorteado(2, c=2), sorteado(3, c=3), recusada(3, c=3))
    bench.publicar(concluida(4), retirada(5))
    found = service(bench).mostrar("Centro")
    assert found.unidade.nome == "Centro"
    assert [(one.item.posicao, one.situacao) for one in found.itens] == [
        (1, "disponivel"),
        (2, "disponivel"),
        (3, "em_progresso"),
        (4, "atribuida"),
        (5, "aguardando_conselheiro"),
    ]
    assert found.itens[3].item.conselheiro_id == conselheiro(2)
    assert found.por_situacao == {
        "aguardando_conselheiro": 1,
        "aguardando_vaga": 1,
        "atribuida": 1,
        "concluida": 1,
        "disponivel": 2,
        "em_progresso": 1,
        "retirada": 1,
    }


def test_what_a_list_shows_of_a_demand_is_shown_here(bench: Bench) -> None:
    """And what D-7 knows of a draw that found nobody; a title that is held back is left out."""
    for n, suspeito in ((1, False), (2, True)):
        bench.engine.publicar("CAPTURA", recebida(n))
        bench.engine.publicar("CAPTURA", normalizada(n, conteudo_suspeito=suspeito))
        bench.engine.publicar("FONTE", georreferenciada(n))
        bench.engine.publicar("CAPTURA", categorizada(n))
    bench.engine.aguardar_ocioso()
    bench.publicar(*ranked(90, 80))
    bench.publicar(sem_candidatos(1))
    first, second = service(bench).mostrar("Centro").itens
    assert first.demanda is not None
    assert (first.demanda.demanda_id, first.demanda.titulo is None) == (demanda(1), False)
    assert first.situacao == first.demanda.situacao == "aguardando_conselheiro"
    assert second.demanda is not None
    assert second.demanda.titulo is None
    assert second.situacao == "disponivel"


def test_a_given_back_item_waits_for_its_councillor_whoever_is_asked(bench: Bench) -> None:
    bench.publicar(*ranked(90), sorteado(1), recusada(1))
    (one,) = service(bench).mostrar("Centro").itens
    assert situacao(one.item, None) == situacao(one.item, one.demanda) == "aguardando_conselheiro"


def test_a_unit_without_demands_is_empty_and_an_unknown_one_refused(bench: Bench) -> None:
    bench.engine.aguardar_ocioso()
    found = service(bench).mostrar("Centro")
    assert (found.itens, found.por_situacao, found.agenda.capacidade) == ((), {}, 10)
    with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
        service(bench).mostrar("Vila")
