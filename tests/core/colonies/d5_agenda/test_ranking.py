"""What rankings make of an agenda: the document's rows T1 to T3, T7 to T11, T17, T18, T20, T22, the
matching error rows and the borders of 4.9, on the real bus and both databases.

Where design.md changes a row, its id stands with the new expectation and the reason.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.conformidade.test_comportamento import TwiceStepper
from tests.core.colonies.d5_agenda.conftest import (
    CORRELACAO,
    DISPONIVEL,
    GERADA,
    PESOS,
    Bench,
    georreferenciada,
    parametros,
    ranked,
    ranking,
    ranqueada,
    retirada,
    sorteado,
)
from tests.support.office import demanda, unidade

NEAR = 0.002
"""Degrees of latitude: 222 m."""


@pytest.mark.cenario("D-5/T1")
@pytest.mark.cenario("D-5/B4.9-2")
def test_the_first_demand_of_a_unit_gets_a_place_and_is_announced(bench: Bench) -> None:
    bench.publicar(ranqueada(1, 8075.5))
    assert bench.itens() == [(1, 1, "disponivel")]
    (said,) = bench.said(DISPONIVEL)
    assert said.payload == {
        "demanda_id": demanda(1),
        "unidade_civica_id": unidade(1),
        "posicao_no_backlog": 1,
        "score_final": 8075.5,
        "categoria_id": "1.1",
        "nivel_precedencia": 1,
        "grupo_id": None,
        "timestamp": said.timestamp,
    }
    asked = bench.office.events()[0]
    assert (said.causa, said.correlacao_id) == (asked.event_hash, CORRELACAO.format(1))
    assert said.chave_derivacao == f"D-5/agenda.item_disponível/{demanda(1)}"
    assert bench.said(GERADA) == []
    # One answer of its own made the positions move on; both types are done.
    assert bench.offset("demanda.ranqueada").aplicado_ate == asked.sequence_number
    assert bench.offset("demanda.ranqueada").reagido_ate == asked.sequence_number
    # The ranking follows: the whole agenda, and no second announcement.
    bench.publicar(parametros(pesos={1: PESOS}), ranking())
    payload = bench.said(GERADA)[-1].payload
    assert payload["distribuicao_decay"] == {
        "nivel_nao_vencido": 1,
        "itens_nivel_prioritario": 1,
        "itens_outros_niveis": 0,
    }
    assert bench.anunciadas() == [1]
    bench.check()


@pytest.mark.cenario("D-5/T2")
def test_a_later_demand_stands_behind_and_is_not_announced(bench: Bench) -> None:
    """Also one with a higher score: only the ranking's own change reorders (D-5 3.10, G-105)."""
    bench.publicar(*ranked(50, 40, 60))
    assert bench.itens() == [(1, 1, "disponivel"), (2, 2, "disponivel"), (3, 3, "disponivel")]
    assert bench.anunciadas() == [1]
    assert bench.count("d5_backlog_scores") == 3
    bench.check()


def test_a_newcomer_is_announced_where_everything_is_being_worked_on(bench: Bench) -> None:
    """G-097: it is the first available one, whatever stands in the agenda."""
    bench.publicar(ranqueada(1, 50), sorteado(1), ranqueada(2, 10))
    assert bench.itens() == [(1, 2, "disponivel"), (2, 1, "atribuido")]
    assert bench.anunciadas() == [1, 2]


@pytest.mark.cenario("D-5/T3")
def test_a_changed_ranking_makes_the_agenda_anew(bench: Bench) -> None:
    bench.publicar(*ranked(50, 40, 60), ranking())
    assert bench.itens() == [(1, 3, "disponivel"), (2, 1, "disponivel"), (3, 2, "disponivel")]
    (said,) = bench.said(GERADA)
    assert said.payload == {
        "unidade_civica_id": unidade(1),
        "total_itens": 3,
        "distribuicao_decay": {
            "nivel_nao_vencido": None,
            "itens_nivel_prioritario": 0,
            "itens_outros_niveis": 3,
        },
        "top_10": [
            {
                "posicao": at,
                "demanda_id": demanda(n),
                "score_final": score,
                "categoria_id": "1.1",
                "grupo_id": None,
            }
            for at, n, score in ((1, 3, 60), (2, 1, 50), (3, 2, 40))
        ],
        "grupos_territoriais": 0,
        "versao_parametros": "mvp-v1",
        "timestamp": said.timestamp,
    }
    assert said.chave_derivacao == f"D-5/agenda.gerada/{unidade(1)}"
    assert bench.anunciadas() == [1, 3]
    assert bench.agenda().gerada_em == said.timestamp
    bench.check()


def test_a_top_that_comes_back_is_not_told_of_again(bench: Bench) -> None:
    """It waits for its draw already; D-6a was told (G-118)."""
    bench.publicar(ranqueada(1, 50), ranqueada(2, 60), ranking())
    bench.publicar(ranqueada(1, 70), ranking())
    assert bench.disponiveis() == [1, 2]
    assert bench.anunciadas() == [1, 2]


