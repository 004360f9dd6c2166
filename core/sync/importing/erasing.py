"""What authors have erased: an erasure that arrives is carried out here, and for good.

Only the author of an event says that its parts are erased; then content and salt go, and no later
bundle brings them back. Source: sync.md 2.15, section 4 rows 34 and 35.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, select

from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.event import Event
from core.kernel.header import decode_header
from core.kernel.store import tables as t
from core.kernel.store.log_append import find_hash
from core.kernel.store.log_read import TypedScan, read_one
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing.marks import Marks

ERASURE: Final = "titular.eliminado"
_HEADER: Final = Statement(
    select(t.event_log.c.header).where(t.event_log.c.sequence_number == bindparam("sequencia"))
)
_ERASE: Final = Statement(
    delete(t.event_parts).where(t.event_parts.c.parte_id == bindparam("k_parte"))
)


class _Said(NamedTuple):
    """Who said that parts of an event are erased, and where that stands in the log."""

    no: str
    sequence_number: int
    partes: frozenset[str]


class Erasures:
    """Every erasure with effect, by the event that it names; inside one transaction."""

    def __init__(self, cursor: Cursor, dialect: Dialect, runtimes: Sequence[ColonyRuntime]) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._runtimes = runtimes
        self._by_event: dict[str, list[_Said]] = {}
        scan = TypedScan([ERASURE], 0)
        while events := scan.chunk(cursor, dialect):
            for event in events:
                self._take(event)

    def _take(self, erasure: Event) -> None:
        for item in erasure.payload.get("eventos", ()):
            said = _Said(erasure.no, erasure.sequence_number, frozenset(item["partes"]))
            self._by_event.setdefault(item["event_hash"], []).append(said)

    def gone(self, event_hash: str, no: str) -> frozenset[str]:
        """The parts of an event that its author ``no`` erased."""
        said = self._by_event.get(event_hash, ())
        return frozenset().union(*(one.partes for one in said if one.no == no))

    def foreign(self, event_hash: str, no: str) -> list[int]:
        """Positions of the erasures that name the event and are not by its author ``no``."""
        return [one.sequence_number for one in self._by_event.get(event_hash, ()) if one.no != no]

    def carry_out(self, erasure: Event, marks: Marks) -> int:
        """Delete the parts that an erasure names, of the events that are here; how many went."""
        self._take(erasure)
        count = 0
        for item in erasure.payload.get("eventos", ()):
            sequence = find_hash(self._cursor, self._dialect, bytes.fromhex(item["event_hash"]))
            if sequence is None:
                continue
            event = read_one(self._cursor, self._dialect, sequence)
            row = _HEADER.run(self._cursor, self._dialect, {"sequencia": sequence}).fetchone()
            if event is None or event.no != erasure.no:
                continue
            marks.lose(event)
            for runtime in self._runtimes:
                if runtime.colony.esquece is not None and event.tipo in runtime.types:
                    runtime.colony.esquece(runtime.colony.dobra(event), runtime.db)
            for place, entry in enumerate(decode_header(bytes(row[0])).partes):
                if entry.nome in item["partes"]:
                    part = {"k_parte": sequence * t.PARTS_PER_EVENT + place}
                    count += _ERASE.run(self._cursor, self._dialect, part).rowcount
        return count
