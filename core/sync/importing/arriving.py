"""One feed of a verified bundle as it comes in: leaf by leaf, each with the parts that travel.

The walks are those of the verification, so that what is stored is what was verified.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from core.kernel.identity.network import NetworkChain
from core.sync.container import Container
from core.sync.feed_check import CheckedFeed, Leaf, ReceivedPart, walk_leaves, walk_parts


class Arrival(NamedTuple):
    """A leaf, and name -> (salt, content) of the parts that are what its author sealed."""

    leaf: Leaf
    parts: Mapping[str, tuple[bytes, bytes]]


class FeedStream:
    """The leaves of one feed, looked at one ahead; constant memory.

    Args:
        container: of the bundle.
        feed: that the verification accepted.
        chain: the newest network document known; its seal counts, whatever the bundle knew.
    """

    def __init__(self, container: Container, feed: CheckedFeed, chain: NetworkChain) -> None:
        span = feed.span
        self.feed = replace(feed, seal=chain.current.seal(span.no, span.epoca))
        self.key = (span.no, span.epoca)
        self._leaves = walk_leaves(container, self.feed)
        self._parts = _sealed(walk_parts(container, self.feed))
        self._part = next(self._parts, None)
        self.next: Arrival | None = None
        self.advance()

    def advance(self) -> None:
        """Go to the next leaf; ``next`` is None behind the last."""
        leaf = next(self._leaves, None)
        if leaf is None:
            self.next = None
            return
        parts: dict[str, tuple[bytes, bytes]] = {}
        while self._part is not None and self._place(self._part) <= leaf.seq:
            if self._place(self._part) == leaf.seq:
                line = self._part.line
                parts[line.nome] = (line.salt, line.content)
            self._part = next(self._parts, None)
        self.next = Arrival(leaf, parts)

    @staticmethod
    def _place(part: ReceivedPart) -> int:
        return -1 if part.seq is None else part.seq


def _sealed(parts: Iterator[ReceivedPart]) -> Iterator[ReceivedPart]:
    return (part for part in parts if part.is_sealed)
