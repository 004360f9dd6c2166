"""Append to the event log, and ask it who is already there.

``LogTail`` is what a writer knows of the end of the log (head, own feed, Merkle frontier); it is
loaded once, moves with every append and is thrown away by a rollback. Source: design.md 2, 4, 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from sqlalchemy import bindparam, func, insert, literal, select, update

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.event import Event
from core.kernel.ids import uuid_bytes, uuid_text
from core.kernel.merkle import CompactRange
from core.kernel.sealed import SealedEvent
from core.kernel.sealing import FeedHead
from core.kernel.store import tables as t
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

SEALED: Final = "selada"
"""State of a feed that nothing is ever appended to again."""

_fromhex = bytes.fromhex
_subject = lru_cache(maxsize=4_096)(uuid_bytes)  # a demand's story names it event after event
_LOG_COLUMNS: Final = [column.name for column in t.event_log.columns]
_INSERT_EVENT = Statement(insert(t.event_log), _LOG_COLUMNS)
_INSERT_PART = Statement(insert(t.event_parts), [c.name for c in t.event_parts.columns])
_INSERT_SUBJECT = Statement(insert(t.event_assuntos), [c.name for c in t.event_assuntos.columns])
_INSERT_EFFECT = Statement(insert(t.event_efeitos), [c.name for c in t.event_efeitos.columns])
_INSERT_PERSON = Statement(insert(t.kernel_titulares), [c.name for c in t.kernel_titulares.columns])
_INSERTS: Final = (
    _INSERT_EVENT, _INSERT_PART, _INSERT_SUBJECT, _INSERT_EFFECT, _INSERT_PERSON
)  # fmt: skip
Rows = tuple[list[Row], list[Row], list[Row], list[Row], list[Row]]
"""Rows of event_log, event_parts, event_assuntos, event_efeitos and kernel_titulares, their columns
in the tables' order."""
_HEAD = Statement(select(func.max(t.event_log.c.sequence_number)))
_LAST_OF_FEED = Statement(
    select(t.event_log.c.altura, t.event_log.c.event_id).where(
        t.event_log.c.event_hash == bindparam("event_hash")
    )
)
_FEED = Statement(
    select(
        t.kernel_feeds.c.tamanho,
        t.kernel_feeds.c.ultimo_hash,
        t.kernel_feeds.c.fronteira,
        t.kernel_feeds.c.estado,
    ).where(t.kernel_feeds.c.no == bindparam("no"), t.kernel_feeds.c.epoca == bindparam("epoca"))
)
# The end of the epoch before: an epoch begins above what the one before it reached.
_EPOCH_BEFORE = Statement(
    select(t.event_log.c.altura)
    .select_from(
        t.kernel_feeds.join(t.event_log, t.event_log.c.event_hash == t.kernel_feeds.c.ultimo_hash)
    )
    .where(t.kernel_feeds.c.no == bindparam("no"), t.kernel_feeds.c.epoca < bindparam("epoca"))
    .order_by(t.kernel_feeds.c.epoca.desc())
    .limit(literal(1))
)
_UPDATE_FEED = Statement(
    update(t.kernel_feeds)
    .where(t.kernel_feeds.c.no == bindparam("k_no"), t.kernel_feeds.c.epoca == bindparam("k_epoca"))
    .values(
        tamanho=bindparam("tamanho"),
        ultimo_hash=bindparam("ultimo_hash"),
        fronteira=bindparam("fronteira"),
    )
)
_BY_IDENTITY = Statement(
    select(t.event_efeitos.c.sequence_number)
    .join(t.event_log, t.event_log.c.sequence_number == t.event_efeitos.c.sequence_number)
    .where(
        t.event_efeitos.c.causa == bindparam("causa"),
        t.event_efeitos.c.chave_derivacao == bindparam("chave"),
        t.event_log.c.no == bindparam("no"),
    )
)
_BY_EVENT_ID = Statement(
    select(t.event_log.c.sequence_number).where(t.event_log.c.event_id == bindparam("event_id"))
)
_SEQUENCE_BY_HASH = Statement(
    select(t.event_log.c.sequence_number).where(t.event_log.c.event_hash == bindparam("event_hash"))
)
_CAUSE = Statement(
    select(
        t.event_log.c.sequence_number,
        t.event_log.c.altura,
        t.event_log.c.profundidade,
        t.event_log.c.correlacao_id,
    ).where(t.event_log.c.event_hash == bindparam("event_hash"))
)


