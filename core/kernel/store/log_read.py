"""Read the event log: one event, a range, or the types of a subscription. Writes nothing.

Source: design.md 2 and 3 (apply runs strictly in log order), 6 (no scan of a table that grows).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, exists, func, literal, select

from core.kernel.event import Event
from core.kernel.header import decode_header
from core.kernel.parts import make_event
from core.kernel.store import tables as t
from core.kernel.store.statement import Cursor, Dialect, Statement

CHUNK: Final = 500
# Positions this close are read in one scan and the others dropped.
NEAR: Final = 4
_NONE: Final[Mapping[str, bytes]] = {}
UNREADABLE: Final = ""
"""``tipo`` of a leaf whose header breaks the format: kept and relayed, never an event."""

_READ = (
    select(
        t.event_log.c.sequence_number,
        t.event_log.c.event_hash,
        t.event_log.c.altura,
        t.event_log.c.profundidade,
        t.event_log.c.header,
    )
    .order_by(t.event_log.c.sequence_number)
    .limit(bindparam("limite"))
)
_READ_ONE = Statement(_READ.where(t.event_log.c.sequence_number == bindparam("sequencia")))
_HIDDEN: Final = t.kernel_sem_efeito.c.sequence_number


def has_effect(sequence: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that leaves out events without effect: one probe of a small table a row."""
    return ~exists(select(literal(1)).where(sequence == _HIDDEN))


# Covered by ix_event_log_tipo. One query a type, merged here: with ``tipo IN (...)`` SQLite sorts
# everything that matches before the limit applies.
_NEXT_OF_TYPE = Statement(
    select(t.event_log.c.sequence_number)
    .where(
        t.event_log.c.tipo == bindparam("tipo"),
        t.event_log.c.sequence_number > bindparam("depois"),
        has_effect(t.event_log.c.sequence_number),
    )
    .order_by(t.event_log.c.sequence_number)
    .limit(bindparam("limite"))
)
_COUNT_OF_TYPE = Statement(
    select(func.count()).where(
        t.event_log.c.tipo == bindparam("tipo"),
        t.event_log.c.sequence_number > bindparam("depois"),
        has_effect(t.event_log.c.sequence_number),
    )
)
_READ_RANGE = Statement(
    _READ.where(
        t.event_log.c.sequence_number > bindparam("depois"),
        t.event_log.c.sequence_number <= bindparam("ate"),
        t.event_log.c.tipo != UNREADABLE,
    )
)
_HEADER_OF = Statement(
    select(t.event_log.c.header).where(t.event_log.c.event_hash == bindparam("carimbo"))
)
_POSITION_OF = Statement(
    select(t.event_log.c.sequence_number).where(t.event_log.c.event_hash == bindparam("carimbo"))
)
_READ_PARTS = Statement(
    select(t.event_parts.c.parte_id, t.event_parts.c.nome, t.event_parts.c.conteudo)
    .where(
        t.event_parts.c.parte_id >= bindparam("de"), t.event_parts.c.parte_id < bindparam("antes")
    )
    .order_by(t.event_parts.c.parte_id)
)


def read_one(cursor: Cursor, dialect: Dialect, sequence: int) -> Event | None:
    """One event by its position."""
    rows = _READ_ONE.run(cursor, dialect, {"sequencia": sequence, "limite": 1}).fetchall()
    return next(iter(_with_parts(cursor, dialect, rows)), None)


def header_of(cursor: Cursor, dialect: Dialect, event_hash: str) -> bytes | None:
    """The stored header bytes of the event with this hash (64 hex); None where there is none."""
    found = _HEADER_OF.run(cursor, dialect, {"carimbo": bytes.fromhex(event_hash)}).fetchone()
    return None if found is None else bytes(found[0])


def read_by_hash(cursor: Cursor, dialect: Dialect, event_hash: str) -> Event | None:
    """One event by its hash (64 hex)."""
    params = {"carimbo": bytes.fromhex(event_hash)}
    found = _POSITION_OF.run(cursor, dialect, params).fetchone()
    return None if found is None else read_one(cursor, dialect, found[0])


