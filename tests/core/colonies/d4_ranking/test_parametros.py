"""A set is loaded: who is ranked anew, in steps that survive a kill, and which tops are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.base.parametros.conjunto import PADRAO, para_payload
from core.colonies.d4_ranking import api, queries, rules
from core.colonies.d4_ranking.handlers import parametros as handler
from core.kernel.errors import UserFacingError
from tests.core.colonies.d4_ranking.conftest import (
    CORRELACAO,
    OPERADOR,
    PRIMEIRA,
    TOPO,
    Desk,
    agregada,
    categorizada,
    conjunto,
    number,
    retirada,
)
from tests.support.office import demanda, unidade


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of three, windows of four: many of both with few demands."""
    monkeypatch.setattr(rules, "LOTE", 3)
    monkeypatch.setattr(handler, "WINDOW", 4)


def test_the_default_is_in_force_until_a_set_is_loaded(desk: Desk) -> None:
    in_force: queries.EmVigor = desk.read(queries.read_in_force)
    assert (in_force.parametros, in_force.carregado_em) == (PADRAO, None)
    done = desk.carregar(conjunto("v1", nacionais={1: 90}))
    (event,) = desk.said("parametros.carregados")
    assert event.ator == OPERADOR
    assert done.resposta == {
        "versao": "v1",
        "hash_conteudo": event.payload["hash_conteudo"],
        "ja_em_vigor": False,
    }
    in_force = desk.read(queries.read_in_force)
    assert in_force.parametros == conjunto("v1", nacionais={1: 90})
    assert in_force.carregado_em == event.timestamp
    assert in_force.hash_conteudo == event.payload["hash_conteudo"]


def test_a_label_stands_for_one_content(desk: Desk) -> None:
    one, two = conjunto("v1", nacionais={1: 90}), conjunto("v2")
    desk.carregar(one)
    assert desk.carregar(one).resposta["ja_em_vigor"]
    assert len(desk.said("parametros.carregados")) == 1
    with pytest.raises(UserFacingError) as refused:
        desk.carregar(conjunto("v1", nacionais={1: 91}))
    assert refused.value.code == "parametros.versao_em_uso"
    with pytest.raises(UserFacingError) as refused:
        desk.carregar(conjunto(PADRAO.versao, nacionais={1: 91}))
    assert refused.value.code == "parametros.versao_em_uso"
    assert len(desk.said("parametros.carregados")) == 1
    # The default by its own name, as long as it is in force; and a set of before once more.
    desk.carregar(two)
    desk.carregar(one)
    assert desk.read(queries.read_in_force).parametros == one
    desk.carregar(PADRAO)
    assert desk.read(queries.read_in_force).parametros == PADRAO
    assert desk.carregar(PADRAO).resposta["ja_em_vigor"]
    assert len(desk.said("parametros.carregados")) == 4
    desk.check()


def test_only_demands_whose_weights_change_are_ranked_anew(desk: Desk) -> None:
    desk.publicar(
        categorizada(1, score=90),
        categorizada(2, nivel=2, score=90),
        categorizada(3, u=2, score=90),
        categorizada(4, u=2, score=80),
        categorizada(5, u=3),
        categorizada(6),
    )
    desk.publicar(agregada(1, 6), retirada(5))
    said = len(desk.said())
    desk.carregar(conjunto("v1", nacionais={2: 120}, situacionais={2: {1: "0.5"}}))
    load, *after = desk.said()[said:]
    assert [(e.tipo, number(e.chave_derivacao.rpartition("/")[2])) for e in after] == [  # type: ignore[union-attr] # all are reactions
        ("demanda.ranqueada", 2),
        ("demanda.ranqueada", 3),
        ("demanda.ranqueada", 4),
        ("ranking.atualizado", 1),
        ("ranking.atualizado", 2),
    ]
    assert {event.causa for event in after} == {load.event_hash}
    # A score belongs to the demand's own trace, a top to that of the set.
    traces = [event.correlacao_id for event in after]
    assert traces == [*map(CORRELACAO.format, (2, 3, 4)), *[load.correlacao_id] * 2]
    assert desk.rows("d4_rankings", "correlacao_id")[1] == (CORRELACAO.format(2),)
    assert {event.payload["versao_parametros"] for event in after} == {"v1"}
    assert desk.ranking(1) == [(2, 10800.0), (1, 9000.0)]
    assert desk.ranking(2) == [(3, 4500.0), (4, 4000.0)]
    assert desk.told()[-2:] == [
        (1, PRIMEIRA, 2, [2, 1], 2),
        # The order stands, the scores of the top do not.
        (2, TOPO, 3, [3, 4], 2),
    ]
    # Rows that keep their weights keep the label they were computed under.
    labels = desk.rows("d4_rankings", "versao_parametros")
    assert [row[0] for row in labels] == ["mvp-v1", "v1", "v1", "v1", "mvp-v1", "mvp-v1"]
    desk.check()


