"""Puts what came into the log, event by event: what it waits for, how high it stands, what it may do.

An event is settled when everything that its height counts is settled: the event before it, its
cause, for a receipt the heads that it acknowledges, for the first of an epoch the end of the one
before. So heights are the same on every node, and with them fold order (design.md 3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import bindparam, literal, select

from core.kernel.clock import parse_timestamp
from core.kernel.clock_claims import odd_claims
from core.kernel.header import Header
from core.kernel.identity.network import NetworkChain
from core.kernel.ids import uuid_bytes
from core.kernel.parts import make_event
from core.kernel.registry import Registry
from core.kernel.store import tables as t
from core.kernel.store.log_append import (
    LogTail,
    Place,
    Rows,
    cause_of,
    depth_below,
    write_rows,
)
from core.kernel.store.log_read import UNREADABLE
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing import codes
from core.sync.importing.arriving import Arrival
from core.sync.importing.draw_claims import DRAW
from core.sync.importing.erasing import ERASURE, Erasures
from core.sync.importing.forks import Forks
from core.sync.importing.heights import EPOCH, RECEIPT, Head, capped
from core.sync.importing.holding import HeldFeed, Holding
from core.sync.importing.judging import Judgement, judge, persons
from core.sync.importing.marks import Marks
from core.sync.importing.outcome import ImportOutcome, Named
from core.sync.importing.ruling import Case, Ruling
from core.sync.importing.without_effect import Rival, WithoutEffect

FLUSH: Final = 500
_LEAF_DOMAIN: Final = b"civico/folha/v1\n"
_L = t.event_log.c
_UNREADABLE: Final = Statement(
    select(_L.sequence_number, _L.altura).where(
        _L.event_id == bindparam("event_id"), _L.tipo == literal(UNREADABLE)
    )
)


@dataclass(frozen=True, slots=True)
class Around:
    """What settling works with, all of one transaction.

    Args:
        registry: the types that this program knows.
        chain: the newest network document known.
        tail: the end of the log; its head moves.
        erasures: what authors erased; grows with what comes.
        now_ms: the moment of the import.
        outcome: what is told of single events.
    """

    cursor: Cursor
    dialect: Dialect
    registry: Registry
    chain: NetworkChain
    tail: LogTail
    holding: Holding
    forks: Forks
    hidden: WithoutEffect
    marks: Marks
    erasures: Erasures
    now_ms: int
    outcome: ImportOutcome


class Settler:
    """Settles events one after the other; ``flush`` before anything else reads the log."""

    def __init__(self, around: Around) -> None:
        self._a = around
        self.states: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.critical = 0
        self.alarms: set[str] = set()
        # Something came that is no receipt: it is answered by one.
        self.is_news = False
        self._rows: Rows = ([], [], [], [], [])
        self._places: dict[bytes, Place] = {}
        # Identities of the rows that wait: by id, and by cause and derivation key.
        self._ids: set[bytes] = set()
        self._answers: set[tuple[int | None, str | None]] = set()
        self._hide: list[tuple[int, str, str]] = []
        self._ruling = Ruling(
            around.cursor, around.dialect, around.hidden, around.forks, around.marks
        )

    # -- waiting ---------------------------------------------------------------------------

    def lacks(self, feed: HeldFeed, arrival: Arrival) -> str | None:
        """What the feed's next event waits for: a hash, or ``no/epoca/size``; None where it does not."""
        header = arrival.leaf.header
        if header is None:
            return None
        if header.causa is not None and self._place(bytes.fromhex(header.causa)) is None:
            return header.causa
        if header.seq == 0 and header.epoca > 0:
            before = self._epoch_before(header, arrival)
            if before is not None and self._a.holding.feed(feed.no, before[0]).size < before[1]:
                return f"{feed.no}/{before[0]}/{before[1]}"
        for head in self._acknowledged(header, arrival):
            if self._a.holding.feed(head.no, head.epoca).size < head.size:
                return f"{head.no}/{head.epoca}/{head.size}"
        return None

    def _place(self, digest: bytes) -> Place | None:
        found = self._places.get(digest)
        if found is not None:
            return found
        found = cause_of(self._a.cursor, self._a.dialect, digest)
        if found is None:
            # An author's fault may have made the cause a leaf that is no event; it is there.
            row = _UNREADABLE.run(
                self._a.cursor, self._a.dialect, {"event_id": digest[:16]}
            ).fetchone()
            found = None if row is None else Place(0, row[1], 0, None)
        return found

    def _epoch_before(self, header: Header, arrival: Arrival) -> tuple[int, int] | None:
        """Epoch and size of what this one follows: the root's seal, else the event's own word."""
        seal = self._a.chain.current.seal(header.no, header.epoca - 1)
        if seal is not None:
            return header.epoca - 1, seal.tamanho
        if header.tipo != EPOCH:
            return None
        told = judge(header, arrival.parts, self._a.registry).publico
        epoca, size = told.get("epoca_anterior"), told.get("tamanho_restaurado")
        if isinstance(epoca, int) and isinstance(size, int) and epoca < header.epoca:
            return epoca, size
        return None

    def _acknowledged(self, header: Header, arrival: Arrival) -> list[Head]:
        """The heads that a receipt names.

        Of an author with two stories, what both have in common: which of them the receipt means
        is nobody's business any more.
        """
        if header.tipo != RECEIPT:
            return []
        told = judge(header, arrival.parts, self._a.registry).publico
        return [
            capped(self._a.forks, Head(one["no"], one["epoca"], one["tamanho"], one["raiz"]))
            for one in told.get("feeds", ())
        ]

    # -- settling --------------------------------------------------------------------------

    def settle(self, feed: HeldFeed, arrival: Arrival) -> None:
        """Append the feed's next event; ``lacks`` said None."""
        leaf = arrival.leaf
        if leaf.header is None:
            self._settle_leaf(feed, arrival)
        else:
            self._settle_event(feed, arrival, leaf.header)
        feed.tree.append(leaf.digest)
        feed.size += 1
        feed.last_hash = leaf.digest
        if len(self._rows[0]) >= FLUSH:
            self.flush()

    def _settle_leaf(self, feed: HeldFeed, arrival: Arrival) -> None:
        """A leaf that is no event: its bytes and its place, under a key of its own.

        Its hash may be another event's, whose bytes it repeats.
        """
        leaf = arrival.leaf
        place = f"{feed.no}/{feed.epoca}/{leaf.seq}/".encode()
        sequence = self._next()
        feed.altura += 1
        self._rows[0].append(
            (
                sequence, sha256(_LEAF_DOMAIN + place + leaf.digest).digest(),
                bytes.fromhex(feed.no), feed.epoca, leaf.seq, leaf.digest[:16], UNREADABLE,
                "", "", 0, None, None, None, feed.altura, 0, self._a.now_ms, leaf.raw,
            )
        )  # fmt: skip
        self._places[leaf.digest] = Place(0, feed.altura, 0, None)
        feed.claimed_ms = None
        self._without(sequence, codes.WITHOUT, codes.LEAF)
        self.alarms.add(codes.LEAF)
        self.is_news = True

    def _settle_event(self, feed: HeldFeed, arrival: Arrival, header: Header) -> None:
        leaf = arrival.leaf
        judged = judge(header, arrival.parts, self._a.registry)
        cause = None if header.causa is None else self._place(bytes.fromhex(header.causa))
        base, wrong = self._height_below(feed, arrival, header, cause)
        altura = feed.altura = base + 1
        sequence = self._next()
        correlation = None if header.correlacao_id is None else uuid_bytes(header.correlacao_id)
        is_known_cause = cause is not None and cause.sequence_number > 0
        depth = depth_below(cause if is_known_cause else None, correlation)
        event_id = uuid_bytes(header.event_id)
        causa = cause.sequence_number if cause is not None and is_known_cause else None
        for place in self._a.erasures.foreign(leaf.digest.hex(), header.no):
            self._a.hidden.hide(place, codes.WITHOUT, codes.FOREIGN_ERASURE)
        if header.tipo in (ERASURE, DRAW):
            self.flush()
        self._flush_identities(event_id, causa, header.chave_derivacao)
        case = Case(
            header, judged, Rival(altura, leaf.digest, sequence), causa, leaf.fault or wrong
        )
        without = self._ruling.of(case)
        claimed = parse_timestamp(header.timestamp)
        for odd in odd_claims(claimed, feed.claimed_ms, self._a.now_ms):
            self._tell(codes.CLOCKS[odd], header, leaf.digest)
        feed.claimed_ms = claimed
        self._rows[0].append(
            (
                sequence, leaf.digest, bytes.fromhex(header.no), header.epoca, header.seq,
                event_id, header.tipo, header.versao_schema, header.origem,
                claimed, correlation,
                None if header.causa is None else bytes.fromhex(header.causa),
                header.chave_derivacao, altura, depth, self._a.now_ms, leaf.raw,
            )
        )  # fmt: skip
        self._places[leaf.digest] = Place(sequence, altura, depth, correlation)
        self._ids.add(event_id)
        if causa is not None and header.chave_derivacao is not None:
            self._rows[3].append((causa, header.chave_derivacao, sequence))
            self._answers.add((causa, header.chave_derivacao))
        gone = self._a.erasures.gone(leaf.digest.hex(), header.no)
        parts = {
            nome: row
            for nome, row in arrival.parts.items()
            if nome not in gone and (judged.with_restricted or nome.startswith("publica."))
        }
        self._add_parts(sequence, header, parts, judged)
        self.is_news = self.is_news or header.tipo != RECEIPT
        if without == (codes.WITHOUT, codes.DRAW):
            self.alarms.add(codes.DRAW)
            self._tell(codes.DRAW, header, leaf.digest)
        if without is not None:
            self.critical += without[1] == codes.CRITICAL
            self._without(sequence, *without)
            return
        self.states[codes.APPLIED] += 1
        self.types[header.tipo] += 1
        contents = {nome: content for nome, (_, content) in parts.items()}
        event = make_event(sequence, leaf.digest, altura, depth, header, contents)
        self._a.marks.touch(event)
        if header.tipo == ERASURE:
            self.flush()
            self._a.erasures.carry_out(event, self._a.marks)

    def _tell(self, codigo: str, header: Header, digest: bytes) -> None:
        self._a.outcome.mark(Named(codigo, header.no, header.epoca, header.seq, digest.hex()))

    def _next(self) -> int:
        self._a.tail.head += 1
        return self._a.tail.head

    def _height_below(
        self, feed: HeldFeed, arrival: Arrival, header: Header, cause: Place | None
    ) -> tuple[int, str | None]:
        """The greatest height below the event, and what is wrong with the heads that it names."""
        base = max(feed.altura, 0 if cause is None else cause.altura)
        wrong: str | None = None
        if header.seq == 0 and header.epoca > 0:
            before = self._epoch_before(header, arrival)
            if before is not None and before[1]:
                base = max(base, self._altura(feed.no, before[0], before[1]))
        for head in self._acknowledged(header, arrival):
            if head.size:
                base = max(base, self._altura(head.no, head.epoca, head.size))
            if head.root and self._root(head.no, head.epoca, head.size).hex() != head.root:
                wrong = codes.WRONG_RECEIPT
                self.alarms.add(wrong)
        return base, wrong

    def _altura(self, no: str, epoca: int, size: int) -> int:
        held = self._a.holding.feed(no, epoca)
        if held.size == size:
            return held.altura
        self.flush()
        return self._a.holding.altura_at(no, epoca, size - 1)

    def _root(self, no: str, epoca: int, size: int) -> bytes:
        if self._a.holding.feed(no, epoca).size != size:
            self.flush()
        return self._a.holding.root_at(no, epoca, size)

    # -- repeated --------------------------------------------------------------------------

    def _flush_identities(self, event_id: bytes, causa: int | None, chave: str | None) -> None:
        """Have the rows written that the search must find."""
        if event_id in self._ids or (causa, chave) in self._answers:
            self.flush()

    # -- rows ------------------------------------------------------------------------------

    def _add_parts(
        self,
        sequence: int,
        header: Header,
        parts: Mapping[str, tuple[bytes, bytes]],
        judged: Judgement,
    ) -> None:
        for place, entry in enumerate(header.partes):
            row = parts.get(entry.nome)
            if row is not None:
                self._rows[1].append((sequence * t.PARTS_PER_EVENT + place, entry.nome, *row))
        if judged.contract is None or judged.motivo is not None:
            return
        for subject in judged.contract.assuntos(judged.payload):
            self._rows[2].append((uuid_bytes(subject), sequence))
        self._rows[4].extend(persons(header, parts, judged, sequence))

    def _without(self, sequence: int, estado: str, motivo: str) -> None:
        self.states[estado] += 1
        self._hide.append((sequence, estado, motivo))

    def flush(self) -> None:
        """Write what is waiting."""
        if self._rows[0]:
            write_rows(self._a.cursor, self._a.dialect, self._rows)
            self._rows = ([], [], [], [], [])
            self._places.clear()
            self._ids.clear()
            self._answers.clear()
        for sequence, estado, motivo in self._hide:
            self._a.hidden.hide(sequence, estado, motivo)
        self._hide.clear()
