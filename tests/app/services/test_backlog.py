"""A unit's whole backlog: pages, exports, and what is told while parameters are mixed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.services import backlog
from app.services.backlog_quadro import AGENDA, ESPERA
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.core.colonies.d5_agenda.conftest import parametros
from tests.core.colonies.d7_transparencia import conftest as e
from tests.support.office import Office, conselheiro, demanda, unidade
from tests.support.quadros import Bairro


@pytest.fixture
def bairro(sqlite_office: Office) -> Bairro:
    """Two places, five demands."""
    found = Bairro(sqlite_office)
    found.parametros(2)
    for n in range(1, 6):
        found.entra(n, 3, 100 - n)
    return found


def test_a_page_shows_what_a_list_shows(bairro: Bairro) -> None:
    bairro.publicar(e.normalizada(4, "Nome de alguém", conteudo_suspeito=True))
    found = {line.demanda_id: line for line in bairro.service.linhas([demanda(4), demanda(5)])}
    assert found[demanda(5)].titulo == "Buraco"
    assert found[demanda(5)].protocolo == "ABCD-000005-11"
    assert found[demanda(5)].score == 60 * 95
    assert found[demanda(5)].situacao.codigo == "aguardando_vaga"
    assert found[demanda(4)].titulo is None  # held back: hidden everywhere
    assert bairro.service.linhas([demanda(99)]) == []


def test_who_works_on_it_is_named_only_where_agreed(bairro: Bairro) -> None:
    bairro.publicar(
        e.evento(
            "conselheiro.cadastrado",
            conselheiro_id=conselheiro(1),
            cidadao_id=conselheiro(101),
            unidade_civica_id=unidade(1),
            nivel_atuacao=2,
            status="disponivel",
            capacitacao_concluida=True,
            nome_publico="Célia Prado",
        ),
        e.sorteado(1),
        e.sorteado(2, c=2),
    )
    found = {line.demanda_id: line.conselheiro for line in bairro.quadro().linhas}
    assert found == {demanda(1): "Célia Prado", demanda(2): conselheiro(2)[:8]}


def test_mixed_parameters_are_counted_until_all_is_calculated_anew(bairro: Bairro) -> None:
    assert bairro.quadro().outras_versoes == {}
    bairro.publicar(parametros("teste-2", {1: {3: "0.5"}}, {1: 2}))
    assert bairro.quadro().outras_versoes == {}
    bairro.engine.publicar("D-4", retida(3, versao="teste-1"))
    bairro.engine.aguardar_ocioso()
    assert bairro.quadro().outras_versoes == {"teste-1": 1}


def retida(n: int, versao: str) -> NewEvent:
    """A score by an older set, as an office tells it that did not know the newer one."""
    told = e.ranqueada(n, 5820.0)
    return replace(told, payload={**told.payload, "versao_parametros": versao})


def test_an_unknown_unit_is_refused_and_one_without_demands_is_empty(bairro: Bairro) -> None:
    with pytest.raises(UserFacingError, match=r"unidade\.nao_encontrada"):
        bairro.service.quadro("Vila Nenhuma")
    found = bairro.quadro(2)
    assert (found.linhas, found.em_espera, found.total_no_ranking) == ((), 0, 0)


def test_all_lines_are_taken_page_by_page_in_order(
    bairro: Bairro, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file holds the whole backlog, whatever a screen has fetched of it."""
    monkeypatch.setattr(backlog, "PAGE", 2)
    found = bairro.service.todas(bairro.quadro())
    lines = list(found)
    assert len(found) == len(lines) == 5
    assert [line.demanda_id for line in lines] == [demanda(n) for n in range(1, 6)]
    assert [line.faixa for line in lines] == [AGENDA] * 2 + [ESPERA] * 3
    assert [line.posicao for line in lines] == [1, 2, 3, 4, 5]
    assert (found[0], found[4], found[-1], found[1:3]) == (*lines[::4], lines[4], lines[1:3])
    chosen = bairro.service.todas(bairro.quadro(), [1])
    assert [line.posicao for line in chosen] == [1, 2, 4]


def test_words_find_public_titles_and_protocols_only(bairro: Bairro) -> None:
    bairro.entra(6, 3, 10, titulo="Água na Praça da Sé")
    bairro.entra(7, 3, 9, titulo="Água suja")
    bairro.publicar(e.normalizada(7, "Água suja", conteudo_suspeito=True))
    quadro = bairro.quadro()

    def found(text: str) -> frozenset[str]:
        return bairro.service.procurar(quadro, text)

    assert found("agua") == {demanda(6)}
    assert found("PRAÇA água") == {demanda(6)}
    assert found("abcd-000007") == {demanda(7)}
    assert found("nada") == found("%") == frozenset()
