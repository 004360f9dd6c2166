"""Reads of the log for people: ids of a filter, a page of rows, one event, a trace.

Every function takes a DBAPI cursor on a read-only connection and returns plain values. Nothing
here writes, decides or formats. No statement scans a table that grows, except that an unfiltered
log needs no statement at all: positions are gapless, so its ids are a ``range``.
Sources: design.md sections 2, 4 and 6; issue "Ground floor", Observability.
"""

from __future__ import annotations

import uuid
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from sqlalchemy import and_, bindparam, func, literal, select
from sqlalchemy.sql.elements import ColumnElement

from core.kernel.ids import uuid_text
from core.kernel.store.statement import Cursor, Dialect, Row, Statement
from core.kernel.store.tables import (
    PARTS_PER_EVENT,
    event_assuntos,
    event_log,
    event_parts,
    kernel_sem_efeito,
)

PAGE_ROWS: Final = 128
MAX_TYPES: Final = 128
_FETCH_ROWS: Final = 20_000
_PUBLIC_CORE: Final = "publica.nucleo"
_MAX_MS: Final = 2**53 - 1


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which events to show. Empty fields do not restrict.

    Args:
        tipos: wire names, any of them; at most ``MAX_TYPES``. For a filter by colony the caller
            names that colony's types here as well: ``origem`` alone has no index.
        origem: colony id, e.g. ``D-2``.
        desde_ms: earliest claimed timestamp, inclusive, Unix milliseconds.
        ate_ms: latest claimed timestamp, exclusive, Unix milliseconds.
        assunto: UUID of a demand, unit or councillor the event speaks of.
    """

    tipos: tuple[str, ...] = ()
    origem: str | None = None
    desde_ms: int | None = None
    ate_ms: int | None = None
    assunto: str | None = None

    @property
    def is_empty(self) -> bool:
        """True where every event passes."""
        return self == _NOTHING

    @property
    def has_dates(self) -> bool:
        """True where a bound on the claimed timestamp is given."""
        return self.desde_ms is not None or self.ate_ms is not None


_NOTHING: Final = LogFilter()


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of the log. Hashes are hex, identifiers UUID text, times Unix milliseconds.

    ``nucleo`` holds the bytes of the public core part where it is present.
    """

    sequence_number: int
    event_hash: str
    event_id: str
    tipo: str
    origem: str
    timestamp_ms: int
    correlacao_id: str | None
    causa: str | None
    chave_derivacao: str | None
    nucleo: bytes | None


