"""The 41 scenarios of the D-4 document, on the real bus and both databases.

Where design.md changes a row, its id stands with the new expectation and the reason. Four changes
run through all of them: apply writes and react publishes (design.md 3), so a step is whole or not
there (2); the same answer is never published twice (3, Identity), so nothing is republished;
positions are derived, not stored (7); publishing validates (5), so that an incomplete payload
never enters the log and nothing has to be discarded later.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.colonies.d4_ranking import queries
from core.colonies.d4_ranking.colony import RANKING
from core.kernel.colony import Authority, Reaction
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from tests.conformidade.test_comportamento import TwiceStepper
from tests.core.colonies.d4_ranking.conftest import (
    CORRELACAO,
    PRIMEIRA,
    SOURCE,
    TOPO,
    Desk,
    agregada,
    categorizada,
    conjunto,
    fill,
)
from tests.support.office import demanda, unidade


def broken(desk: Desk, tipo: str, fn: Any) -> None:
    """Restart with another reaction to a type."""
    reaction = {tipo: Reaction(Authority.CUSTODIA, fn)}
    desk.office.colonies = (SOURCE, replace(RANKING, react={**RANKING.react, **reaction}))
    desk.office.restart()


def healed(desk: Desk) -> None:
    """Restart as it should be: what is parked is delivered again."""
    desk.office.colonies = (SOURCE, RANKING)
    desk.office.restart().aguardar_ocioso()


@pytest.mark.cenario("D-4/T1")
@pytest.mark.cenario("D-4/T18")
@pytest.mark.cenario("D-4/B4.9-2")
def test_a_category_gets_its_score_and_place(desk: Desk) -> None:
    desk.publicar(categorizada(1, score=95))
    asked, answer, top = desk.office.events()
    assert answer.payload == {
        "demanda_id": demanda(1),
        "unidade_civica_id": unidade(1),
        "categoria_id": "1.1",
        "nivel_precedencia": 1,
        "score_final": 9500,
        "breakdown": {"peso_nacional": 100, "peso_situacional": 1, "score_horizontal": 95},
        "posicao_no_ranking": 1,
        "total_demandas_na_uc": 1,
        "versao_parametros": "mvp-v1",
        "timestamp_calculo": answer.timestamp,
    }
    assert top.payload == {
        "unidade_civica_id": unidade(1),
        # The unit had no top before: it is no change of the first position (G-072).
        "motivo": TOPO,
        "demanda_id_gatilho": demanda(1),
        "top_10": [{"posicao": 1, "demanda_id": demanda(1), "score_final": 9500}],
        "total_demandas": 1,
        "versao_parametros": "mvp-v1",
        "timestamp": top.timestamp,
    }
    assert [(e.tipo, e.versao_schema, e.correlacao_id, e.causa) for e in (answer, top)] == [
        ("demanda.ranqueada", "1.1.0", CORRELACAO.format(1), asked.event_hash),
        ("ranking.atualizado", "1.0.0", CORRELACAO.format(1), asked.event_hash),
    ]
    assert [answer.chave_derivacao, top.chave_derivacao] == [
        f"D-4/demanda.ranqueada/{demanda(1)}",
        f"D-4/ranking.atualizado/{unidade(1)}",
    ]
    columns = ("demanda_id", "score_final", "event_id", "correlacao_id", "calculado_em", "ativo")
    assert desk.rows("d4_rankings", *columns) == [
        (demanda(1), 9500.0, asked.event_id, CORRELACAO.format(1), answer.timestamp, 1)
    ]
    assert desk.ranking() == [(1, 9500.0)]
    position = desk.offset("demanda.categorizada")
    assert position.reagido_ate == position.aplicado_ate >= asked.sequence_number
    desk.check()


@pytest.mark.cenario("D-4/T2")
def test_a_first_start_reacts_from_the_head_of_the_log(desk: Desk) -> None:
    """G-001 and design.md 3: apply takes the whole log, reactions begin at the installation."""
    desk.office.colonies = (SOURCE,)
    desk.publicar(categorizada(1))
    desk.office.colonies = (SOURCE, RANKING)
    desk.office.restart().aguardar_ocioso()
    assert desk.said() == []
    assert desk.read(queries.read_waiting) == 1
    desk.publicar(categorizada(2, score=80))
    assert desk.ranked() == [(2, 8000.0, 1, 1)]
    # The operator's historical load takes up what stood there before.
    desk.engine.carregar_historico("D-4").result()
    desk.engine.aguardar_ocioso()
    assert desk.ranking() == [(1, 9500.0), (2, 8000.0)]
    assert set(RANKING.apply) >= {
        "demanda.categorizada",
        "duplicidade.agregada",
        "parâmetros.atualizados",
    }
    desk.check()


@pytest.mark.cenario("D-4/T3")
def test_events_missed_while_standing_still_are_made_up_for(desk: Desk) -> None:
    desk.publicar(categorizada(9))
    desk.engine.desativar("D-4").result()
    desk.publicar(*(categorizada(n, score=n) for n in (1, 2, 3)))
    assert desk.ranked() == [(9, 9500.0, 1, 1)]
    desk.office.restart()
    desk.engine.ativar("D-4").result()
    desk.engine.aguardar_ocioso()
    assert desk.ranked()[1:] == [(1, 100.0, 2, 2), (2, 200.0, 2, 3), (3, 300.0, 2, 4)]
    desk.check()


@pytest.mark.cenario("D-4/T4")
@pytest.mark.cenario("D-4/B4.9-4")
def test_a_demand_that_enters_the_top_tells_it(desk: Desk) -> None:
    fill(desk, 8)
    told = len(desk.told())
    desk.publicar(categorizada(9, score=1))
    assert desk.ranked()[-1] == (9, 100.0, 9, 9)
    assert desk.told()[told:] == [(1, TOPO, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9], 9)]


@pytest.mark.cenario("D-4/T5")
def test_a_demand_below_the_top_tells_its_own_place_only(desk: Desk) -> None:
    fill(desk, 14)
    told = len(desk.told())
    desk.publicar(categorizada(15, score=1))
    assert desk.ranked()[-1] == (15, 100.0, 15, 15)
    # Also in a unit that was filled since the start, where a stale cache would tell (G-073).
    assert desk.told()[told:] == []


@pytest.mark.cenario("D-4/T6")
@pytest.mark.cenario("D-4/T19")
def test_a_new_first_demand_changes_the_first_position(desk: Desk) -> None:
    fill(desk, 3)
    desk.publicar(categorizada(4, score=99))
    assert desk.ranked()[-1] == (4, 9900.0, 1, 4)
    assert desk.told()[-1] == (1, PRIMEIRA, 4, [4, 1, 2, 3], 4)


@pytest.mark.cenario("D-4/T7")
@pytest.mark.cenario("D-4/E3.6-1")
def test_an_event_delivered_again_is_answered_once(desk: Desk) -> None:
    """design.md 3, Identity: the answers stand in the log; they are not published again."""
    desk.office.engine(stepper=TwiceStepper)
    desk.publicar(categorizada(1), categorizada(2), agregada(1, 2))
    said = [event.event_id for event in desk.said()]
    desk.engine.carregar_historico("D-4").result()
    desk.engine.aguardar_ocioso()
    assert [event.event_id for event in desk.said()] == said
    assert len(desk.ranked()) == 2
    # The member of an aggregate stays out.
    assert desk.rows("d4_rankings", "demanda_id", "ativo") == [(demanda(1), 1), (demanda(2), 0)]
    position = desk.offset("demanda.categorizada")
    assert position.reagido_ate == position.aplicado_ate
    desk.check()


@pytest.mark.cenario("D-4/T8")
def test_a_category_without_a_unit_is_not_ranked(desk: Desk) -> None:
    """Version 1.0.0 of D-3: it may stand in a log, and nothing can be made of it here."""
    old = categorizada(1)
    payload = {
        name: value
        for name, value in old.payload.items()
        if name not in ("unidade_civica_id", "nivel_minimo_resolvido")
    }
    desk.publicar(replace(old, versao="1.0.0", payload=payload))
    assert desk.said() == []
    assert desk.rows("d4_rankings", "demanda_id") == []
    position = desk.offset("demanda.categorizada")
    assert position.reagido_ate == position.aplicado_ate > 0
    desk.publicar(old)
    assert desk.ranking() == [(1, 9500.0)]
    desk.check()


@pytest.mark.cenario("D-4/T9")
@pytest.mark.cenario("D-4/E3.6-2")
@pytest.mark.parametrize(
    "field",
    ["demanda_id", "categoria_id", "nivel_precedencia", "score_horizontal", "unidade_civica_id"],
)
def test_an_incomplete_category_never_enters_the_log(desk: Desk, field: str) -> None:
    """design.md 5: publishing validates, and names the field; nothing is written."""
    event = categorizada(1)
    del event.payload[field]
    with pytest.raises(UserFacingError) as refused:
        desk.engine.publicar("FONTE", event)
    assert refused.value.params["campo"] == field
    assert desk.office.events() == []


@pytest.mark.cenario("D-4/T10")
@pytest.mark.cenario("D-4/E3.6-3")
def test_without_a_situational_weight_the_weight_is_one(desk: Desk) -> None:
    """G-077: for a unit and for a level; that it is the default is told by the set, since a log
    line for every demand of an office without weights of its own would hide the others."""
    desk.carregar(conjunto("v1", situacionais={1: {1: "0.5"}}))
    desk.publicar(categorizada(1), categorizada(2, nivel=2), categorizada(3, u=2))
    weights = [e.payload["breakdown"]["peso_situacional"] for e in desk.said("demanda.ranqueada")]
    assert weights == [0.5, 1, 1]
    in_force = desk.read(queries.read_in_force).parametros
    missing = [(1, 1), (1, 2), (2, 1)]
    assert [in_force.is_situacional_padrao(unidade(u), nivel) for u, nivel in missing] == [
        False, True, True,
    ]  # fmt: skip


@pytest.mark.cenario("D-4/T11")
@pytest.mark.cenario("D-4/T12")
@pytest.mark.cenario("D-4/E3.6-6")
@pytest.mark.cenario("D-4/E3.6-7")
@pytest.mark.parametrize("tipo", ["demanda.ranqueada", "ranking.atualizado"])
def test_a_failing_publication_leaves_nothing_half_done(
    desk: Desk, tipo: str, expect_log: Any
) -> None:
    """design.md 2: no row, no other output; the event is parked with its reason, and after the
    retry there is one row and one event of each kind."""

    def fails(event: Any, context: Any) -> Any:
        reaction = RANKING.react["demanda.categorizada"].fn
        return [
            replace(new, payload={**new.payload, "versao_parametros": "não é um rótulo"})
            if isinstance(new, NewEvent) and new.tipo == tipo
            else new
            for new in reaction(event, context)
        ]

    broken(desk, "demanda.categorizada", fails)
    desk.publicar(categorizada(1), categorizada(2), categorizada(3, u=2))
    assert desk.said() == []
    assert desk.rows("d4_rankings", "demanda_id") == []
    assert desk.dead_letters() == [("D-4", "react", "demanda.categorizada")] * 3
    healed(desk)
    assert desk.dead_letters() == []
    assert desk.ranking() == [(1, 9500.0), (2, 9500.0)]
    assert [(n, place) for n, _score, place, _total in desk.ranked()] == [(1, 1), (2, 2), (3, 1)]
    assert [told[:3] for told in desk.told()] == [(1, TOPO, 1), (1, TOPO, 2), (2, TOPO, 3)]
    desk.check()


@pytest.mark.cenario("D-4/E3.6-5")
def test_a_row_that_cannot_be_written_parks_the_event(desk: Desk, expect_log: Any) -> None:
    """G-081 and design.md 2: memory is dropped with the rollback, never ahead of the tables."""

    def fails(event: Any, db: Any) -> None:
        RANKING.apply["demanda.ranqueada"](event, db)
        raise ValueError("the row cannot be written")

    desk.publicar(categorizada(1, score=50))
    apply = {**RANKING.apply, "demanda.ranqueada": fails}
    desk.office.colonies = (SOURCE, replace(RANKING, apply=apply))
    desk.office.restart()
    desk.publicar(categorizada(2, score=99))
    assert desk.rows("d4_rankings", "demanda_id") == [(demanda(1),)]
    assert ("D-4", "apply", "demanda.ranqueada") in desk.dead_letters()
    healed(desk)
    desk.publicar(categorizada(3, score=40))
    assert desk.ranking() == [(2, 9900.0), (1, 5000.0), (3, 4000.0)]
    assert desk.ranked()[-1] == (3, 4000.0, 3, 3)
    desk.check()


@pytest.mark.cenario("D-4/T13")
@pytest.mark.cenario("D-4/T22")
@pytest.mark.cenario("D-4/E3.6-8")
def test_after_a_restart_the_order_is_read_from_the_tables(desk: Desk) -> None:
    fill(desk, 12)
    told = len(desk.told())
    desk.office.restart()
    desk.publicar(categorizada(99, score=85))
    # Demand 6 has the same score: the id decides, and 99 comes after it.
    assert desk.ranked()[-1] == (99, 8500.0, 7, 13)
    assert desk.told()[told:] == [(1, TOPO, 99, [1, 2, 3, 4, 5, 6, 99, 7, 8, 9], 13)]
    desk.office.restart()
    desk.publicar(categorizada(98, score=99))
    # The top of before is known after a restart, too.
    assert desk.told()[-1][:3] == (1, PRIMEIRA, 98)


@pytest.mark.cenario("D-4/T17")
def test_the_stub_of_later_parameters_is_passed_over(desk: Desk) -> None:
    desk.publicar(categorizada(1))
    before = desk.office.dump()
    payload = {"parametros": {"pesos": [1, 2]}, "versao": "fase-2"}
    desk.publicar(NewEvent("parâmetros.atualizados", payload, sujeito="fase-2"))
    assert desk.office.dump() == before
    assert desk.said()[-1].tipo == "ranking.atualizado"
    assert desk.offset("parâmetros.atualizados").aplicado_ate == len(desk.office.events())


@pytest.mark.cenario("D-4/T20")
@pytest.mark.cenario("D-4/T21")
def test_a_restart_in_the_middle_answers_what_is_left_and_nothing_twice(desk: Desk) -> None:
    """G-080: what was answered is not answered again; three of five are."""
    desk.publicar(categorizada(1), categorizada(2, score=90))
    desk.office.stop()
    # Three more enter while nobody reacts.
    guest = desk.office.engine()
    guest.desativar("D-4").result()
    desk.publicar(*(categorizada(n, score=n) for n in (3, 4, 5)))
    desk.office.restart()
    desk.engine.ativar("D-4").result()
    desk.engine.aguardar_ocioso()
    assert [n for n, *_ in desk.ranked()] == [1, 2, 3, 4, 5]
    assert len(desk.told()) == 5
    assert len(desk.rows("d4_rankings", "demanda_id")) == 5
    assert len({event.event_id for event in desk.office.events()}) == len(desk.office.events())
    desk.check()


@pytest.mark.cenario("D-4/E3.6-4")
@pytest.mark.parametrize("nivel", [0, 6, 2.5, "1"])
def test_a_level_that_does_not_exist_never_enters_the_log(desk: Desk, nivel: Any) -> None:
    """G-078 and design.md 5: refused at publishing, where the field is named, instead of parked."""
    with pytest.raises(UserFacingError) as refused:
        desk.engine.publicar("FONTE", categorizada(1, nivel_precedencia=nivel))
    assert refused.value.params["campo"] == "nivel_precedencia"
    assert desk.office.events() == []