@pytest.mark.cenario("D-5/T7")
@pytest.mark.cenario("D-5/E3.13-1")
@pytest.mark.cenario("D-5/T8")
@pytest.mark.cenario("D-5/E3.13-2")
def test_what_is_delivered_again_changes_nothing(bench: Bench) -> None:
    """design.md 3, Identity: the agenda is made anew with the same result, and agenda.gerada is
    not published a second time for the same cause; a further ranking.atualizado does publish.
    """
    bench.office.engine(stepper=TwiceStepper)
    bench.publicar(*ranked(50, 60), ranking())
    assert (bench.count("d5_backlog_scores"), bench.count("d5_backlog_items")) == (2, 2)
    assert bench.anunciadas() == [1, 2]
    assert len(bench.said(GERADA)) == 1
    live = bench.office.dump()
    bench.engine.carregar_historico("D-5").result()
    bench.engine.aguardar_ocioso()
    assert bench.office.dump() == live
    assert len(bench.said(GERADA)) == 1
    bench.publicar(ranking())
    first, second = bench.said(GERADA)
    assert first.event_id != second.event_id
    assert first.payload["top_10"] == second.payload["top_10"]
    assert bench.anunciadas() == [1, 2]
    bench.check()


@pytest.mark.cenario("D-5/T9")
@pytest.mark.cenario("D-5/T10")
@pytest.mark.cenario("D-5/E3.13-4")
@pytest.mark.parametrize(
    ("event", "field"),
    [
        (ranqueada(1, 50), "unidade_civica_id"),
        (ranqueada(1, 50), "demanda_id"),
        (ranking(), "unidade_civica_id"),
        (sorteado(1), "demanda_id"),
    ],
)
def test_an_incomplete_payload_never_enters_the_log(
    sqlite_bench: Bench, event: NewEvent, field: str
) -> None:
    """design.md 5: publishing refuses it and names the field; there is nothing to throw away."""
    told = replace(event, payload={k: v for k, v in event.payload.items() if k != field})
    with pytest.raises(UserFacingError) as refused:
        sqlite_bench.publicar(told)
    assert field in str(refused.value.params["campo"])
    assert sqlite_bench.office.events() == []


@pytest.mark.cenario("D-5/E3.13-5")
def test_a_ranking_of_the_old_version_is_left_alone(bench: Bench) -> None:
    old = ranqueada(1, 50)
    kept = {k: v for k, v in old.payload.items() if k not in {"categoria_id", "nivel_precedencia"}}
    bench.publicar(replace(old, versao="1.0.0", payload=kept))
    assert bench.count("d5_backlog_scores") == 0
    assert (bench.itens(), bench.anunciadas(), bench.dead_letters()) == ([], [], [])
    assert bench.offset("demanda.ranqueada").reagido_ate == bench.last("demanda.ranqueada")


@pytest.mark.cenario("D-5/T11")
@pytest.mark.cenario("D-5/E3.13-6")
def test_without_weights_the_best_scores_have_the_places(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 3}))
    levels = [ranqueada(n, 10 * n, nivel=(n - 1) % 5 + 1) for n in range(1, 7)]
    bench.publicar(*levels, ranking())
    assert bench.disponiveis() == [6, 5, 4]
    assert bench.agenda().nivel_nao_vencido is None
    assert bench.said(GERADA)[-1].payload["distribuicao_decay"] == {
        "nivel_nao_vencido": None,
        "itens_nivel_prioritario": 0,
        "itens_outros_niveis": 3,
    }
    bench.check()


@pytest.mark.cenario("D-5/T18")
@pytest.mark.cenario("D-5/B4.9-1")
@pytest.mark.cenario("D-5/B4.9-6")
def test_a_unit_without_demands_has_an_empty_agenda(bench: Bench) -> None:
    """A row without a score cannot be (design.md 2); what left the unit takes its rows along."""
    bench.publicar(ranking(2), *ranked(50, 40))
    bench.publicar(ranqueada(1, 50, u=3), retirada(2), ranking(1))
    empty, left = bench.said(GERADA)
    for said, u in ((empty, 2), (left, 1)):
        assert said.payload["unidade_civica_id"] == unidade(u)
        assert said.payload["total_itens"] == 0
        assert said.payload["top_10"] == []
        assert bench.itens(u) == []
    assert bench.anunciadas(2) == []
    assert bench.status(2) == "removido"
    bench.check()


@pytest.mark.cenario("D-5/T22")
def test_one_place_goes_to_the_best_of_the_level_that_is_not_covered(bench: Bench) -> None:
    bench.publicar(parametros(pesos={1: PESOS}, capacidades={1: 1}))
    bench.publicar(ranqueada(1, 9000, nivel=2), ranqueada(2, 10), ranking())
    assert bench.itens() == [(1, 2, "disponivel")]
    assert bench.said(GERADA)[-1].payload["distribuicao_decay"] == {
        "nivel_nao_vencido": 1,
        "itens_nivel_prioritario": 1,
        "itens_outros_niveis": 0,
    }
    assert bench.agenda().em_espera == 1
    assert bench.anunciadas() == [1, 2]
    bench.check()


