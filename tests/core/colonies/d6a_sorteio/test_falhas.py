"""What goes wrong: nothing half-done is visible, and after it there is one of everything.

The rows of the specification keep rows and lose events; here (design.md 2) a step is whole or not
there, the reason stands in the dead-letter queue, the position does not move, and the retry brings
exactly one row and one event.
"""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.d6a_sorteio import elegibilidade, rows, rules
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6a_sorteio.rules import Degrau, Rodada
from core.kernel.engine.consumer_offset import consumer_offsets
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent, SealPoint
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    DAY_MS,
    OUTRO_BAIRRO,
    SOURCE,
    Desk,
    agregada,
    cadastrado,
    ciclo,
    disponivel,
    number,
    recusada,
)
from tests.support.office import conselheiro, demanda, unidade


@pytest.fixture
def desk(sqlite_desk: Desk) -> Desk:
    """SQLite alone: none of this depends on the database."""
    return sqlite_desk


def fails(*_args: Any, **_more: Any) -> Any:
    raise ValueError("o disco mordeu a cauda")


def reacted(desk: Desk, tipo: str = "agenda.item_disponível") -> int | None:
    """How far D-6a has reacted to a type."""
    reader = desk.office.database.open_reader()
    try:
        found = consumer_offsets(reader.cursor, reader.dialect, SORTEIO)
    finally:
        reader.close()
    return next(row.reagido_ate for row in found if row.tipo == tipo)


def without(event: NewEvent, field: str) -> NewEvent:
    """The event with a field left out."""
    payload = {name: value for name, value in event.payload.items() if name != field}
    return NewEvent(event.tipo, payload, event.sujeito)


@pytest.mark.cenario("D-6a/T15")
@pytest.mark.cenario("D-6a/T16")
@pytest.mark.cenario("D-6a/E3.13-7")
@pytest.mark.cenario("D-6a/E3.6-1")
@pytest.mark.parametrize(
    ("event", "field"),
    [
        (disponivel(1), "demanda_id"),
        (disponivel(1), "unidade_civica_id"),
        (cadastrado(1), "conselheiro_id"),
        (ciclo(conselheiro(1), 1), "motivo_encerramento"),
        (recusada(conselheiro(1), 1), "unidade_civica_id"),
        (agregada(1, 2), "agregado_id"),
        (agregada(1, 2), "representante_demanda_id"),
    ],
)
def test_an_incomplete_payload_never_gets_into_the_log(
    sqlite_desk: Desk, event: NewEvent, field: str
) -> None:
    """Not discarded by the handler: refused at the door, with the field named (design.md 5)."""
    desk = sqlite_desk
    before = desk.office.events()
    with pytest.raises(UserFacingError) as refused:
        desk.publicar(without(event, field))
    assert field in str(refused.value.params)
    assert desk.office.events() == before
    desk.publicar(cadastrado(1), disponivel(1))
    assert desk.pairs() == [(1, 1)]
    desk.check()


@pytest.mark.cenario("D-6a/T20")
@pytest.mark.cenario("D-6a/E3.13-18")
def test_a_draw_that_cannot_be_published_is_not_half_made(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.publicar(cadastrado(1), disponivel(9, 99))
    before = reacted(desk)
    assert before is not None
    with monkeypatch.context() as broken:
        broken.setattr(rules, "sortear", fails)
        desk.publicar(disponivel(1))
    assert (desk.pairs(), desk.assignments(1), desk.status(1)) == ([], [], ["disponivel"])
    assert desk.waiting() == [9, 1]  # seen to wait, and by no means lost
    ((who, phase, tipo, _error),) = desk.dead_letters()
    assert (who, phase, tipo) == ("D-6a", "react", "agenda.item_disponível")
    assert reacted(desk) == before
    desk.office.restart().aguardar_ocioso()
    assert desk.pairs() == [(1, 1)]
    assert desk.assignments(1) == [(1, "ativa", None)]
    desk.check()


@pytest.mark.cenario("D-6a/T21")
@pytest.mark.cenario("D-6a/E3.13-19")
def test_a_lack_that_cannot_be_published_is_told_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(elegibilidade, "why_nobody", fails)
        desk.publicar(disponivel(1))
    assert desk.lacks() == []
    assert desk.waiting() == [1]
    assert [row[:3] for row in desk.dead_letters()] == [("D-6a", "react", "agenda.item_disponível")]
    desk.office.restart().aguardar_ocioso()
    desk.office.restart().aguardar_ocioso()
    assert desk.lacks() == [(1, "nenhum_cadastrado")]
    desk.check()


def test_a_demand_whose_reaction_is_parked_is_drawn_by_whoever_comes_free(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(elegibilidade, "why_nobody", fails)
        desk.publicar(disponivel(1))
        desk.publicar(cadastrado(1))
    assert desk.pairs() == [(1, 1)]
    desk.office.restart().aguardar_ocioso()
    assert (desk.pairs(), desk.lacks()) == ([(1, 1)], [])
    desk.check()


@pytest.mark.cenario("D-6a/E3.13-8")
def test_a_registration_that_fails_is_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(rows, "write_councillor", fails)
        desk.publicar(cadastrado(1), disponivel(1))
    assert [row[:3] for row in desk.dead_letters()] == [
        ("D-6a", "apply", "conselheiro.cadastrado"),
        ("D-6a", "react", "conselheiro.cadastrado"),
    ]
    assert desk.office.rows("SELECT * FROM d6a_conselheiros") == []
    desk.office.restart().aguardar_ocioso()
    assert desk.pairs() == [(1, 1)]
    desk.check()


@pytest.mark.cenario("D-6a/T10")
@pytest.mark.cenario("D-6a/E3.13-4")
def test_a_registration_again_changes_nothing(desk: Desk) -> None:
    """T10: the command refuses a second registration of a person (see test_api); the same id in
    the log again leaves the first one as it is (G-122).
    """
    desk.publicar(cadastrado(1), disponivel(1), cadastrado(1), cadastrado(1, CIDADE))
    assert desk.row(1).unidade_civica_id == unidade(BAIRRO)
    assert desk.status(1) == ["ocupado"]
    assert desk.read_count() == {"ocupado": 1}
    desk.check()


def draw_of(desk: Desk, n: int, c: int, u: int = BAIRRO) -> NewEvent:
    """A draw as another office might have sealed it."""
    (first, *_) = desk.said()
    payload = {
        **first.payload,
        "demanda_id": demanda(n),
        "conselheiro_id": conselheiro(c),
        "unidade_civica_id": unidade(u),
    }
    return NewEvent("conselheiro.sorteado", payload, demanda(n))


@pytest.mark.cenario("D-6a/E3.13-17")
def test_of_two_draws_the_first_in_the_log_holds(desk: Desk) -> None:
    """G-135. A draw told twice has its row once (conformance suite); two that contradict each
    other are no fault either: the first holds, on every node alike, and nothing is parked.
    """
    desk.publicar(cadastrado(1), cadastrado(2, OUTRO_BAIRRO), disponivel(1), disponivel(2))
    assert desk.pairs() == [(1, 1)]
    desk.publicar(draw_of(desk, 1, 2), draw_of(desk, 2, 1))
    assert desk.assignments(1) == [(1, "ativa", None)]
    assert desk.assignments(2) == []
    assert desk.status(1, 2) == ["ocupado", "disponivel"]
    assert desk.waiting() == [2]
    desk.check()


def test_a_draw_for_what_was_closed_binds_nobody(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2), agregada(3, 2))
    desk.publicar(cadastrado(2))
    desk.publicar(draw_of(desk, 2, 2))
    assert desk.status(2) == ["disponivel"]
    desk.check()


def test_a_draw_of_somebody_unknown_is_kept(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2))
    desk.publicar(draw_of(desk, 2, 9))
    assert desk.assignments(2) == [(9, "ativa", None)]
    assert desk.waiting() == []
    desk.publicar(recusada(conselheiro(9), 2), ciclo(conselheiro(1), 1))
    assert desk.pairs()[-1] == (2, 1)
    desk.check()


