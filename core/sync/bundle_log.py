"""The log that a verified bundle carries, read as an auditor reads an office's; nothing is imported.

Only valid events that no seal cuts off are read, and only parts that their author sealed; which of
them has no effect all the same (content, identity, two stories, a draw that does not come out:
sync.md 2.10) is asked of ``has_effect``, because an auditor names it. The order is that of folding
(``altura``, ``event_hash``: design.md 3), which is log order where there is one feed. Memory: an
entry an event, and as many events at once as there are feeds. It fits ``core.audit``'s source of
events by shape. Source: issue "Signed bundles", Auditoria mode.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from core.kernel.errors import IntegrityFault
from core.kernel.event import Event
from core.kernel.header import Header, decode_header
from core.kernel.header import event_hash as hash_of
from core.kernel.parts import decode_part, make_event
from core.kernel.registry import Registry
from core.sync.bundle_effects import BundleEffects, identities
from core.sync.examination import Progress, VerifiedBundle
from core.sync.feed_check import CheckedFeed, ReceivedPart, walk_parts, walk_raw

RECEIPT: Final = "recibo.importacao"
EPOCH: Final = "epoca.aberta"
_TOLD_EVERY: Final = 500


_Spot = tuple[str, int, int]
"""(no, epoca, seq)."""


class _Place(NamedTuple):
    """Where a leaf stands in fold order, and its ``event_id``, empty where it is no event."""

    altura: int
    event_id: str
    is_read: bool


class _Raw(NamedTuple):
    """An event before it is known whether it is wanted; ordered by its first two fields."""

    altura: int
    digest: bytes
    header: Header
    contents: dict[str, bytes]
    is_read: bool


class _Leaf(NamedTuple):
    """A leaf: an event that is read, one that a seal cuts off, or (empty ``event_id``) none at all.

    ``below`` are places (no, epoca, seq) that it stands on: what its receipt acknowledges, and the
    end of the epoch before.
    """

    digest: bytes
    causa: bytes | None
    event_id: str
    chave: str | None
    below: tuple[_Spot, ...]
    is_read: bool


@dataclass(frozen=True, slots=True)
class FeedEnd:
    """What the last event with effect of a feed says of itself.

    Args:
        timestamp: its claimed moment; None where the feed carries no event with effect.
    """

    no: str
    epoca: int
    timestamp: str | None


class BundleLog:
    """The events of a bundle.

    Args:
        bundle: verified; its bytes are read again, so they must not have changed.
        registry: the types that this program knows.
        progress: told events and their total, a few times a thousand; what it raises ends the
            reading.
    """

    def __init__(
        self, bundle: VerifiedBundle, registry: Registry, progress: Progress | None = None
    ) -> None:
        self._bundle = bundle
        self._progress = progress
        self._effects = BundleEffects(bundle, registry, self.event_id_behind)
        self.ends: tuple[FeedEnd, ...] = ()
        self._places = self._arranged()
        self.upto = sum(place.is_read for place in self._places.values())

    def watch(self, progress: Progress | None) -> None:
        """Tell somebody else from now on."""
        self._progress = progress

    @property
    def is_whole(self) -> bool:
        """Whether every feed of the manifest was accepted and begins with its first event."""
        spans = self._bundle.manifest.feeds
        return len(spans) == len(self._bundle.feeds) and all(span.de == 0 for span in spans)

    @property
    def authors(self) -> frozenset[str]:
        """The nodes whose events are here."""
        return frozenset(feed.span.no for feed in self._bundle.feeds)

    def events(self, types: Sequence[str]) -> Iterator[Event]:
        """Every event of these types, in fold order; ``sequence_number`` counts all from 1."""
        wanted = frozenset(types)
        streams = [self._stream(feed, wanted) for feed in self._bundle.feeds]
        merged = heapq.merge(*streams, key=lambda raw: (raw.altura, raw.digest))
        self._effects.begin()
        number = 0
        for raw in merged:
            number += raw.is_read
            if raw.is_read and number % _TOLD_EVERY == 0:
                self._tell(number)
            is_wanted = raw.is_read and raw.header.tipo in wanted
            if is_wanted or raw.digest in self._rivals:
                self._effects.judge(raw.digest, raw.header, raw.contents)
            if is_wanted:
                yield make_event(number, raw.digest, raw.altura, 0, raw.header, raw.contents)
        self._tell(self.upto)

    def has_effect(self, event: Event) -> bool:
        """Whether an event that ``events`` gave has effect where the bundle is imported alone."""
        return self._effects.has(event.event_hash)

    def event_id_behind(self, event_hash: str) -> str | None:
        """The id of the event with this hash (64 hex); None where the bundle has none."""
        found = self._places.get(bytes.fromhex(event_hash))
        return None if found is None else found.event_id or None

    def _tell(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, self.upto)

    def _stream(self, feed: CheckedFeed, wanted: frozenset[str]) -> Iterator[_Raw]:
        parts = _sealed_parts(self._bundle, feed)
        part = next(parts, None)
        for seq, raw in walk_raw(self._bundle.container, feed):
            place = self._places.get(digest := hash_of(raw))
            if feed.places.get(digest) != seq or not (place and self._is_asked(digest, place)):
                place = None
            header = None if place is None else decode_header(raw)
            contents: dict[str, bytes] = {}
            while part is not None and part.seq is not None and part.seq <= seq:
                if part.seq == seq and header is not None and self._is_read(digest, header, wanted):
                    contents[part.line.nome] = part.line.content
                part = next(parts, None)
            if place is not None and header is not None:
                yield _Raw(place.altura, digest, header, contents, place.is_read)

    def _is_asked(self, digest: bytes, place: _Place) -> bool:
        """What a seal cuts off is asked only who was first."""
        return place.is_read or digest in self._rivals

    def _is_read(self, digest: bytes, header: Header, wanted: frozenset[str]) -> bool:
        return header.tipo in wanted or digest in self._rivals

    def _arranged(self) -> dict[bytes, _Place]:
        """Every leaf and its height: one more than the highest it stands on.

        It stands on the one before it, on its cause, a receipt on the heads that it acknowledges,
        and the first of an epoch on the end of the one before (``importing.heights``). What the
        bundle does not have counts as height 0.
        """
        feeds = [_leaves(self._bundle, feed, self._effects) for feed in self._bundle.feeds]
        spots = self._spots(
            {spot for leaves, _last in feeds for leaf in leaves for spot in leaf.below}
        )
        self.ends = tuple(
            FeedEnd(feed.span.no, feed.span.epoca, last)
            for feed, (_leaves_of, last) in zip(self._bundle.feeds, feeds, strict=True)
        )
        known = {leaf.digest for leaves, _last in feeds for leaf in leaves}
        self._rivals = _rivals(leaf for leaves, _last in feeds for leaf in leaves)
        places: dict[bytes, _Place] = {}
        heights = [0] * len(feeds)
        at = [0] * len(feeds)
        moved = True
        # Hashes allow no circle, so some feed can always go on until all are through.
        while moved:
            moved = False
            for which, (leaves, _last) in enumerate(feeds):
                while at[which] < len(leaves):
                    leaf = leaves[at[which]]
                    on = [leaf.causa, *(spots.get(spot) for spot in leaf.below)]
                    held = [digest for digest in on if digest is not None and digest in known]
                    if any(digest not in places for digest in held):
                        break
                    below = max((places[digest].altura for digest in held), default=0)
                    heights[which] = 1 + max(heights[which], below)
                    places[leaf.digest] = _Place(heights[which], leaf.event_id, leaf.is_read)
                    at[which] += 1
                    moved = True
        return places

    def _spots(self, wanted: set[_Spot]) -> dict[_Spot, bytes]:
        """The events at these places, where the bundle has them."""
        if not wanted:
            return {}
        found: dict[_Spot, bytes] = {}
        for feed in self._bundle.feeds:
            no, epoca = feed.span.no, feed.span.epoca
            for digest, seq in (*feed.places.items(), *feed.invalid.items()):
                if (no, epoca, seq) in wanted:
                    found[no, epoca, seq] = digest
        return found


def _leaves(
    bundle: VerifiedBundle, feed: CheckedFeed, effects: BundleEffects
) -> tuple[list[_Leaf], str | None]:
    """The feed's leaves, and what the last one that is read says of its moment."""
    told = _named_heads(bundle, feed, effects)
    found: list[_Leaf] = []
    last: str | None = None
    end = None if feed.seal is None else feed.seal.tamanho
    for seq, raw in walk_raw(bundle.container, feed):
        digest = hash_of(raw)
        if feed.places.get(digest) != seq:
            # Nothing stands on the second of two equal leaves: the valid one is meant.
            own = b"" if digest in feed.places else digest
            found.append(_Leaf(own, None, "", None, (), is_read=False))
            continue
        header = decode_header(raw)
        cause = None if header.causa is None else bytes.fromhex(header.causa)
        is_read = end is None or seq < end
        below = told.get(seq, ())
        found.append(
            _Leaf(digest, cause, header.event_id, header.chave_derivacao, below, is_read=is_read)
        )
        last = header.timestamp if is_read else last
    return found, last