@dataclass(frozen=True, slots=True)
class StoredPart:
    """A part as stored: its place in the header's list, name, salt and exact bytes."""

    place: int
    nome: str
    salt: bytes
    conteudo: bytes


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event with everything the log holds about it.

    Args:
        anterior_ms: the moment that the event before it in its feed claims.
        sem_efeito: state and reason of an event that no colony is given.
    """

    row: LogRow
    header: bytes
    no: str
    epoca: int
    seq: int
    altura: int
    versao_schema: str
    criado_em_ms: int
    partes: tuple[StoredPart, ...]
    anterior_ms: int | None = None
    sem_efeito: tuple[str, str] | None = None


_log = event_log.c
_ROW_COLUMNS: Final = (
    _log.sequence_number,
    _log.event_hash,
    _log.event_id,
    _log.tipo,
    _log.origem,
    _log.timestamp_ms,
    _log.correlacao_id,
    _log.causa,
    _log.chave_derivacao,
    event_parts.c.conteudo,
)
_FROM_LOG: Final = event_log.outerjoin(
    event_parts,
    and_(
        event_parts.c.parte_id >= _log.sequence_number * PARTS_PER_EVENT,
        event_parts.c.parte_id < _log.sequence_number * PARTS_PER_EVENT + PARTS_PER_EVENT,
        # The empty string keeps SQLite from building an index over all parts for this join.
        event_parts.c.nome.concat("") == _PUBLIC_CORE,
    ),
)


def _of_these(column: ColumnElement[object], name: str, count: int) -> ColumnElement[bool]:
    return column.in_([bindparam(f"{name}_{i}", type_=column.type) for i in range(count)])


def _fill(name: str, values: Sequence[object], count: int) -> dict[str, object]:
    """Bind ``count`` places; the last value fills the rest, which an IN does not notice."""
    last = len(values) - 1
    return {f"{name}_{i}": values[min(i, last)] for i in range(count)}


def _ids_statement(*, tipos: bool, origem: bool, dates: bool, assunto: bool) -> Statement:
    where: list[ColumnElement[bool]] = []
    if tipos:
        where.append(_of_these(_log.tipo, "tipo", MAX_TYPES))
    if origem:
        where.append(_log.origem == bindparam("origem"))
    if dates:
        where.append(_log.timestamp_ms >= bindparam("desde_ms"))
        where.append(_log.timestamp_ms < bindparam("ate_ms"))
    if not assunto:
        return Statement(select(_log.sequence_number).where(*where).order_by(_log.sequence_number))
    subject = event_assuntos.c
    if not where:
        query = select(subject.sequence_number)
    else:
        joined = event_assuntos.join(event_log, _log.sequence_number == subject.sequence_number)
        query = select(subject.sequence_number).select_from(joined).where(*where)
    return Statement(
        query.where(subject.assunto == bindparam("assunto")).order_by(subject.sequence_number)
    )


_IDS: Final = {
    (t, o, d, a): _ids_statement(tipos=t, origem=o, dates=d, assunto=a)
    for t in (False, True)
    for o in (False, True)
    for d in (False, True)
    for a in (False, True)
    if t or (not o and (d or a))
}
_FIRST: Final = Statement(select(func.min(_log.sequence_number)))
_LAST: Final = Statement(select(func.max(_log.sequence_number)))
_PAGE_RANGE: Final = Statement(
    select(*_ROW_COLUMNS)
    .select_from(_FROM_LOG)
    .where(_log.sequence_number >= bindparam("lo"), _log.sequence_number <= bindparam("hi"))
    .order_by(_log.sequence_number)
)
_PAGE_LIST: Final = Statement(
    select(*_ROW_COLUMNS)
    .select_from(_FROM_LOG)
    .where(_of_these(_log.sequence_number, "id", PAGE_ROWS))
)
_earlier = event_log.alias("anterior")
_before = (
    select(func.max(_earlier.c.timestamp_ms))
    .where(
        _earlier.c.no == _log.no,
        _earlier.c.epoca == _log.epoca,
        _earlier.c.seq == _log.seq - 1,
    )
    .scalar_subquery()
)
_EVENT: Final = Statement(
    select(
        *_ROW_COLUMNS,
        _log.header,
        _log.no,
        _log.epoca,
        _log.seq,
        _log.altura,
        _log.versao_schema,
        _log.criado_em_ms,
        _before,
        kernel_sem_efeito.c.estado,
        kernel_sem_efeito.c.motivo,
    )
    .select_from(
        _FROM_LOG.outerjoin(
            kernel_sem_efeito, kernel_sem_efeito.c.sequence_number == _log.sequence_number
        )
    )
    .where(_log.sequence_number == bindparam("id"))
)
_PARTS: Final = Statement(
    select(event_parts.c.parte_id, event_parts.c.nome, event_parts.c.salt, event_parts.c.conteudo)
    .where(event_parts.c.parte_id >= bindparam("lo"), event_parts.c.parte_id < bindparam("hi"))
    .order_by(event_parts.c.parte_id)
)
_BY_HASH: Final = Statement(
    select(_log.sequence_number)
    .where(_log.event_hash >= bindparam("lo"), _log.event_hash <= bindparam("hi"))
    .order_by(_log.event_hash)
    .limit(literal(2))
)
_BY_EVENT_ID: Final = Statement(
    select(_log.sequence_number)
    .where(_log.event_id >= bindparam("lo"), _log.event_id <= bindparam("hi"))
    .order_by(_log.event_id, _log.sequence_number)
    .limit(literal(2))
)
_SUBJECT: Final = Statement(
    select(func.min(event_assuntos.c.assunto)).where(
        event_assuntos.c.assunto >= bindparam("lo"), event_assuntos.c.assunto <= bindparam("hi")
    )
)
_SUBJECT_AFTER: Final = Statement(
    select(func.min(event_assuntos.c.assunto)).where(
        event_assuntos.c.assunto > bindparam("lo"), event_assuntos.c.assunto <= bindparam("hi")
    )
)


def _row(values: Row) -> LogRow:
    number, digest, event_id, tipo, origem, moment, correlation, cause, key, core = values[:10]
    return LogRow(
        sequence_number=number,
        event_hash=bytes(digest).hex(),
        event_id=uuid_text(bytes(event_id)),
        tipo=tipo,
        origem=origem,
        timestamp_ms=moment,
        correlacao_id=None if correlation is None else uuid_text(bytes(correlation)),
        causa=None if cause is None else bytes(cause).hex(),
        chave_derivacao=key,
        nucleo=None if core is None else bytes(core),
    )


def last_position(cursor: Cursor, dialect: Dialect) -> int | None:
    """The head of the log, None while it is empty."""
    found = _LAST.run(cursor, dialect).fetchone()[0]
    return None if found is None else int(found)


def list_ids(cursor: Cursor, dialect: Dialect, log_filter: LogFilter) -> Sequence[int]:
    """Positions of all events that pass, ascending: a ``range`` or an ``array('q')``."""
    if log_filter.is_empty:
        first = _FIRST.run(cursor, dialect).fetchone()[0]
        last = last_position(cursor, dialect)
        return range(0) if first is None or last is None else range(int(first), last + 1)
    if log_filter.origem is not None and not log_filter.tipos:
        raise ValueError("a filter by origem must name the colony's types")
    if len(log_filter.tipos) > MAX_TYPES:
        raise ValueError(f"at most {MAX_TYPES} types in one filter")
    params: dict[str, object] = {}
    if log_filter.tipos:
        params |= _fill("tipo", log_filter.tipos, MAX_TYPES)
    if log_filter.origem is not None:
        params["origem"] = log_filter.origem
    if log_filter.has_dates:
        params["desde_ms"] = -_MAX_MS if log_filter.desde_ms is None else log_filter.desde_ms
        params["ate_ms"] = _MAX_MS if log_filter.ate_ms is None else log_filter.ate_ms
    if log_filter.assunto is not None:
        params["assunto"] = uuid.UUID(log_filter.assunto).bytes
    statement = _IDS[
        bool(log_filter.tipos),
        log_filter.origem is not None,
        log_filter.has_dates,
        log_filter.assunto is not None,
    ]
    statement.run(cursor, dialect, params)
    found = array("q")
    while rows := cursor.fetchmany(_FETCH_ROWS):
        found.extend(chain.from_iterable(rows))
    return found


def page(cursor: Cursor, dialect: Dialect, ids: Sequence[int]) -> list[LogRow]:
    """The rows at these positions, in the order asked for; a missing position is left out."""
    found: dict[int, LogRow] = {}
    for start in range(0, len(ids), PAGE_ROWS):
        chunk = ids[start : start + PAGE_ROWS]
        low, high = min(chunk), max(chunk)
        if high - low + 1 == len(chunk):
            _PAGE_RANGE.run(cursor, dialect, {"lo": low, "hi": high})
        else:
            _PAGE_LIST.run(cursor, dialect, _fill("id", chunk, PAGE_ROWS))
        for values in cursor.fetchall():
            row = _row(values)
            found[row.sequence_number] = row
    return [found[i] for i in ids if i in found]


def stored_event(cursor: Cursor, dialect: Dialect, sequence_number: int) -> StoredEvent | None:
    """Header, parts and columns of one event; None where there is no such position."""
    values = _EVENT.run(cursor, dialect, {"id": sequence_number}).fetchone()
    if values is None:
        return None
    low = sequence_number * PARTS_PER_EVENT
    _PARTS.run(cursor, dialect, {"lo": low, "hi": low + PARTS_PER_EVENT})
    parts = tuple(
        StoredPart(place=number - low, nome=nome, salt=bytes(salt), conteudo=bytes(content))
        for number, nome, salt, content in cursor.fetchall()
    )
    header, node, epoch, seq, height, version, created, before, state, reason = values[10:]
    return StoredEvent(
        row=_row(values),
        header=bytes(header),
        no=bytes(node).hex(),
        epoca=epoch,
        seq=seq,
        altura=height,
        versao_schema=version,
        criado_em_ms=created,
        partes=parts,
        anterior_ms=before,
        sem_efeito=None if state is None else (state, reason),
    )


def find_by_hash(cursor: Cursor, dialect: Dialect, start: str) -> int | None:
    """Position of the event whose hash begins with ``start`` (hex digits, even count).

    None where nothing, or more than one event, begins like this.
    """
    low = bytes.fromhex(start)
    params = {"lo": low.ljust(32, b"\x00"), "hi": low.ljust(32, b"\xff")}
    rows = _BY_HASH.run(cursor, dialect, params).fetchall()
    return int(rows[0][0]) if len(rows) == 1 else None


def find_by_event_id(cursor: Cursor, dialect: Dialect, start: str) -> int | None:
    """Position of the event whose id begins with ``start`` (hex digits, even count, no dashes).

    None where nothing, or more than one event, begins like this.
    """
    low = bytes.fromhex(start)
    params = {"lo": low.ljust(16, b"\x00"), "hi": low.ljust(16, b"\xff")}
    rows = _BY_EVENT_ID.run(cursor, dialect, params).fetchall()
    return int(rows[0][0]) if len(rows) == 1 else None


def find_subject(cursor: Cursor, dialect: Dialect, start: str) -> str | None:
    """UUID of the one demand, unit or councillor whose id begins with ``start`` (hex, no dashes).

    None where nothing, or more than one subject, begins like this.
    """
    low = bytes.fromhex(start)
    high = low.ljust(16, b"\xff")
    params = {"lo": low.ljust(16, b"\x00"), "hi": high}
    found = _SUBJECT.run(cursor, dialect, params).fetchone()[0]
    if found is None:
        return None
    params = {"lo": bytes(found), "hi": high}
    if _SUBJECT_AFTER.run(cursor, dialect, params).fetchone()[0] is not None:
        return None
    return uuid_text(bytes(found))
