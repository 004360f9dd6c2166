"""What a step is given besides the event."""

from __future__ import annotations

from core.kernel.clock import format_timestamp
from core.kernel.colony import Context, Decisao
from tests.support.office import START_MS, Office, pedido
from tests.support.toy_colonies import T1


def test_head_is_what_the_next_event_names_as_prev(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine()
    seen: list[tuple[str | None, str | None]] = []

    def decide(context: Context) -> Decisao:
        seen.append(context.head())
        return Decisao(None, (pedido(len(seen)),))

    engine.executar("T-1", decide).result()
    engine.executar("T-1", decide).result()
    first, second = office.events()
    assert seen == [(None, None), (first.event_hash, first.event_id)]
    assert second.prev == first.event_hash


def test_clock_ids_and_randomness_are_the_offices(office: Office) -> None:
    engine = office.engine()
    context = engine.cycle.stepper.context(engine.cycle.stepper.runtime("T-1"))
    assert context.now() == format_timestamp(START_MS)
    one, two = context.new_id(), context.new_id()
    assert one != two
    assert len(context.random_bytes(8)) == 8
    assert context.db.dialect == office.database.dialect
