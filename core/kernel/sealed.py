"""What sealing gives to whoever appends: the bytes that stand for ever, and the event they tell.

Values only; made by ``sealing.py``, by its long way or by a mould.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from core.kernel.event import Event
from core.kernel.header import Header, PartEntry, decode_header

PartRow = tuple[str, bytes, bytes]
"""Name, 32-byte salt and exact bytes of a part."""


class SealedPart(msgspec.Struct, frozen=True, gc=False):
    """A part as stored and relayed: its header entry, its 32-byte salt, its exact bytes."""

    entry: PartEntry
    salt: bytes
    content: bytes


class SealedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event ready to be appended.

    Args:
        event: as every handler will see it, now and in any rebuild; its place in the log
            (position, height, depth) is told by whoever appends it.
        raw: the canonical bytes of its header.
        event_hash: 32 bytes.
        rows: its parts in header order.
        titulares: label -> identifier of the person; local knowledge, never in the header.
    """

    event: Event
    raw: bytes
    event_hash: bytes
    rows: Sequence[PartRow]
    titulares: Mapping[str, str]

    @property
    def header(self) -> Header:
        """The header as a value, read from its bytes."""
        return decode_header(self.raw)

    @property
    def parts(self) -> tuple[SealedPart, ...]:
        """The parts with their entries, in header order."""
        return tuple(
            SealedPart(entry, salt, content)
            for entry, (_, salt, content) in zip(self.header.partes, self.rows, strict=True)
        )