@pytest.mark.cenario("D-5/B4.9-3")
def test_of_many_demands_as_many_as_the_capacity_have_a_place(bench: Bench) -> None:
    """G-090: with capacity 10 and level 1 not covered the shares are 8, 2, 0, 0, 0."""
    bench.publicar(parametros(pesos={1: PESOS}))
    many = [ranqueada(n, n, nivel=(n - 1) % 5 + 1) for n in range(1, 201)]
    bench.juntos(*many, ranking())
    level_1, level_2 = range(196, 160, -5), (197, 192)
    assert bench.disponiveis() == [*level_1, *level_2]
    assert (bench.agenda().em_espera, bench.count("d5_backlog_scores")) == (190, 200)
    assert bench.agenda().vagas_por_nivel == {1: 8, 2: 2, 3: 0, 4: 0, 5: 0}
    assert bench.said(GERADA)[-1].payload["total_itens"] == 10
    bench.check()


def test_places_that_a_level_does_not_need_are_not_left_empty(bench: Bench) -> None:
    """G-091: the single demand of level 3 keeps its place when its agenda is made anew."""
    bench.publicar(parametros(pesos={1: PESOS}), ranqueada(1, 5100, nivel=3), ranking())
    assert bench.itens() == [(1, 1, "disponivel")]
    assert bench.said(GERADA)[-1].payload["distribuicao_decay"] == {
        "nivel_nao_vencido": 1,
        "itens_nivel_prioritario": 0,
        "itens_outros_niveis": 1,
    }


@pytest.mark.cenario("D-5/T17")
def test_far_apart_nothing_is_grouped(bench: Bench) -> None:
    bench.publicar(*ranked(50, 40, 30))
    bench.publicar(*(georreferenciada(n, -23.5 - n, -46.6) for n in (1, 2, 3)), ranking())
    assert bench.said(GERADA)[-1].payload["grupos_territoriais"] == 0
    assert bench.disponiveis() == [1, 2, 3]
    assert {item.grupo_id for item in bench.agenda().itens} == {None}
    bench.check()


@pytest.mark.cenario("D-5/T20")
def test_two_groups_and_one_alone(bench: Bench) -> None:
    places = [(-23.5, 1), (-23.5 + NEAR, 2), (-23.0, 3), (-23.0 - NEAR, 4), (-22.0, 5)]
    bench.publicar(*ranked(50, 40, 30, 20, 10))
    bench.publicar(*(georreferenciada(n, lat, -46.6) for lat, n in places), ranking())
    groups = [item.grupo_id for item in bench.agenda().itens]
    assert groups[0] == groups[1] != groups[2] == groups[3]
    assert None not in groups[:4]
    assert groups[4] is None
    assert bench.said(GERADA)[-1].payload["grupos_territoriais"] == 2
    # G-106: as long as the members are the same, so is the group.
    bench.publicar(ranqueada(3, 99), ranking())
    again = {item.demanda_id: item.grupo_id for item in bench.agenda().itens}
    assert [again[demanda(n)] for n in range(1, 6)] == groups
    bench.check()


@pytest.mark.cenario("D-5/B4.9-4")
def test_without_coordinates_a_demand_is_alone(bench: Bench) -> None:
    """G-112: coordinates that come late count from the next making anew; so do those that go."""
    bench.publicar(*ranked(50, 40), georreferenciada(1, -23.5, -46.6), ranking())
    assert {item.grupo_id for item in bench.agenda().itens} == {None}
    bench.publicar(georreferenciada(2, -23.5, -46.6))
    assert {item.grupo_id for item in bench.agenda().itens} == {None}
    bench.publicar(ranking())
    assert None not in {item.grupo_id for item in bench.agenda().itens}
    bench.publicar(georreferenciada(2, None, None), ranking())
    assert {item.grupo_id for item in bench.agenda().itens} == {None}
    bench.check()


@pytest.mark.cenario("D-5/B4.9-5")
@pytest.mark.cenario("D-5/B4.9-7")
def test_a_group_of_ten_goes_by_score_and_is_drawn_one_by_one(bench: Bench) -> None:
    bench.juntos(*ranked(*range(10, 110, 10)))
    bench.publicar(*(georreferenciada(n, -23.5 + n / 10_000, -46.6) for n in range(1, 11)))
    bench.publicar(ranking())
    groups = {item.grupo_id for item in bench.agenda().itens}
    assert len(groups) == 1
    assert None not in groups
    assert bench.disponiveis() == list(range(10, 0, -1))
    assert bench.said(DISPONIVEL)[-1].payload["grupo_id"] in groups
    bench.publicar(sorteado(10))
    assert bench.status(10) == "atribuido"
    assert bench.disponiveis() == list(range(9, 0, -1))
    bench.check()


def test_demands_of_different_categories_are_not_grouped(bench: Bench) -> None:
    bench.publicar(ranqueada(1, 50, categoria="1.1"), ranqueada(2, 40, categoria="1.2"))
    bench.publicar(*(georreferenciada(n, -23.5, -46.6) for n in (1, 2)), ranking())
    assert {item.grupo_id for item in bench.agenda().itens} == {None}
