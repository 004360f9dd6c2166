"""Events without effect: hidden once, shown again, and left out of what colonies read."""

from __future__ import annotations

from core.kernel.ids import uuid_bytes
from core.kernel.store.log_read import TypedScan, count_after
from core.sync.importing.without_effect import WithoutEffect
from tests.support.office import Office, pedido

TIPO = "brinquedo.pedido_feito"


def test_what_is_hidden_is_not_read_by_type(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", pedido(1), pedido(2))
    first = next(event for event in office.events() if event.tipo == TIPO)
    cycle, writer = engine.cycle, engine.writer
    cycle.begin()
    hidden = WithoutEffect(writer.cursor, writer.dialect)
    assert hidden.hide(first.sequence_number, "sem_efeito", "evento.repetido")
    assert not hidden.hide(first.sequence_number, "contestado", "feed.bifurcado")
    assert hidden.state(first.sequence_number) == ("sem_efeito", "evento.repetido")
    assert hidden.of_reason("evento.repetido") == [first.sequence_number]
    found = TypedScan([TIPO], 0).chunk(writer.cursor, writer.dialect)
    assert [event.payload["demanda_id"] for event in found] == [pedido(2).payload["demanda_id"]]
    assert count_after(writer.cursor, writer.dialect, [TIPO], 0) == 1
    hidden.show(first.sequence_number)
    assert hidden.state(first.sequence_number) is None
    assert count_after(writer.cursor, writer.dialect, [TIPO], 0) == 2
    cycle.abort()


def test_rivals_are_those_of_one_identity_that_the_program_can_judge(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    first = next(event for event in office.events() if event.tipo == TIPO)
    cycle, writer = engine.cycle, engine.writer
    cycle.begin()
    hidden = WithoutEffect(writer.cursor, writer.dialect)

    def same() -> list[int]:
        groups = hidden.rivals(uuid_bytes(first.event_id), None, None)
        return [rival.sequence_number for group in groups for rival in group]

    assert same() == [first.sequence_number]
    hidden.hide(first.sequence_number, "contestado", "feed.bifurcado")
    assert same() == [first.sequence_number]  # contested, it still came first
    hidden.show(first.sequence_number)
    hidden.hide(first.sequence_number, "adiado", "evento.adiado")
    assert same() == []
    assert hidden.hide_from(first.no, 0, first.seq + 1, "contestado", "feed.bifurcado") == []
    cycle.abort()
