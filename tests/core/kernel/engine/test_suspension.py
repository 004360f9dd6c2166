"""Decisions wait while an event that they depend on is not understood, and come in order after it."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import delete, insert

from core.kernel.colony import Authority, Deadlines
from core.kernel.engine.redelivery import Redelivered
from core.kernel.engine.suspension import CRITICAL_UNKNOWN, Suspension, critical_unknown
from core.kernel.store import tables as t
from core.kernel.store.statement import Statement
from tests.support.office import Office, demanda, entrou, pedido
from tests.support.toy_colonies import T1, T2, T3

DRAWN = "brinquedo.sorteado"
DAY_MS = 86_400_000
_NOTE = Statement(
    insert(t.kernel_sem_efeito), [column.name for column in t.kernel_sem_efeito.columns]
)
_FORGET = Statement(delete(t.kernel_sem_efeito))


def suspend(office: Office, motivo: str = CRITICAL_UNKNOWN) -> None:
    """As an import does: another row of the log is not understood."""
    row = {"sequence_number": 9_999, "estado": "adiado", "motivo": motivo}
    write(office, _NOTE, row)


def write(office: Office, statement: Statement, row: dict[str, object]) -> None:
    engine = office.engines[-1]

    def work() -> None:
        engine.cycle.begin()
        statement.run(engine.writer.cursor, engine.writer.dialect, row)
        engine.cycle.commit()
        engine.cycle.forget()

    engine.call(work).result()


def types(office: Office) -> list[str]:
    return [event.tipo for event in office.events()]


def states(office: Office) -> list[tuple[str, str, str, int]]:
    found = office.rows(
        "SELECT consumidor, fase, estado, tentativas FROM dead_letter_queue ORDER BY 1, 2"
    )
    return [tuple(row) for row in found]


def test_a_draw_waits_and_comes_after(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    suspend(office)
    engine.publicar("T-1", pedido(1), pedido(2))
    engine.aguardar_ocioso()
    assert DRAWN not in types(office)
    assert states(office) == [("T-2", "react", "suspenso", 0)] * 2
    assert office.rows("SELECT situacao FROM t1_pedidos") == [("aberto",)] * 2
    assert engine.reprocessar().result() == Redelivered(0, 2, 2)
    assert states(office) == [("T-2", "react", "suspenso", 0)] * 2, "waiting is no failed attempt"
    write(office, _FORGET, {})
    assert engine.reprocessar().result() == Redelivered(2, 0)
    (drawn,) = (event for event in office.events() if event.tipo == DRAWN)
    assert drawn.payload["demanda_id"] == demanda(1), "the first that waited"
    live = office.dump()
    engine.reconstruir().result()
    assert office.dump() == live


def test_it_survives_a_restart(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    suspend(office)
    engine.publicar("T-1", pedido(1))
    engine = office.restart()
    engine.aguardar_ocioso()
    engine.publicar("T-1", pedido(2))
    assert DRAWN not in types(office)
    assert [row[2] for row in states(office)] == ["suspenso", "suspenso"]
    write(office, _FORGET, {})
    office.restart().aguardar_ocioso()
    assert types(office).count(DRAWN) == 1
    assert states(office) == []


def test_what_is_merely_postponed_holds_nothing_back(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    suspend(office, "evento.adiado")
    engine.publicar("T-1", pedido(1))
    assert DRAWN in types(office)


def test_a_deadline_of_custody_waits_an_authors_does_not(office: Office) -> None:
    assert T3.deadlines is not None
    of_custody = Deadlines(T3.deadlines.table, Authority.CUSTODIA, T3.deadlines.fn)
    for colony, expected in ((T3, 1), (replace(T3, deadlines=of_custody), 0)):
        office.colonies = (T1, colony)
        engine = office.restart()
        write(office, _FORGET, {})
        suspend(office)
        before = types(office).count("brinquedo.prazo_vencido")
        engine.publicar("T-1", pedido(1 + expected))
        office.clock.advance(4 * DAY_MS)
        engine.aguardar_ocioso(trabalhos=True)
        assert types(office).count("brinquedo.prazo_vencido") - before == expected
    engine = office.engines[-1]
    assert ("T-3", "prazo", "suspenso", 0) in states(office)
    assert engine.reprocessar("T-3").result().suspensos == 1
    write(office, _FORGET, {})
    assert engine.reprocessar("T-3").result() == Redelivered(1, 0)
    assert types(office)[-1] == "brinquedo.prazo_vencido"


def test_one_that_waits_behind_a_failure_says_so_when_nothing_is_held_back(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    suspend(office)
    engine.publicar("T-1", pedido(1))
    write(office, _FORGET, {})

    def park_earlier() -> None:
        engine.cycle.begin_at_head()
        runtime = engine.cycle.stepper.runtime(T2.id)
        event = engine.cycle.stepper.events_at([1])[1]
        keys = engine.cycle.stepper.keys(runtime, event) | {demanda(1)}
        engine.cycle.stepper.parking.park(T2.id, "react", event, keys, "falhou", 0)
        for _ in range(4):
            row = engine.cycle.stepper.parking.row(T2.id, "react", 1)
            assert row is not None
            engine.cycle.stepper.parking.failed_again(row, "falhou", 0)
        engine.cycle.commit()
        engine.cycle.forget()

    engine.call(park_earlier).result()
    engine.reprocessar().result()
    assert sorted(row[2] for row in states(office)) == ["descartado", "esperando"]


def test_the_count_is_of_critical_ones(office: Office) -> None:
    engine = office.engine()
    suspend(office)
    reader = office.database.open_reader()
    try:
        assert critical_unknown(reader.cursor, reader.dialect) == 1
    finally:
        reader.close()
    assert isinstance(engine.cycle.stepper.suspension, Suspension)
