"""Deadlines: in order, once, at start and while running, and no other timer."""

from __future__ import annotations

from dataclasses import replace

from tests.support.faulty_colonies import Switch, failing_apply, failing_deadline
from tests.support.office import Office, demanda, encerrado, pedido
from tests.support.toy_colonies import T1, t3

HOUR = 3_600_000
DAY = 24 * HOUR
FEITO = "brinquedo.pedido_feito"


def fired(office: Office) -> list[str]:
    return [e.payload["demanda_id"] for e in office.events() if e.tipo == "brinquedo.prazo_vencido"]


def quiet(office: Office) -> None:
    """T-1 and T-3 with its deadline, without slow work."""
    office.colonies = (T1, replace(t3(), jobs={}))


def test_due_rows_fire_in_order_of_time_and_subject(office: Office) -> None:
    quiet(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(3))
    engine.publicar("T-1", pedido(2))  # the same moment: the smaller subject first
    office.clock.advance(-HOUR)
    engine.publicar("T-1", pedido(4))  # an hour earlier: the very first
    office.clock.advance(3 * DAY)
    engine.aguardar_ocioso()
    assert fired(office) == [demanda(4)]
    office.clock.advance(2 * HOUR)
    engine.aguardar_ocioso()
    assert fired(office) == [demanda(4), demanda(2), demanda(3)]


def test_nothing_fires_before_its_time_or_when_no_longer_due(office: Office) -> None:
    quiet(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    office.clock.advance(3 * DAY - 1)
    engine.aguardar_ocioso()
    assert fired(office) == []
    engine.publicar("T-1", encerrado(1))
    office.clock.advance(1)
    engine.aguardar_ocioso()
    assert fired(office) == [demanda(2)]


def test_what_fell_due_while_closed_fires_at_start_and_only_once(office: Office) -> None:
    quiet(office)
    office.engine().publicar("T-1", pedido(1))
    office.stop()
    office.clock.advance(4 * DAY)
    office.engine()
    assert fired(office) == [demanda(1)]
    office.restart()
    assert fired(office) == [demanda(1)]
    outcome = office.events()[-1]
    assert outcome.causa == office.events()[0].event_hash
    assert outcome.chave_derivacao == f"T-3/brinquedo.prazo_vencido/{demanda(1)}"


def test_a_running_engine_notices_by_itself(office: Office) -> None:
    quiet(office)
    engine = office.engine(inline=False)
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso()
    office.clock.advance(3 * DAY)
    engine.call(lambda: None).result()
    engine.aguardar_ocioso()
    assert fired(office) == [demanda(1)]


def test_a_rebuild_lets_nothing_fire_again(office: Office) -> None:
    quiet(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    office.clock.advance(3 * DAY)
    engine.aguardar_ocioso()
    live = office.dump()
    engine.reconstruir().result()
    engine.aguardar_ocioso()
    assert sorted(fired(office)) == [demanda(1), demanda(2)]
    assert office.dump() == live


def test_a_clock_that_goes_backwards_orders_and_undoes_nothing(office: Office) -> None:
    quiet(office)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    office.clock.advance(3 * DAY)
    engine.aguardar_ocioso()
    office.clock.advance(-30 * DAY)
    engine.publicar("T-1", pedido(2))
    engine.aguardar_ocioso()
    office.restart()
    assert fired(office) == [demanda(1)]
    sequences = [e.sequence_number for e in office.events()]
    assert sequences == list(range(1, len(sequences) + 1))
    assert [e.altura for e in office.events()] == sequences
    office.clock.advance(4 * DAY)
    office.engines[-1].aguardar_ocioso()
    assert fired(office) == [demanda(1), demanda(2)]


def test_a_row_that_a_refold_brings_is_seen(office: Office) -> None:
    """The apply position does not move in a refold, the due rows do."""
    switch = Switch({demanda(1)})
    quiet(office)
    office.colonies = (T1, failing_apply(office.colonies[1], FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.aguardar_ocioso()
    assert office.rows("SELECT count(*) FROM t3_prazos") == [(0,)]
    switch.failing.clear()
    office.clock.advance(3 * DAY)
    engine.reprocessar().result()
    engine.aguardar_ocioso()
    assert fired(office) == [demanda(1)]


def test_a_failing_deadline_is_parked_and_delivered_again(office: Office) -> None:
    switch = Switch({demanda(1)})
    quiet(office)
    office.colonies = (T1, failing_deadline(office.colonies[1], switch))
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", pedido(2))
    office.clock.advance(3 * DAY)
    engine.aguardar_ocioso()
    assert fired(office) == [demanda(2)]
    letters = "SELECT fase, sequence_number, estado, tentativas FROM dead_letter_queue"
    assert office.rows(letters) == [("prazo", 1, "pendente", 1)]
    engine.reprocessar().result()
    assert office.rows(letters) == [("prazo", 1, "pendente", 2)]
    switch.failing.clear()
    engine.reprocessar().result()
    assert office.rows(letters) == []
    assert fired(office) == [demanda(2), demanda(1)]


def test_a_deadline_waits_behind_a_parked_key(office: Office) -> None:
    """Its demand's state is not what the log says: deciding on it would be wrong."""
    switch = Switch({demanda(1)})
    quiet(office)
    office.colonies = (
        T1,
        failing_apply(office.colonies[1], "brinquedo.pedido_encerrado", switch),
    )
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.publicar("T-1", encerrado(1))
    office.clock.advance(3 * DAY)
    engine.aguardar_ocioso()
    assert fired(office) == []
    letters = "SELECT fase, sequence_number, estado FROM dead_letter_queue ORDER BY fase"
    assert office.rows(letters) == [("apply", 2, "pendente"), ("prazo", 1, "esperando")]
    switch.failing.clear()
    engine.reprocessar().result()
    engine.aguardar_ocioso()
    assert fired(office) == []  # closed by now: nothing is due
    assert office.rows(letters) == []
