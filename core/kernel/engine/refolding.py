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
from core.kernel.store.log_read import TypedScan, count_after, has_effect, read_many
from core.kernel.store.statement import Statement, in_pieces

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
    .where(
        t.event_assuntos.c.assunto == bindparam("assunto"),
        has_effect(t.event_log.c.sequence_number),
    )
    .order_by(t.event_log.c.altura, t.event_log.c.event_hash)
)
_ORDER: Final = Statement(
    select(t.event_log.c.sequence_number, t.event_log.c.tipo)
    .where(has_effect(t.event_log.c.sequence_number))
    .order_by(t.event_log.c.altura, t.event_log.c.event_hash)
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

    def load(self, runtimes: Sequence[ColonyRuntime]) -> bool:
        """Read the marks; a colony of another version or subscription is marked as a whole.

        Returns:
            True when a mark was written.
        """
        self._marked = {}
        for colony_id, key in in_pieces(_MARKED.run(self._writer.cursor, self._writer.dialect)):
            self._marked.setdefault(colony_id, set()).add(key)
        changed = [
            runtime
            for runtime in runtimes
            if not runtime.current and EVERYTHING not in self._marked.get(runtime.id, ())
        ]
        for runtime in changed:
            self.mark(runtime.id, [EVERYTHING])
        return bool(changed)

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
        marked = self._marked[runtime.id]
        connected = None if EVERYTHING in marked else self._connected(runtime, min(marked))
        if connected is None:
            self.rebuild(runtime, stepper)
            return
        keys, events = connected
        self._refold_keys(runtime, stepper, keys, events)
        for key in keys & marked:
            params = {"k_colonia": runtime.id, "k_chave": key}
            _UNMARK.run(self._writer.cursor, self._writer.dialect, params)
        marked -= keys
        if not marked:
            del self._marked[runtime.id]

    def _connected(self, runtime: ColonyRuntime, first: str) -> tuple[set[str], list[Event]] | None:
        """The keys that have to be folded together with one, and their events in fold order.

        An event of two keys ties them: folded for one alone it would turn back the other's rows.
        None where only the whole colony will do.
        """
        cursor, dialect = self._writer.cursor, self._writer.dialect
        keys: set[str] = set()
        found: dict[int, Event] = {}
        waiting = [first]
        while waiting:
            key = waiting.pop()
            if key in keys:
                continue
            keys.add(key)
            try:
                subject = uuid_bytes(key)
            except ValueError:
                return None
            rows = _BY_SUBJECT.run(cursor, dialect, {"assunto": subject}).fetchall()
            positions = [row[0] for row in rows if row[1] in runtime.types and row[0] not in found]
            for event in read_many(cursor, dialect, sorted(positions)):
                folded = runtime.colony.dobra(event)
                if EVERYTHING in folded:
                    return None
                if key in folded:
                    found[event.sequence_number] = event
                    waiting.extend(folded - keys)
        return keys, sorted(found.values(), key=lambda event: (event.altura, event.event_hash))

    def _refold_keys(
        self, runtime: ColonyRuntime, stepper: Stepper, keys: set[str], events: Sequence[Event]
    ) -> None:
        cursor, dialect = self._writer.cursor, self._writer.dialect
        parked = _ParkedBefore(
            runtime, stepper, lambda event: not keys.isdisjoint(runtime.colony.dobra(event))
        )
        runtime.db.flush()
        if runtime.colony.desconta is not None:
            runtime.colony.desconta(frozenset(keys), runtime.db)
        for table in reversed(_projections(runtime)):
            statement = self._delete_key(runtime, table)
            for key in sorted(keys):
                statement.run(cursor, dialect, {"k_dobra": key})
        runtime.db.drop_memory()
        runtime.folds += 1
        for event in events:
            if event.sequence_number <= runtime.applied and not parked.is_released(event):
                stepper.fold(runtime, event)
        parked.keep_counts()

    def _delete_key(self, runtime: ColonyRuntime, table: Table) -> Statement:
        found = self._clear.get((runtime.id, table.name))
        if found is None:
            fold_column = runtime.colony.dobra_coluna[table.name]
            found = self._clear[runtime.id, table.name] = Statement(
                delete(table).where(column(fold_column) == bindparam("k_dobra"))
            )
        return found

    # -- rebuild ---------------------------------------------------------------------------

    def count(self, runtime: ColonyRuntime) -> int:
        """How many events a rebuild reads."""
        return count_after(self._writer.cursor, self._writer.dialect, sorted(runtime.types), 0)

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
        # A disabled colony's position stands still, also in a rebuild.
        upto = None if runtime.active else runtime.applied
        parked = _ParkedBefore(runtime, stepper, lambda _event: True)
        for table in reversed(_projections(runtime)):
            Statement(delete(table)).run(cursor, dialect)
        runtime.db.drop_memory()
        runtime.folds += 1
        runtime.applied = 0
        total = self.count(runtime)
        done = last = 0
        for events in self._all_events(runtime):
            for event in events:
                if upto is not None and event.sequence_number > upto:
                    continue
                last = max(last, event.sequence_number)
                if not parked.is_released(event):
                    stepper.fold(runtime, event)
            done += len(events)
            progress(done, total)
            if cancelled():
                raise RebuildCancelled(runtime.id)
        parked.keep_counts()
        runtime.applied = last if upto is None else upto
        runtime.dirty = True
        runtime.set_folded()
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
        rows = in_pieces(_ORDER.run(cursor, dialect))
        positions = [row[0] for row in rows if row[1] in runtime.types]
        for start in range(0, len(positions), CHUNK):
            yield _read_in_order(self._writer, positions[start : start + CHUNK])


def _projections(runtime: ColonyRuntime) -> list[Table]:
    return [table for table in runtime.colony.tables if table.info["classe"] == "projecao"]


def _read_in_order(writer: Writer, positions: Sequence[int]) -> list[Event]:
    """Events in the given order, read in rising order."""
    found = read_many(writer.cursor, writer.dialect, sorted(positions))
    by_position = {event.sequence_number: event for event in found}
    return [by_position[position] for position in positions]


class _ParkedBefore:
    """The apply dead letters that a fold delivers anew.

    Dropped before it; those that fail again keep their count of attempts, and with it whether
    they are discarded. A released one is left out of every fold.
    """

    def __init__(
        self, runtime: ColonyRuntime, stepper: Stepper, concerns: Callable[[Event], bool]
    ) -> None:
        self._runtime = runtime
        self._parking = stepper.parking
        self._released: set[int] = set()
        self._attempts: dict[int, int] = {}
        rows = self._parking.rows(runtime.id, "apply")
        if not rows:
            return
        events = stepper.events_at([row.sequence_number for row in rows])
        for row in rows:
            if row.estado == "liberado":
                self._released.add(row.sequence_number)
            elif concerns(events[row.sequence_number]):
                self._attempts[row.sequence_number] = row.tentativas
                self._parking.resolve(row)
        runtime.parked_apply = self._parking.keys_of(runtime.id, "apply")

    def is_released(self, event: Event) -> bool:
        return event.sequence_number in self._released

    def keep_counts(self) -> None:
        """Give rows that came back the attempts they had."""
        if not self._attempts:
            return
        for row in self._parking.rows(self._runtime.id, "apply"):
            before = self._attempts.get(row.sequence_number, 0)
            if row.estado == "pendente" and before > row.tentativas:
                self._parking.count_attempts(row, before)