@pytest.mark.cenario("D-6a/E3.13-21")
def test_the_first_event_of_a_feed_takes_its_cause_for_a_base() -> None:
    """Where the row has a random identifier: what nobody can choose is better. It is published, so
    the draw is recomputed like any other; a header without ``prev`` says that it is no link.
    """
    pool = [Degrau(unidade(1), (conselheiro(1), conselheiro(2), conselheiro(3)))]
    moment = "2026-01-01T00:00:00.000Z"
    told = []
    for _ in range(2):
        at_seal = Rodada().plan(pool, demanda(7))
        assert at_seal is not None
        told.append(at_seal(SealPoint(None, None, moment)))
    assert told[0] == told[1]
    assert told[0]["seed_base_event_id"] == demanda(7)


@pytest.mark.cenario("D-6a/T25")
def test_after_a_restart_only_what_is_left_is_done(desk: Desk) -> None:
    """Ten events, six done; suspensions, queue and busy councillors come out as they should."""
    desk.publicar(cadastrado(1), disponivel(1))
    for n in (2, 3, 4, 5):
        desk.publicar(recusada(desk.winner(n - 1), n - 1), disponivel(n))
    assert desk.status(1) == ["suspenso"]
    done = len(desk.said())
    desk.office.stop()
    desk.office.clock.advance(91 * DAY_MS)
    desk.office.colonies = (SOURCE,)  # D-6a is away
    desk.publicar(cadastrado(2), disponivel(6), disponivel(1), agregada(6, 3))
    assert len(desk.said()) == done
    desk.office.stop()
    desk.office.colonies = (SOURCE, SORTEIO)
    desk.office.engine().aguardar_ocioso()
    # What was missed comes first: the new one is drawn for the first that waits, the suspended one,
    # whose time is over, for what was announced meanwhile.
    assert desk.pairs()[done:] == [(1, 2), (6, 1)]
    assert desk.waiting() == [2, 4, 5]
    assert desk.status(1, 2) == ["ocupado", "ocupado"]
    events = len(desk.office.events())
    desk.office.restart().aguardar_ocioso()
    assert len(desk.office.events()) == events
    desk.check()


def test_the_stub_of_a_later_phase_changes_nothing(desk: Desk) -> None:
    payload = {"unidade_civica_id": unidade(BAIRRO), "versao_parametros": "1"}
    desk.publicar(cadastrado(1))
    live = desk.office.dump()
    desk.publicar(NewEvent("conselheiro.elegibilidade_atualizada", payload, unidade(BAIRRO)))
    assert desk.office.dump() == live
    desk.check()


def test_historical_load_draws_nothing_twice(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2), recusada(conselheiro(1), 1))
    events = len(desk.office.events())
    desk.engine.carregar_historico("D-6a").result()
    desk.engine.aguardar_ocioso()
    assert len(desk.office.events()) == events
    assert [number(e.payload["demanda_id"]) for e in desk.said()] == [1, 2]
    desk.check()
