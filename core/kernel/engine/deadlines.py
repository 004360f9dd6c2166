"""Deadlines: react once to each due row, in order (vence_em, sujeito); no other timer acts.

A handled row is remembered, because its reaction may find that nothing is due any more and
publish nothing, and a rebuild brings the row back. Source: design.md 3, Time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from sqlalchemy import and_, bindparam, delete, exists, insert, select

from core.kernel.clock import Clock, format_timestamp
from core.kernel.colony import Deadline
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import StepFailed, Stepper
from core.kernel.errors import EnvironmentFault
from core.kernel.event import Event
from core.kernel.store import tables as t
from core.kernel.store.database import Database, Writer
from core.kernel.store.log_append import find_hash
from core.kernel.store.log_read import read_one
from core.kernel.store.statement import Statement

_H = t.kernel_prazos_tratados
_HANDLED: Final = Statement(insert(_H), [column.name for column in _H.columns])

_UNHANDLED: Final = Statement(delete(_H).where(_H.c.colonia == bindparam("k_colonia")))

Row = tuple[str, str, bytes]
"""(vence_em, sujeito, evento)."""
_AT_ONCE: Final = 200


class Deadliner:
    """Finds the due rows of all colonies. ``next_due`` is None when nothing is waiting."""

    def __init__(
        self, database: Database, writer: Writer, clock: Clock, runtimes: Sequence[ColonyRuntime]
    ) -> None:
        self._database = database
        self._writer = writer
        self._clock = clock
        self._runtimes = [runtime for runtime in runtimes if runtime.colony.deadlines]
        self._first: dict[str, Statement] = {
            runtime.id: _first_row(runtime) for runtime in self._runtimes
        }
        self._of_event: dict[str, Statement] = {
            runtime.id: _rows_of_event(runtime) for runtime in self._runtimes
        }
        # Colony -> (last apply, refolds, earliest open rows): asked again only when rows moved. The
        # search walks past every row that was handled, so it brings many at once.
        self._known: dict[str, tuple[int, int, deque[Row]]] = {}

    def reset(self) -> None:
        """Forget what was read before a rollback or another process's write."""
        self._known.clear()

    def earliest(self) -> tuple[ColonyRuntime, Row] | None:
        """(colony, (vence_em, sujeito, evento)) of the row that falls due first."""
        best: tuple[ColonyRuntime, Row] | None = None
        for runtime in self._runtimes:
            if not runtime.active:
                continue
            known = self._known.get(runtime.id)
            if known is None or known[0] != runtime.applied or known[1] != runtime.folds:
                rows = (
                    self._first[runtime.id]
                    .run(self._writer.cursor, self._writer.dialect, {"k_colonia": runtime.id})
                    .fetchall()
                )
                found = deque((row[0], row[1], bytes(row[2])) for row in rows)
                known = self._known[runtime.id] = (runtime.applied, runtime.folds, found)
            if known[2] and (best is None or known[2][0] < best[1]):
                best = (runtime, known[2][0])
        return best

    def react_next(self, stepper: Stepper) -> bool:
        """React to the earliest row if it is due; True when there was one."""
        found = self.earliest()
        if found is None or found[1][0] > format_timestamp(self._clock.now_ms()):
            return False
        runtime, (due, subject, event_hash) = found
        event = self._event(event_hash)
        deadlines = runtime.colony.deadlines
        assert deadlines is not None  # only colonies with deadlines have rows
        if event is not None and not stepper.deadline_waits(runtime, event, deadlines.authority):
            self._react(stepper, runtime, Deadline(subject, event, due))
        self.handled(runtime, subject, event_hash)
        return True

    def react_again(self, stepper: Stepper, runtime: ColonyRuntime, event: Event) -> None:
        """React once more to an event's rows that are due: a redelivery.

        Raises:
            StepFailed: the caller rolls back.
        """
        event_hash = bytes.fromhex(event.event_hash)
        now = format_timestamp(self._clock.now_ms())
        rows = (
            self._of_event[runtime.id]
            .run(self._writer.cursor, self._writer.dialect, {"k_evento": event_hash})
            .fetchall()
        )
        for due, subject in rows:
            if due <= now:
                self._react(stepper, runtime, Deadline(subject, event, due))

    def _event(self, event_hash: bytes) -> Event | None:
        sequence = find_hash(self._writer.cursor, self._writer.dialect, event_hash)
        if sequence is None:
            return None
        return read_one(self._writer.cursor, self._writer.dialect, sequence)

    def handled(self, runtime: ColonyRuntime, subject: str, event_hash: bytes) -> None:
        """Remember that a row was reacted to, or that its reaction is parked."""
        known = self._known.get(runtime.id)
        if known is not None and len(known[2]) > 1 and known[2][0][1:] == (subject, event_hash):
            known[2].popleft()
        else:
            self._known.pop(runtime.id, None)
        _HANDLED.run(
            self._writer.cursor,
            self._writer.dialect,
            {"colonia": runtime.id, "sujeito": subject, "evento": event_hash},
        )

    def open_all(self, runtime: ColonyRuntime) -> None:
        """Let every row of a colony fall due once more: the historical load."""
        self._known.pop(runtime.id, None)
        _UNHANDLED.run(self._writer.cursor, self._writer.dialect, {"k_colonia": runtime.id})

    def _react(self, stepper: Stepper, runtime: ColonyRuntime, deadline: Deadline) -> None:
        deadlines = runtime.colony.deadlines
        event = deadline.evento
        if deadlines is None or event.sequence_number <= runtime.installed:
            return
        if not stepper.may_react(runtime.colony, deadlines.authority, event):
            return
        try:
            outcome = deadlines.fn(deadline, stepper.context(runtime))
            if outcome:
                stepper.publish_reaction(runtime, event, outcome)
        except Exception as error:
            # Of the environment, be it the database or a file that a colony reads: not parked.
            if isinstance(error, EnvironmentFault) or self._database.fault(error) is not None:
                raise
            raise StepFailed(runtime, event, error, deadline=deadline) from error


def _rows_of_event(runtime: ColonyRuntime) -> Statement:
    deadlines = runtime.colony.deadlines
    assert deadlines is not None  # only colonies with deadlines get here
    columns = deadlines.table.c
    return Statement(
        select(columns.vence_em, columns.sujeito)
        .where(columns.evento == bindparam("k_evento"))
        .order_by(columns.vence_em, columns.sujeito)
    )


def _first_row(runtime: ColonyRuntime) -> Statement:
    deadlines = runtime.colony.deadlines
    assert deadlines is not None  # only colonies with deadlines get here
    table = deadlines.table
    handled = exists().where(
        and_(
            _H.c.colonia == bindparam("k_colonia"),
            _H.c.sujeito == table.c.sujeito,
            _H.c.evento == table.c.evento,
        )
    )
    return Statement(
        select(table.c.vence_em, table.c.sujeito, table.c.evento)
        .where(~handled)
        .order_by(table.c.vence_em, table.c.sujeito)
        .limit(_AT_ONCE)
    )