def test_a_set_that_changes_no_weight_ranks_nobody(desk: Desk) -> None:
    desk.publicar(categorizada(1))
    said = len(desk.said())
    desk.carregar(replace(conjunto("v1"), capacidades={unidade(1): 3}))
    assert [event.tipo for event in desk.said()[said:]] == ["parametros.carregados"]
    assert desk.read(queries.read_in_force).parametros.capacidade(unidade(1)) == 3
    desk.check()


def test_equal_scores_of_other_factors_are_told_too(desk: Desk) -> None:
    """The breakdown is what anybody recomputes the score from."""
    desk.publicar(categorizada(1, score=80))
    desk.carregar(conjunto("v1", nacionais={1: 50}))
    desk.carregar(conjunto("v2", situacionais={1: {1: "0.5"}}))
    assert [place[1] for place in desk.ranked()] == [8000.0, 4000.0, 4000.0]
    assert desk.said("demanda.ranqueada")[-1].payload["breakdown"] == {
        "peso_nacional": 100, "peso_situacional": 0.5, "score_horizontal": 80,
    }  # fmt: skip
    # The top is what it was told to be.
    assert [told[1] for told in desk.told()] == [TOPO, TOPO]


@pytest.mark.usefixtures("small_steps")
def test_many_demands_take_many_steps_and_end_right(desk: Desk) -> None:
    for n in range(1, 23):
        more = {"nivel": 1 + n % 2, "score": 10 + n * 7 % 60}
        desk.engine.publicar("FONTE", categorizada(n, u=1 + n % 5, **more))
    desk.engine.aguardar_ocioso()
    said = len(desk.said())
    desk.carregar(conjunto("v1", nacionais={1: 10, 2: 90}))
    load, *after = desk.said()[said:]
    ranked = [event for event in after if event.tipo == "demanda.ranqueada"]
    assert [number(event.payload["demanda_id"]) for event in ranked] == list(range(1, 23))
    tops = [event for event in after if event.tipo == "ranking.atualizado"]
    assert [number(event.payload["unidade_civica_id"]) for event in tops] == [1, 2, 3, 4, 5]
    assert after == [*ranked, *tops]
    # No chain of causes: every answer is one step behind the set.
    assert {event.causa for event in after} == {load.event_hash}
    assert len({event.chave_derivacao for event in after}) == len(after)
    steps = desk.office.rows("SELECT sujeito FROM kernel_prazos_tratados WHERE colonia = 'D-4'")
    assert len(steps) == 8 + 2 + 1
    _positions_are_those_of_the_moment(desk)
    desk.check()


def _positions_are_those_of_the_moment(desk: Desk) -> None:
    """Fold all scores in a dictionary: each event's position is the one it has just then."""
    known: dict[str, tuple[str, float]] = {}
    for event in desk.said("demanda.ranqueada"):
        payload = event.payload
        unit = payload["unidade_civica_id"]
        known[payload["demanda_id"]] = (unit, payload["score_final"])
        order = sorted((-score, key) for key, (where, score) in known.items() if where == unit)
        own = (-payload["score_final"], payload["demanda_id"])
        assert payload["posicao_no_ranking"] == order.index(own) + 1
        assert payload["total_demandas_na_uc"] == len(order)