class Place(NamedTuple):
    """Where a causing event stands: its position, height and depth, and the correlation it is of."""

    sequence_number: int
    altura: int
    profundidade: int
    correlacao_id: bytes | None

    @classmethod
    def of(cls, event: Event) -> Place:
        """Of an event that was read or appended."""
        correlation = _optional_uuid(event.correlacao_id)
        return cls(event.sequence_number, event.altura, event.profundidade, correlation)


STORY: Final = 1_000
"""In the column ``profundidade``: how often the correlation changed, in thousands, and since then
how many reactions stand in a row."""


def depth_below(cause: Place | None, correlacao_id: bytes | None) -> int:
    """The depth of what an event causes.

    Another correlation is another story, told from its beginning: the end of one demand's story
    brings up the next one's, and there may be hundreds of them. Both are counted, so that neither
    two colonies that answer each other nor two stories that do go on for ever.
    """
    if cause is None:
        return 0
    if correlacao_id == cause.correlacao_id:
        return cause.profundidade + 1
    return (cause.profundidade // STORY + 1) * STORY


@dataclass(slots=True)
class LogTail:
    """The end of the log as the running transaction sees it."""

    no: str
    epoca: int
    head: int
    size: int
    last_hash: bytes | None
    last_event_id: str | None
    last_altura: int
    frontier: CompactRange

    def feed_head(self) -> FeedHead:
        """Where the next own event is sealed."""
        return FeedHead(no=self.no, epoca=self.epoca, size=self.size, last_hash=self.last_hash)


def load_tail(
    cursor: Cursor, dialect: Dialect, no: str, epoca: int, *, to_write: bool = False
) -> LogTail:
    """Read the end of the log and of the own feed.

    Args:
        cursor: of a transaction.
        dialect: of the database.
        no: this node, 32 hex.
        epoca: its open epoch.
        to_write: the feed is about to be written to: it must still be open.

    Raises:
        IntegrityFault: ``instalacao.ramo_danificado``: the feed's row is missing, or does not fit
            the log.
        EnvironmentFault: ``motor.epoca_encerrada``: another process closed the epoch meanwhile.
    """
    head = _HEAD.run(cursor, dialect).fetchone()[0] or 0
    row = _FEED.run(cursor, dialect, {"no": bytes.fromhex(no), "epoca": epoca}).fetchone()
    if row is None:
        raise IntegrityFault("instalacao.ramo_danificado", epoca=epoca)
    size, last_hash, frontier, state = row
    if to_write and state == SEALED:
        raise EnvironmentFault("motor.epoca_encerrada")
    last_hash = bytes(last_hash) if last_hash is not None else None
    altura, event_id = 0, None
    if last_hash is not None:
        last = _LAST_OF_FEED.run(cursor, dialect, {"event_hash": last_hash}).fetchone()
        if last is None:
            raise IntegrityFault("instalacao.ramo_danificado", epoca=epoca)
        altura, event_id = last[0], uuid_text(bytes(last[1]))
    elif epoca > 0:
        before = _EPOCH_BEFORE.run(
            cursor, dialect, {"no": bytes.fromhex(no), "epoca": epoca}
        ).fetchone()
        altura = before[0] if before else 0
    try:
        tree = CompactRange.from_bytes(size, bytes(frontier))
    except ValueError as error:
        raise IntegrityFault("instalacao.ramo_danificado", epoca=epoca) from error
    return LogTail(
        no=no,
        epoca=epoca,
        head=head,
        size=size,
        last_hash=last_hash,
        last_event_id=event_id,
        last_altura=altura,
        frontier=tree,
    )


def save_tail(cursor: Cursor, dialect: Dialect, tail: LogTail) -> None:
    """Write the own feed's size, last hash and frontier: once per transaction."""
    _UPDATE_FEED.run(
        cursor,
        dialect,
        {
            "k_no": bytes.fromhex(tail.no),
            "k_epoca": tail.epoca,
            "tamanho": tail.size,
            "ultimo_hash": tail.last_hash,
            "fronteira": tail.frontier.to_bytes(),
        },
    )


def write_rows(cursor: Cursor, dialect: Dialect, tables: Rows) -> None:
    """Insert rows, table by table."""
    for statement, rows in zip(_INSERTS, tables, strict=True):
        if rows:
            statement.run_rows(cursor, dialect, rows)


class Batch:
    """Rows of sealed own events that fit the end of the log; nothing is written until ``append``.

    They are made while an event is at hand: a thousand sealed events kept for later would each
    come back from main memory.

    Args:
        tail: end of the log, of the running transaction; it must not move in between.
        cause: the causing event of all of them.
        now_ms: the moment of the append.
    """

    __slots__ = ("_altura", "_cause", "_no", "_now_ms", "events", "rows", "tail")

    def __init__(self, tail: LogTail, cause: Place | None, now_ms: int) -> None:
        self.tail = tail
        self._cause = cause
        self._now_ms = now_ms
        self._no = _fromhex(tail.no)
        self._altura = tail.last_altura
        # As every handler will see them, now and in any rebuild.
        self.events: list[Event] = []
        self.rows: Rows = ([], [], [], [], [])

    def add(self, sealed: SealedEvent, subjects: Sequence[str]) -> None:
        """Take the next event.

        Args:
            sealed: at the end of the feed with all those before it.
            subjects: the UUIDs to index it under.

        Raises:
            ValueError: a subject that is no UUID.
        """
        log, parts, about, effects, people = self.rows
        event, cause = sealed.event, self._cause
        sequence = self.tail.head + len(log) + 1
        told = event.correlacao_id
        correlation = None if told is None else _fromhex(told.replace("-", ""))
        event.sequence_number = sequence
        event.profundidade = depth = depth_below(cause, correlation)
        altura = self._altura if cause is None or cause.altura < self._altura else cause.altura
        event.altura = self._altura = altura = altura + 1
        causa, chave = event.causa, event.chave_derivacao
        log.append(
            (
                sequence,
                sealed.event_hash,
                self._no,
                event.epoca,
                event.seq,
                _fromhex(event.event_id.replace("-", "")),  # both were checked by sealing
                event.tipo,
                event.versao_schema,
                event.origem,
                self._now_ms,
                correlation,
                _fromhex(causa) if causa else None,
                chave,
                altura,
                depth,
                self._now_ms,
                sealed.raw,
            )
        )
        place = sequence * t.PARTS_PER_EVENT
        for nome, salt, content in sealed.rows:
            parts.append((place, nome, salt, content))
            place += 1
        for subject in subjects:
            about.append((_subject(subject), sequence))
        if cause is not None and chave is not None:
            effects.append((cause.sequence_number, chave, sequence))
        for label, person in sealed.titulares.items():
            people.append((person, _fromhex(label), sequence))
        self.events.append(event)

    def answers(self) -> list[tuple[int, str]]:
        """The identities that it publishes: position of the cause, derivation key."""
        return [(causa, chave) for causa, chave, _ in self.rows[3]]

    def append(self, cursor: Cursor, dialect: Dialect) -> list[Event]:
        """Write all rows, table by table, and move the tail; the events."""
        write_rows(cursor, dialect, self.rows)
        if self.events:
            tail, log = self.tail, self.rows[0]
            tail.frontier.extend([row[1] for row in log])
            tail.head += len(log)
            tail.size += len(log)
            tail.last_hash = log[-1][1]
            tail.last_event_id = self.events[-1].event_id
            tail.last_altura = self._altura
        return self.events


def _optional_uuid(text: str | None) -> bytes | None:
    return _fromhex(text.replace("-", "")) if text else None  # checked by sealing


def find_identity(cursor: Cursor, dialect: Dialect, no: str, causa: int, chave: str) -> int | None:
    """Position of a node's event with that (causa, chave_derivacao), if it was published.

    Args:
        cursor: of a reader or the writer.
        dialect: of the cursor.
        no: 32 hex.
        causa: position of the causing event.
        chave: the derivation key, in NFC.
    """
    params = {"causa": causa, "chave": chave, "no": bytes.fromhex(no)}
    row = _BY_IDENTITY.run(cursor, dialect, params).fetchone()
    return row[0] if row else None


def find_event_id(cursor: Cursor, dialect: Dialect, event_id: str) -> int | None:
    """Position of the first event with that id."""
    row = _BY_EVENT_ID.run(cursor, dialect, {"event_id": uuid_bytes(event_id)}).fetchone()
    return row[0] if row else None


def find_hash(cursor: Cursor, dialect: Dialect, event_hash: bytes) -> int | None:
    """Position of the event with that hash."""
    row = _SEQUENCE_BY_HASH.run(cursor, dialect, {"event_hash": event_hash}).fetchone()
    return row[0] if row else None


def cause_of(cursor: Cursor, dialect: Dialect, event_hash: bytes) -> Place | None:
    """Where the event stands that another one names as its cause."""
    row = _CAUSE.run(cursor, dialect, {"event_hash": event_hash}).fetchone()
    if row is None:
        return None
    return Place(row[0], row[1], row[2], None if row[3] is None else bytes(row[3]))