def read_range(
    cursor: Cursor, dialect: Dialect, after: int, upto: int, chunk: int = CHUNK
) -> Iterator[Event]:
    """Every event with ``after`` < position <= ``upto``, in log order, read by chunks."""
    while after < upto:
        params = {"depois": after, "ate": upto, "limite": chunk}
        rows = _READ_RANGE.run(cursor, dialect, params).fetchall()
        if not rows:
            return
        yield from _with_parts(cursor, dialect, rows)
        after = rows[-1][0]


class TypedScan:
    """The events of a set of types after a position, in log order, read by chunks.

    The cost follows what is delivered, not the length of the log: a colony whose position is
    old because nothing concerned it pays one index probe a type.
    """

    def __init__(self, types: Sequence[str], after: int) -> None:
        self._waiting: dict[str, deque[int]] = {tipo: deque() for tipo in types}
        self._read_to = dict.fromkeys(types, after)

    def chunk(self, cursor: Cursor, dialect: Dialect, limit: int = CHUNK) -> list[Event]:
        """The next at most ``limit`` events; empty at the head of the log."""
        return read_many(cursor, dialect, self.positions(cursor, dialect, limit))

    def positions(self, cursor: Cursor, dialect: Dialect, limit: int = CHUNK) -> list[int]:
        """The next at most ``limit`` positions."""
        for tipo, waiting in self._waiting.items():
            if len(waiting) < limit:
                params = {
                    "tipo": tipo,
                    "depois": self._read_to[tipo],
                    "limite": limit - len(waiting),
                }
                found = [row[0] for row in _NEXT_OF_TYPE.run(cursor, dialect, params).fetchall()]
                if found:
                    waiting.extend(found)
                    self._read_to[tipo] = found[-1]
        chosen = list(islice(merge(*self._waiting.values()), limit))
        if chosen:
            last = chosen[-1]
            for waiting in self._waiting.values():
                while waiting and waiting[0] <= last:
                    waiting.popleft()
        return chosen


def count_after(cursor: Cursor, dialect: Dialect, types: Sequence[str], after: int) -> int:
    """How many events of these types stand after a position: a colony's lag."""
    total = 0
    for tipo in types:
        params = {"tipo": tipo, "depois": after}
        total += int(_COUNT_OF_TYPE.run(cursor, dialect, params).fetchone()[0])
    return total


def types_after(
    cursor: Cursor, dialect: Dialect, types: Iterable[str], after: int
) -> frozenset[str]:
    """Which of these types have an event after a position: one index probe a type."""
    return frozenset(
        tipo
        for tipo in types
        if _NEXT_OF_TYPE.run(
            cursor, dialect, {"tipo": tipo, "depois": after, "limite": 1}
        ).fetchone()
    )


def read_many(cursor: Cursor, dialect: Dialect, positions: Sequence[int]) -> list[Event]:
    """The events at these rising positions; neighbours are read in one scan."""
    events: list[Event] = []
    start = 0
    while start < len(positions):
        stop = start + 1
        while stop < len(positions) and positions[stop] - positions[stop - 1] <= NEAR:
            stop += 1
        wanted = positions[start:stop]
        span = wanted[-1] - wanted[0] + 1
        params = {"depois": wanted[0] - 1, "ate": wanted[-1], "limite": span}
        rows = _READ_RANGE.run(cursor, dialect, params).fetchall()
        if span != len(wanted):
            keep = set(wanted)
            rows = [row for row in rows if row[0] in keep]
        events.extend(_with_parts(cursor, dialect, rows))
        start = stop
    return events


def _with_parts(cursor: Cursor, dialect: Dialect, rows: Sequence[Any]) -> list[Event]:
    """Events for neighbouring rows of the log, their parts read in one scan."""
    if not rows:
        return []
    params = {
        "de": rows[0][0] * t.PARTS_PER_EVENT,
        "antes": (rows[-1][0] + 1) * t.PARTS_PER_EVENT,
    }
    parts: dict[int, dict[str, bytes]] = {}
    for place, name, content in _READ_PARTS.run(cursor, dialect, params).fetchall():
        parts.setdefault(place // t.PARTS_PER_EVENT, {})[name] = content
    return [
        make_event(sequence, digest, altura, depth, decode_header(raw), parts.get(sequence, _NONE))
        for sequence, digest, altura, depth, raw in rows
    ]