def _rivals(leaves: Iterable[_Leaf]) -> frozenset[bytes]:
    """The events that share an identity with another one: id, or answer to one cause."""
    held = [
        (leaf.digest, identities(leaf.event_id, leaf.causa, leaf.chave))
        for leaf in leaves
        if leaf.event_id
    ]
    count = Counter(one for _digest, of_leaf in held for one in of_leaf)
    return frozenset(digest for digest, of_leaf in held if any(count[one] > 1 for one in of_leaf))


def _named_heads(
    bundle: VerifiedBundle, feed: CheckedFeed, effects: BundleEffects
) -> dict[int, tuple[_Spot, ...]]:
    """Seq -> the heads that an event stands on: a receipt's, and the end of the epoch before.

    What cannot be read tells none.
    """
    span, found = feed.span, dict[int, tuple[_Spot, ...]]()
    seal = bundle.chain.current.seal(span.no, span.epoca - 1) if span.epoca else None
    if any(
        decode_header(raw).tipo in (RECEIPT, EPOCH)
        for seq, raw in walk_raw(bundle.container, feed)
        if feed.places.get(hash_of(raw)) == seq
    ):
        for part in _sealed_parts(bundle, feed):
            header, seq = part.header, part.seq
            if header is None or seq is None or part.line.nome != "publica.nucleo":
                continue
            if header.tipo == RECEIPT:
                heads = _heads(part.line.content)
                found[seq] = tuple(spot for one in heads for spot in effects.capped(*one))
            elif header.tipo == EPOCH and seq == 0 and span.epoca and seal is None:
                found[seq] = _epoch_before(part.line.content, span.no, span.epoca)
    if seal is not None and seal.tamanho:
        found[0] = (*found.get(0, ()), (span.no, seal.epoca, seal.tamanho - 1))
    return found


def _epoch_before(content: bytes, no: str, epoca: int) -> tuple[_Spot, ...]:
    """The end of the epoch before by the event's own word, where no seal says it."""
    try:
        told = decode_part("publica.nucleo", content)
    except IntegrityFault:
        return ()
    before, size = told.get("epoca_anterior"), told.get("tamanho_restaurado")
    if type(before) is not int or type(size) is not int or not (0 <= before < epoca and size > 0):
        return ()
    return ((no, before, size - 1),)


def _heads(content: bytes) -> tuple[_Spot, ...]:
    try:
        feeds = decode_part("publica.nucleo", content)["feeds"]
        told = [(one["no"], one["epoca"], one["tamanho"] - 1) for one in feeds]
    except (IntegrityFault, KeyError, TypeError):
        return ()
    return tuple(
        spot for spot in told if [type(one) for one in spot] == [str, int, int] and spot[2] >= 0
    )


def _sealed_parts(bundle: VerifiedBundle, feed: CheckedFeed) -> Iterator[ReceivedPart]:
    """The parts that are what the author sealed, in the order of the events."""
    return (part for part in walk_parts(bundle.container, feed) if part.is_sealed)
