"""From a wanted event to a sealed row of the log, inside the running transaction.

Validation and sealing of everything a step publishes happen before the first row is written, so
a refusal leaves nothing to undo. Source: design.md 2, 3 (identity), 4.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from core.kernel.canonical import CanonicalError, is_nfc, to_nfc
from core.kernel.clock import Clock, format_timestamp
from core.kernel.colony import Colony
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent, Payload, SealPoint
from core.kernel.ids import uuid_bytes
from core.kernel.registry import Contract, Registry
from core.kernel.sealing import FeedHead, Sealer
from core.kernel.store import log_append
from core.kernel.store.database import Writer
from core.kernel.store.log_append import STORY, Batch, LogTail, Place, depth_below

MAX_DEPTH: Final = 64
"""Reactions in a row within one correlation."""

MAX_STORIES: Final = 10_000
"""Correlations in a row, each brought up by the one before."""

MAX_ANSWERS: Final = 5_000
"""Identities kept in memory; then older ones are looked up in the log again."""

_NUMBERS: Final = (int, float)
_encode = msgspec.json.Encoder().encode


class CausalChainTooDeep(Exception):
    """Too many reactions in a row: two colonies answer each other for ever."""


def normalised(payload: Payload) -> Payload:
    """The payload in NFC; the same object where nothing had to change at its top level.

    Structures that cannot be normalised (cycles of depth, keys that become equal) come back as
    they are: validation and sealing name what is wrong with them.
    """
    for value in payload.values():
        if isinstance(value, str):
            if not value.isascii() and not unicodedata.is_normalized("NFC", value):
                break
        elif not (value is None or isinstance(value, _NUMBERS)):
            break
    else:
        return payload
    if _is_nfc_already(payload):
        return payload
    try:
        mended = to_nfc(payload)
    except (CanonicalError, RecursionError):
        return payload
    result: Payload = mended if mended != payload else payload
    return result


def _is_nfc_already(payload: Payload) -> bool:
    """Judged on its JSON at once; False also where it cannot be written as JSON."""
    try:
        return is_nfc(_encode(payload))
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return False


class Outgoing(msgspec.Struct, frozen=True, gc=False):
    """An event to publish and the derivation key it is published under."""

    event: NewEvent
    chave: str | None


class Publisher:
    """Validates, seals and appends. Owns the tail of the log.

    Args:
        appended: called for every event right after its rows were written.
    """

    def __init__(
        self,
        writer: Writer,
        registry: Registry,
        sealer: Sealer,
        clock: Clock,
        appended: Callable[[Event], None],
    ) -> None:
        self._writer = writer
        self._registry = registry
        self._sealer = sealer
        self._clock = clock
        self._appended = appended
        self._tail: LogTail
        # Up to where the log was when it was last read, and what was published since in answer to
        # what came after: this engine alone writes in between, so nothing of it need be looked up.
        self._read_to = 0
        self._answers: set[tuple[int, str]] = set()

    @property
    def tail(self) -> LogTail:
        """The end of the log as the running transaction sees it."""
        return self._tail

    @tail.setter
    def tail(self, tail: LogTail) -> None:
        """Read again: at start, after a rollback, after others."""
        self._tail = tail
        self._read_to = tail.head
        self._answers.clear()

    def publish(
        self, colony: Colony, outgoing: Sequence[Outgoing], cause: Event | None
    ) -> list[Event]:
        """Prepare and append.

        Raises:
            UserFacingError: as ``prepare``.
            CausalChainTooDeep: see ``MAX_DEPTH``.
        """
        return self.append(self.prepare(colony, outgoing, cause))

    def prepare(self, colony: Colony, outgoing: Sequence[Outgoing], cause: Event | None) -> Batch:
        """Validate and seal in order, writing nothing; nothing may be appended before the result.

        What this node already published under the same identity is left out.

        Raises:
            UserFacingError: unknown type, deprecated version, invalid payload, too large.
            CausalChainTooDeep: see ``MAX_DEPTH``.
        """
        fresh = outgoing if cause is None else self._not_yet_published(outgoing, cause)
        return self._seal(colony, fresh, cause, self._clock.now_ms())

    def append(self, prepared: Batch) -> list[Event]:
        """Write what was prepared and hand every event on; any fault here leaves rows behind."""
        answers = prepared.answers()
        if answers and answers[0][0] > self._read_to:  # all are of one cause
            if len(self._answers) >= MAX_ANSWERS:
                self._answers.clear()
                self._read_to = self._tail.head
            self._answers.update(answers)
        events = prepared.append(self._writer.cursor, self._writer.dialect)
        for event in events:
            self._appended(event)
        return events

    def _not_yet_published(self, outgoing: Sequence[Outgoing], cause: Event) -> list[Outgoing]:
        fresh: list[Outgoing] = []
        keys: set[str] = set()
        for one in outgoing:
            key = one.chave
            if key is not None and not key.isascii():
                key = unicodedata.normalize("NFC", key)  # the form that is sealed and stored
            if key is None or key in keys:
                raise ValueError(f"reaction without an identity of its own: {one.event.tipo}")
            keys.add(key)
            if not self._is_published(cause.sequence_number, key):
                fresh.append(one)
        return fresh

    def _is_published(self, causa: int, key: str) -> bool:
        if causa > self._read_to:
            return (causa, key) in self._answers
        cursor, dialect = self._writer.cursor, self._writer.dialect
        return log_append.find_identity(cursor, dialect, self._tail.no, causa, key) is not None

    def _seal(
        self, colony: Colony, outgoing: Sequence[Outgoing], cause: Event | None, now_ms: int
    ) -> Batch:
        feed = self._tail.feed_head()
        last_event_id = self._tail.last_event_id
        place = Place.of(cause) if cause else None
        batch = Batch(self._tail, place, now_ms)
        # All are judged before the first is sealed: each loop stays within the processor's caches.
        judged = [self._judged(colony, one.event) for one in outgoing]
        for one, (new, contract) in zip(outgoing, judged, strict=True):
            if new.at_seal is not None:
                told = new.at_seal(_seal_point(feed, last_event_id, now_ms))
                new = _valid(replace(new, payload=new.payload | told), contract)  # noqa: PLW2901 # told to the end
            correlation = new.correlacao_id or (cause.correlacao_id if cause else None)
            if place is not None:
                _check_depth(place, correlation)
            result = self._sealer.seal(
                new,
                contract,
                origem=contract.sealed_origem(colony.id),
                regra_versao=colony.regra_versao,
                feed=feed,
                causa=cause.event_hash if cause else None,
                chave_derivacao=one.chave,
                correlacao_id=correlation,
                timestamp_ms=now_ms,
            )
            feed = feed.advanced(result.event_hash)
            last_event_id = result.event.event_id
            batch.add(result, contract.assuntos(new.payload))
        return batch

    def _judged(self, colony: Colony, new: NewEvent) -> tuple[NewEvent, Contract]:
        """An event that may be published as it stands, in NFC, and its contract.

        What is told only at sealing is judged there, with the rest of its payload.
        """
        contract = self._registry.for_publishing(new.tipo, new.versao)
        if contract.tipo not in colony.publica:
            raise UserFacingError(
                "registro.produtor_nao_declarado", tipo=contract.tipo, colonia=colony.id
            )
        return (new if new.at_seal is not None else _valid(new, contract)), contract


def _valid(new: NewEvent, contract: Contract) -> NewEvent:
    """In NFC before it is judged: a limit must hold for the text that is sealed."""
    payload = normalised(new.payload)
    contract.validate(payload)
    return new if payload is new.payload else replace(new, payload=payload)


def _seal_point(feed: FeedHead, last_event_id: str | None, now_ms: int) -> SealPoint:
    last = feed.last_hash
    return SealPoint(None if last is None else last.hex(), last_event_id, format_timestamp(now_ms))


def _check_depth(cause: Place, correlacao_id: str | None) -> None:
    stories, depth = divmod(
        depth_below(cause, None if correlacao_id is None else uuid_bytes(correlacao_id)), STORY
    )
    if depth > MAX_DEPTH or stories > MAX_STORIES:
        raise CausalChainTooDeep(f"profundidade {depth}, depois de {stories} correlações")
