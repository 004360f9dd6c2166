"""Refold and rebuild: put a colony's projections together again from the log.

A mark in ``kernel_redobra`` says which fold key of which colony is out of date; marked keys are
refolded before the colony reacts or takes a command. The key ``*`` is the whole colony. A
rebuild is one transaction: cancelled or killed, the old tables stand. Source: design.md 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from sqlalchemy import Table, bindparam, column, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from core.kernel.colony import EVERYTHING
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import Stepper
from core.kernel.event import Event
from core.kernel.ids import uuid_bytes
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.log_read import TypedScan, count_after, read_many
from core.kernel.store.statement import Statement

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]
CHUNK: Final = 500

_R = t.kernel_redobra
_COLUMNS: Final = [column_.name for column_ in _R.columns]
_MARK: Final = {
    "sqlite": Statement(sqlite.insert(_R).on_conflict_do_nothing(), _COLUMNS),
    "postgresql": Statement(postgresql.insert(_R).on_conflict_do_nothing(), _COLUMNS),
}
_UNMARK: Final = Statement(
    delete(_R).where(_R.c.colonia == bindparam("k_colonia"), _R.c.chave == bindparam("k_chave"))
)
_UNMARK_ALL: Final = Statement(delete(_R).where(_R.c.colonia == bindparam("k_colonia")))
_MARKED: Final = Statement(select(_R.c.colonia, _R.c.chave).order_by(_R.c.colonia, _R.c.chave))
_FEEDS: Final = Statement(select(func.count()).select_from(t.kernel_feeds))
_BY_SUBJECT: Final = Statement(
    select(t.event_log.c.sequence_number, t.event_log.c.tipo)
    .join(
        t.event_assuntos,
        t.event_assuntos.c.sequence_number == t.event_log.c.sequence_number,
    )
    .where(t.event_assuntos.c.assunto == bindparam("assunto"))
    .order_by(t.event_log.c.altura, t.event_log.c.event_hash)
)
_ORDER: Final = Statement(
    select(t.event_log.c.sequence_number, t.event_log.c.tipo).order_by(
        t.event_log.c.altura, t.event_log.c.event_hash
    )
)


class RebuildCancelled(Exception):
    """The person stopped a rebuild; the old tables stand."""


class Refolder:
    """Marks and their refold, for all colonies of an engine."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._marked: dict[str, set[str]] = {}
        self._clear: dict[tuple[str, str], Statement] = {}

    # -- marks -----------------------------------------------------------------------------

    def load(self, runtimes: Sequence[ColonyRuntime]) -> None:
        """Read the marks; a colony of another version or subscription is marked as a whole."""
        rows = _MARKED.run(self._writer.cursor, self._writer.dialect).fetchall()
        self._marked = {}
        for colony_id, key in rows:
            self._marked.setdefault(colony_id, set()).add(key)
        for runtime in runtimes:
            if not runtime.current and EVERYTHING not in self._marked.get(runtime.id, ()):
                self.mark(runtime.id, [EVERYTHING])

    def mark(self, colony_id: str, keys: Iterable[str]) -> None:
        """Mark fold keys in the running transaction."""
        for key in keys:
            _MARK[self._writer.dialect].run(
                self._writer.cursor, self._writer.dialect, {"colonia": colony_id, "chave": key}
            )
            self._marked.setdefault(colony_id, set()).add(key)

    def is_marked(self, colony_id: str) -> bool:
        """True while something of the colony is out of date."""
        return bool(self._marked.get(colony_id))

    # -- refold ----------------------------------------------------------------------------

    def refold_next(self, stepper: Stepper) -> bool:
        """Refold one marked key of any active colony; False when none is marked."""
        if not self._marked:
            return False
        for runtime in stepper.runtimes:
            if runtime.active and self._marked.get(runtime.id):
                self._refold_one(runtime, stepper)
                return True
        return False

    def refold_all_of(self, runtime: ColonyRuntime, stepper: Stepper) -> None:
        """Refold everything marked of a colony, before it decides."""
        while self._marked.get(runtime.id):
            self._refold_one(runtime, stepper)

    def _refold_one(self, runtime: ColonyRuntime, stepper: Stepper) -> None:
        keys = self._marked[runtime.id]
        if EVERYTHING in keys:
            self.rebuild(runtime, stepper)
            return
        key = min(keys)
        self._refold_key(runtime, stepper, key)
        params = {"k_colonia": runtime.id, "k_chave": key}
        _UNMARK.run(self._writer.cursor, self._writer.dialect, params)
        keys.discard(key)
        if not keys:
            del self._marked[runtime.id]

    def _refold_key(self, runtime: ColonyRuntime, stepper: Stepper, key: str) -> None:
        cursor, dialect = self._writer.cursor, self._writer.dialect
        released = _forget_parked(
            runtime, stepper, lambda event: key in runtime.colony.dobra(event)
        )
        for table in _projections(runtime):
            self._delete_key(runtime, table).run(cursor, dialect, {"k_dobra": key})
        runtime.db.drop_memory()
        rows = _BY_SUBJECT.run(cursor, dialect, {"assunto": uuid_bytes(key)}).fetchall()
        positions = [row[0] for row in rows if row[1] in runtime.types]
        for event in _in_order(self._writer, positions):
            if event.sequence_number > runtime.applied or event.sequence_number in released:
                continue
            if key in runtime.colony.dobra(event):
                _apply_again(runtime, stepper, event)

    def _delete_key(self, runtime: ColonyRuntime, table: Table) -> Statement:
        found = self._clear.get((runtime.id, table.name))
        if found is None:
            fold_column = runtime.colony.dobra_coluna[table.name]
            found = self._clear[runtime.id, table.name] = Statement(
                delete(table).where(column(fold_column) == bindparam("k_dobra"))
            )
        return found

    # -- rebuild ---------------------------------------------------------------------------

    def rebuild(
        self,
        runtime: ColonyRuntime,
        stepper: Stepper,
        progress: Progress = lambda _done, _total: None,
        cancelled: Cancelled = lambda: False,
    ) -> int:
        """Delete the colony's projections and apply everything again; the events applied.

        Args:
            runtime: the colony.
            stepper: the engine's steps.
            progress: (done, total) after every chunk.
            cancelled: asked after every chunk.

        Raises:
            RebuildCancelled: the caller must roll back.
        """
        cursor, dialect = self._writer.cursor, self._writer.dialect
        released = _forget_parked(runtime, stepper, lambda _event: True)
        for table in reversed(_projections(runtime)):
            Statement(delete(table)).run(cursor, dialect)
        runtime.db.drop_memory()
        runtime.applied = 0
        total = count_after(cursor, dialect, sorted(runtime.types), 0)
        done = 0
        for events in self._all_events(runtime):
            for event in events:
                if event.sequence_number not in released:
                    _apply_again(runtime, stepper, event)
            done += len(events)
            last = max(event.sequence_number for event in events)
            runtime.applied = max(runtime.applied, last)
            progress(done, total)
            if cancelled():
                raise RebuildCancelled(runtime.id)
        runtime.dirty = True
        runtime.set_state(active=runtime.active)
        stepper.caught_up(runtime)
        _UNMARK_ALL.run(cursor, dialect, {"k_colonia": runtime.id})
        self._marked.pop(runtime.id, None)
        return done

    def _all_events(self, runtime: ColonyRuntime) -> Iterator[list[Event]]:
        """The colony's events in fold order, by chunks; log order while there is one feed."""
        cursor, dialect = self._writer.cursor, self._writer.dialect
        if _FEEDS.run(cursor, dialect).fetchone()[0] == 1:
            scan = TypedScan(sorted(runtime.types), 0)
            while events := scan.chunk(cursor, dialect, CHUNK):
                yield events
            return
        rows = _ORDER.run(cursor, dialect).fetchall()
        positions = [row[0] for row in rows if row[1] in runtime.types]
        for start in range(0, len(positions), CHUNK):
            yield _read_in_order(self._writer, positions[start : start + CHUNK])