@pytest.mark.usefixtures("small_steps")
def test_a_calculation_that_was_killed_goes_on_where_it_was(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(1, 15):
        desk.engine.publicar("FONTE", categorizada(n, score=n))
    desk.engine.aguardar_ocioso()
    steps: list[int] = []
    scores = handler._scores

    class Killed(BaseException):
        """The process is gone."""

    def dies(context: Any, after: str) -> Any:
        if len(steps) == 2:
            raise Killed
        steps.append(1)
        return scores(context, after)

    monkeypatch.setattr(handler, "_scores", dies)
    # One step a transaction, so that the two that were made are durable.
    monkeypatch.setattr("core.kernel.engine.cycle.UNHURRIED_STEPS", 1)
    with pytest.raises(Killed):
        desk.carregar(conjunto("v1", nacionais={1: 50}))
    monkeypatch.setattr(handler, "_scores", scores)
    desk.engine.cycle.abort()
    assert len(desk.ranked()) == 14 + 6
    assert dict(desk.ranking()) == {n: n * (50.0 if n <= 6 else 100.0) for n in range(1, 15)}
    desk.office.restart().aguardar_ocioso()
    assert [n for n, *_ in desk.ranked()[14:]] == list(range(1, 15))
    assert desk.ranking() == [(n, n * 50.0) for n in range(14, 0, -1)]
    assert desk.told()[-1] == (1, TOPO, 14, list(range(14, 4, -1)), 14)
    _positions_are_those_of_the_moment(desk)
    desk.check()


@pytest.mark.usefixtures("small_steps")
def test_what_enters_meanwhile_has_the_new_weights_already(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(1, 9):
        desk.engine.publicar("FONTE", categorizada(n, score=n))
    desk.engine.aguardar_ocioso()
    said = len(desk.ranked())
    # One step a batch: each of these comes between two steps of the calculation.
    monkeypatch.setattr("core.kernel.engine.cycle.UNHURRIED_STEPS", 1)
    decide = api.carregar_parametros(conjunto("v1", nacionais={1: 50}), OPERADOR)
    desk.engine.executar("D-4", decide).result()
    for event in (categorizada(20, score=80), categorizada(1, score=99), retirada(5)):
        desk.engine.publicar("FONTE", event)
    desk.engine.aguardar_ocioso()
    assert [n for n, *_ in desk.ranked()[said:]] == [1, 2, 3, 20, 1, 4, 6, 7, 8]
    left = [n for n in range(2, 9) if n != 5]
    assert dict(desk.ranking()) == {20: 4000.0, 1: 4950.0, **{n: n * 50.0 for n in left}}
    assert desk.told()[-1][3] == [1, 20, 8, 7, 6, 4, 3, 2]
    desk.check()


@pytest.mark.usefixtures("small_steps")
def test_a_set_loaded_over_another_ends_the_first_where_it_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(1, 9):
        desk.engine.publicar("FONTE", categorizada(n, score=n))
    desk.engine.aguardar_ocioso()
    for label, weight in (("v1", 50), ("v2", 70)):
        # Two commands in one batch, before any step of the first.
        novos = conjunto(label, nacionais={1: weight})
        desk.engine.executar("D-4", api.carregar_parametros(novos, OPERADOR))
    desk.engine.aguardar_ocioso()
    assert desk.ranking() == [(n, n * 70.0) for n in range(8, 0, -1)]
    assert desk.read(queries.read_in_force).parametros.versao == "v2"
    desk.check()


def test_a_clock_that_was_set_back_does_not_hold_it_up(desk: Desk) -> None:
    desk.publicar(categorizada(1))
    desk.office.clock.advance(-3 * 86_400_000)
    desk.carregar(conjunto("v1", nacionais={1: 50}))
    assert desk.ranking() == [(1, 4750.0)]


def test_folding_one_demand_anew_changes_nothing_of_the_calculation(desk: Desk) -> None:
    """Its row, its place and the progress of the set stay what they are."""
    desk.publicar(categorizada(1), categorizada(2, score=10), categorizada(3, u=2))
    desk.carregar(conjunto("v1", nacionais={1: 50}))
    desk.publicar(categorizada(1, u=2, score=20), retirada(2))
    live, published = desk.office.dump(), len(desk.office.events())
    cycle = desk.engine.cycle
    cycle.begin()
    cycle.refolder.mark("D-4", [demanda(1), unidade(2)])
    cycle.commit()
    desk.office.restart().aguardar_ocioso()
    assert desk.office.dump() == live
    assert len(desk.office.events()) == published
    assert desk.ranking(2) == [(3, 4750.0), (1, 1000.0)]


def test_a_set_says_its_content_whatever_the_label(desk: Desk) -> None:
    desk.carregar(conjunto("v1", situacionais={1: {1: "0.5"}}))
    (event,) = desk.said("parametros.carregados")
    assert event.payload == para_payload(conjunto("v1", situacionais={1: {1: "0.5"}}))


@pytest.mark.usefixtures("small_steps")
def test_a_step_that_failed_is_taken_up_again_and_the_rest_follows(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(1, 9):
        desk.engine.publicar("FONTE", categorizada(n, score=n))
    desk.engine.aguardar_ocioso()
    scores = handler._scores

    def fails(context: Any, after: str) -> Any:
        if after:
            raise ValueError("the second step cannot be computed")
        return scores(context, after)

    monkeypatch.setattr(handler, "_scores", fails)
    desk.carregar(conjunto("v1", nacionais={1: 50}))
    assert desk.dead_letters() == [("D-4", "prazo", "parametros.carregados")]
    # Others go on meanwhile.
    desk.publicar(categorizada(20, score=80))
    assert len(desk.ranked()) == 8 + 3 + 1
    monkeypatch.setattr(handler, "_scores", scores)
    desk.office.restart().aguardar_ocioso()
    assert dict(desk.ranking()) == {20: 4000.0, **{n: n * 50.0 for n in range(1, 9)}}
    assert desk.told()[-1][3] == [20, 8, 7, 6, 5, 4, 3, 2, 1]
    desk.check()
