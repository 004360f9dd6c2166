"""Traces: what led to an event and what came of it, and which types the log holds.

A trace is read upwards by ``causa`` -> ``event_hash`` and downwards by the index on ``causa``; a
demand or a correlation gives its own events. Cursor in, plain rows out; nothing here writes.
Source: design.md section 3 (identity of a reaction, chains of at most 64).
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, literal, select

from core.kernel.ids import uuid_text
from core.kernel.store.statement import Cursor, Dialect, Row, Statement
from core.kernel.store.tables import event_assuntos, event_efeitos, event_log

MAX_DEPTH: Final = 64
MAX_ROWS: Final = 2_000

_log = event_log.c
_COLUMNS: Final = (
    _log.sequence_number,
    _log.event_hash,
    _log.causa,
    _log.tipo,
    _log.origem,
    _log.timestamp_ms,
    _log.event_id,
)


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One event of a trace; hashes are hex, ``timestamp_ms`` is Unix milliseconds."""

    sequence_number: int
    event_hash: str
    causa: str | None
    tipo: str
    origem: str
    timestamp_ms: int
    event_id: str


@dataclass(frozen=True, slots=True)
class Trace:
    """Rows in log order; ``is_cut`` where more than ``MAX_ROWS`` belonged to it."""

    rows: tuple[TraceRow, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class LogType:
    """An event type that occurs in the log, and the colony that published its first event."""

    tipo: str
    origem: str


def _descendants() -> Statement:
    tree = (
        select(*_COLUMNS)
        .where(_log.event_hash == bindparam("event_hash"))
        .cte("arvore", recursive=True)
    )
    tree = tree.union_all(
        select(*_COLUMNS)
        .join(event_efeitos, event_efeitos.c.sequence_number == _log.sequence_number)
        .join(tree, event_efeitos.c.causa == tree.c.sequence_number)
    )
    return Statement(select(tree).limit(literal(MAX_ROWS + 1)))


def _types() -> Statement:
    first = select(func.min(_log.tipo).label("tipo")).cte("tipos", recursive=True)
    following = (
        select(func.min(_log.tipo))
        .where(_log.tipo > first.c.tipo)
        .correlate(first)
        .scalar_subquery()
    )
    names = first.union_all(select(following).where(first.c.tipo.is_not(None)))
    origem = (
        select(_log.origem)
        .where(_log.tipo == names.c.tipo)
        .order_by(_log.sequence_number)
        .limit(literal(1))
        .correlate(names)
        .scalar_subquery()
    )
    return Statement(
        select(names.c.tipo, origem).where(names.c.tipo.is_not(None)).order_by(names.c.tipo)
    )


_BY_HASH: Final = Statement(select(*_COLUMNS).where(_log.event_hash == bindparam("event_hash")))
_BY_NUMBER: Final = Statement(select(*_COLUMNS).where(_log.sequence_number == bindparam("id")))
_BY_CORRELATION: Final = Statement(
    select(*_COLUMNS)
    .where(_log.correlacao_id == bindparam("correlacao_id"))
    .order_by(_log.sequence_number)
    .limit(literal(MAX_ROWS + 1))
)
_BY_SUBJECT: Final = Statement(
    select(*_COLUMNS)
    .join(event_assuntos, event_assuntos.c.sequence_number == _log.sequence_number)
    .where(event_assuntos.c.assunto == bindparam("assunto"))
    .order_by(event_assuntos.c.sequence_number)
    .limit(literal(MAX_ROWS + 1))
)
_DESCENDANTS: Final = _descendants()
_TYPES: Final = _types()


def _row(values: Row) -> TraceRow:
    number, digest, cause, tipo, origem, moment, event_id = values
    return TraceRow(
        sequence_number=number,
        event_hash=bytes(digest).hex(),
        causa=None if cause is None else bytes(cause).hex(),
        tipo=tipo,
        origem=origem,
        timestamp_ms=moment,
        event_id=uuid_text(bytes(event_id)),
    )


def _trace(rows: list[Row]) -> Trace:
    kept = sorted((_row(r) for r in rows[:MAX_ROWS]), key=lambda r: r.sequence_number)
    return Trace(tuple(kept), len(rows) > MAX_ROWS)


def trace_of_event(cursor: Cursor, dialect: Dialect, sequence_number: int) -> Trace:
    """The whole tree the event stands in: its first cause and everything that came of that.

    Where that tree is larger than ``MAX_ROWS`` the way up from the event is always contained.
    """
    found = _BY_NUMBER.run(cursor, dialect, {"id": sequence_number}).fetchone()
    if found is None:
        return Trace((), is_cut=False)
    above = [_row(found)]
    while above[-1].causa is not None and len(above) <= MAX_DEPTH:
        params = {"event_hash": bytes.fromhex(above[-1].causa)}
        found = _BY_HASH.run(cursor, dialect, params).fetchone()
        if found is None:
            break
        above.append(_row(found))
    params = {"event_hash": bytes.fromhex(above[-1].event_hash)}
    below = _trace(_DESCENDANTS.run(cursor, dialect, params).fetchall())
    rows = {r.sequence_number: r for r in (*below.rows, *above)}
    return Trace(tuple(rows[n] for n in sorted(rows)), below.is_cut)


def trace_of_correlation(cursor: Cursor, dialect: Dialect, correlacao_id: str) -> Trace:
    """All events with this ``correlacao_id``, in log order."""
    params = {"correlacao_id": uuid.UUID(correlacao_id).bytes}
    return _trace(_BY_CORRELATION.run(cursor, dialect, params).fetchall())


def trace_of_subject(cursor: Cursor, dialect: Dialect, assunto: str) -> Trace:
    """All events that speak of this demand, unit or councillor, in log order."""
    params = {"assunto": uuid.UUID(assunto).bytes}
    return _trace(_BY_SUBJECT.run(cursor, dialect, params).fetchall())


def types_in_log(cursor: Cursor, dialect: Dialect) -> list[LogType]:
    """The types that occur, by name: one index seek a type, not a scan."""
    return [LogType(tipo, origem) for tipo, origem in _TYPES.run(cursor, dialect).fetchall()]
