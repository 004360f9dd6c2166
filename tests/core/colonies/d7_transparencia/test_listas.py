"""Lists: what was resolved, ranking, agenda and map, by pages and without what may not be shown."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from core.colonies.d7_transparencia.queries import demanda as demandas
from core.colonies.d7_transparencia.queries import historico as resolvidas
from core.colonies.d7_transparencia.queries import listas, painel
from core.colonies.d7_transparencia.queries import mapa as mapas
from core.colonies.d7_transparencia.queries import ranking as rankings
from core.colonies.d7_transparencia.queries.alcance import Alcance
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import numbers, territorio
from tests.support.office import demanda, unidade


def test_history_newest_first_over_units_by_pages(vitrine: Vitrine) -> None:
    vitrine.publicar(territorio())
    for n in range(1, 8):
        moment = f"2026-06-{n:02d}T00:00:00.000Z"
        category = "1.2" if n == 4 else "3.1"
        vitrine.publicar(*e.pronta(n, 1 + n % 3, categoria=category), e.concluida(n, quando=moment))
    vitrine.publicar(e.retirada(7))
    reach = Alcance(unidade(90))

    def history(limite: int = 50, depois: Any = None, **filtro: Any) -> list[Any]:
        wanted = resolvidas.FiltroHistorico(**filtro)
        found: list[Any] = vitrine.read(resolvidas.read_history, reach, wanted, limite, depois)
        return found

    # 2 and 5 lie in unit 3, which is Campinas'.
    assert numbers(history()) == [6, 4, 3, 1]
    first = history(2)
    point = resolvidas.PontoHistorico(first[-1].concluida_em, first[-1].demanda_id)
    assert numbers(history(2, point)) == [3, 1]
    assert numbers(history(categoria="1.2")) == [4]
    assert numbers(history(de="2026-06-03T00:00:00.000Z", antes_de="2026-06-06T00:00:00.000Z")) == [
        4,
        3,
    ]
    assert numbers(history(titulo="BURÁCO")) == [6, 4, 3, 1]
    assert history(titulo="poste%") == []
    assert numbers(vitrine.read(resolvidas.read_history, Alcance())) == [6, 5, 4, 3, 2, 1]


def test_a_ranking_is_renumbered_without_what_is_at_an_end(vitrine: Vitrine) -> None:
    for n, score in ((1, 10.5), (2, 99.99), (3, 50.0), (4, 50.0), (5, 70.25)):
        vitrine.publicar(*e.pronta(n, score=score))
    vitrine.publicar(e.concluida(2), e.retirada(5))

    def ranking(*args: Any, **more: Any) -> list[Any]:
        found: list[Any] = vitrine.read(rankings.read_ranking, unidade(1), *args, **more)
        return found

    found = ranking()
    assert [(one.posicao, numbers([one.demanda])[0]) for one in found] == [(1, 3), (2, 4), (3, 1)]
    assert found[2].demanda.score == Decimal("10.50")
    rest = ranking(2, found[0].ponto)
    assert [(one.posicao, numbers([one.demanda])[0]) for one in rest] == [(2, 4), (3, 1)]
    assert vitrine.read(rankings.count_ranking, unidade(1)) == 3
    vitrine.publicar(e.corrigida(1, "texto"), e.normalizada(1, "Poste à noite"))
    searched = ranking(titulo="poste a")
    assert [(one.posicao, one.demanda.titulo) for one in searched] == [(3, "Poste à noite")]
    one = vitrine.read(demandas.read_demand, demanda(4))
    assert vitrine.read(demandas.read_position, one) == 2
    closed = vitrine.read(demandas.read_demand, demanda(2))
    assert vitrine.read(demandas.read_position, closed) is None


def test_a_public_backlog_by_score_and_band(vitrine: Vitrine) -> None:
    for n in range(1, 6):
        vitrine.publicar(*e.pronta(n, score=10.0 * n))
    vitrine.publicar(e.item(1), e.item(4), e.item(5), e.sorteado(4), e.sorteado(5), e.iniciada(5))

    def backlog(limite: int = 50, depois: Any = None, **filtro: Any) -> list[int]:
        wanted = rankings.FiltroBacklog(**filtro)
        return numbers(vitrine.read(rankings.read_backlog, unidade(1), wanted, limite, depois))

    assert backlog() == [5, 4, 1]
    assert backlog(1, rankings.PontoBacklog(-5000, demanda(5))) == [4]
    assert backlog(situacoes=("aguardando_vaga",)) == [3, 2]
    made = e.evento(
        "agenda.gerada",
        unidade_civica_id=unidade(1),
        total_itens=4,
        distribuicao_decay={
            "nivel_nao_vencido": None,
            "itens_nivel_prioritario": 0,
            "itens_outros_niveis": 4,
        },
        top_10=[
            {
                "posicao": n,
                "demanda_id": demanda(n),
                "score_final": 1.0,
                "categoria_id": "3.1",
                "grupo_id": None,
            }
            for n in (1, 3, 5)
        ],
        grupos_territoriais=0,
        versao_parametros="padrao-1",
        timestamp=e.MOMENTO,
    )
    vitrine.publicar(made)
    # 3 headed the agenda when it was made and waits for its turn; 2 has no place.
    assert backlog() == [5, 4, 3, 1]
    assert backlog(2, rankings.PontoBacklog(-4000, demanda(4))) == [3, 1]
    assert backlog(situacoes=("disponivel",)) == [1]
    vitrine.publicar(e.retirada(3))
    assert vitrine.read(painel.read_agenda, unidade(1)).primeiras == tuple(map(demanda, (1, 3, 5)))
    vitrine.check()
    assert backlog(nivel=1) == []
    assert backlog(nivel=3, categoria="3.1") == [5, 4, 1]


def test_a_map_shows_what_is_open_in_a_box(vitrine: Vitrine) -> None:
    places = {
        1: (-23.5501, -46.63),
        2: (-23.70, -46.63),
        3: (-23.5502, -46.50),
        4: (-23.5503, -46.64),
    }
    for n, (lat, lng) in places.items():
        vitrine.publicar(
            *e.pronta(n), e.georreferenciada(n, coordenadas_lat=lat, coordenadas_lng=lng)
        )
    vitrine.publicar(e.concluida(4))
    box = mapas.Caixa(sul=-23.56, oeste=-46.65, norte=-23.54, leste=-46.6)

    def shown(*args: Any) -> tuple[list[int], bool]:
        found = vitrine.read(mapas.read_map, box, *args)
        return numbers(found.demandas), found.is_cortado

    assert shown() == ([1], False)
    assert shown(mapas.FiltroMapa(("concluida",))) == ([4], False)
    assert shown(mapas.FiltroMapa(("concluida", "aguardando_vaga")), 1)[1] is True
    here = mapas.FiltroMapa(categoria="3.1", nivel=3, alcance=Alcance(unidade(1), so_esta=True))
    assert shown(here) == ([1], False)
    for other in (
        mapas.FiltroMapa(categoria="1.2"),
        mapas.FiltroMapa(nivel=1),
        mapas.FiltroMapa(alcance=Alcance(unidade(2))),
    ):
        assert shown(other) == ([], False)
    wide = vitrine.read(mapas.read_map, mapas.Caixa(-34.0, -74.0, 6.0, -30.0))
    assert numbers(wide.demandas) == [1, 2, 3]


def test_hidden_titles_are_in_no_list(vitrine_sqlite: Vitrine) -> None:
    vitrine = vitrine_sqlite
    vitrine.publicar(*e.pronta(1), e.decidida("texto", demanda(1), "bloqueado"))
    found = vitrine.read(rankings.read_ranking, unidade(1))
    assert [(one.demanda.titulo, one.demanda.is_oculta) for one in found] == [(None, True)]
    assert vitrine.read(rankings.read_ranking, unidade(1), titulo="buraco") == []
    one = vitrine.read(demandas.read_demand, demanda(1))
    assert (one.colunas["titulo"], one.colunas["descricao"]) == (None, None)


def test_a_part_of_a_title_or_protocol_is_found_in_a_ranking(vitrine: Vitrine) -> None:
    """Not in a title that is held back; nothing that LIKE reads otherwise finds all."""
    vitrine.publicar(*e.pronta(1), *e.pronta(2), *e.pronta(3, 2))
    vitrine.publicar(e.normalizada(1, "Água na Praça"), e.normalizada(2, conteudo_suspeito=True))

    def found(parte: str) -> set[str]:
        return set(vitrine.read(rankings.find_in_ranking, unidade(1), parte))

    assert found("praca") == {demanda(1)}
    assert found("buraco") == set()
    assert found("abcd-000002") == {demanda(2)}
    assert found("%") == found("_") == set()


def test_many_are_listed_as_one_by_one(vitrine: Vitrine) -> None:
    for n in range(1, listas.LOT + 3):
        vitrine.publicar(e.recebida(n))
    ids = [demanda(n) for n in range(1, listas.LOT + 9)]
    found = vitrine.read(listas.read_listed, ids)
    assert len(found) == listas.LOT + 2
    assert all(found[one] == vitrine.read(listas.read_listed, [one])[one] for one in found)