def _projections(runtime: ColonyRuntime) -> list[Table]:
    return [table for table in runtime.colony.tables if table.info["classe"] == "projecao"]


def _apply_again(runtime: ColonyRuntime, stepper: Stepper, event: Event) -> None:
    """Apply without moving the position: it is a fold, not a delivery."""
    applied = runtime.applied
    stepper.apply(runtime, event)
    runtime.applied = applied


def _in_order(writer: Writer, positions: Sequence[int]) -> Iterator[Event]:
    for start in range(0, len(positions), CHUNK):
        yield from _read_in_order(writer, positions[start : start + CHUNK])


def _read_in_order(writer: Writer, positions: Sequence[int]) -> list[Event]:
    """Events in the given order, read in rising order."""
    found = read_many(writer.cursor, writer.dialect, sorted(positions))
    by_position = {event.sequence_number: event for event in found}
    return [by_position[position] for position in positions]


def _forget_parked(
    runtime: ColonyRuntime, stepper: Stepper, concerns: Callable[[Event], bool]
) -> set[int]:
    """Drop the apply dead letters that a fold delivers anew; positions to leave out for ever."""
    released: set[int] = set()
    rows = stepper.parking.rows(runtime.id, "apply")
    if not rows:
        return released
    events = stepper.events_at([row.sequence_number for row in rows])
    for row in rows:
        if row.estado == "liberado":
            released.add(row.sequence_number)
        elif concerns(events[row.sequence_number]):
            stepper.parking.resolve(row)
    runtime.parked_apply = stepper.parking.keys_before(runtime.id, "apply", 1 << 62)
    return released
