"""The only place that draws randomness, and the two forms of an identifier.

Identifiers are lower-case UUIDs in text and 16 bytes in tables. Every salt, label and event id
comes from an ``Ids`` that the composition root built.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import weakref
from typing import Final, Protocol
from uuid import UUID, uuid5

_BLOCK_BYTES: Final = 16
_SALT_BYTES: Final = 32
_POOL_BLOCKS: Final = 256
_SHARED_DIGITS: Final = 3
_RUN: Final = 1_000
_VARIANT: Final = "89ab"
_HEX_DIGITS: Final = 32
_VERSION_DIGIT: Final = 12
_VARIANT_DIGIT: Final = 16
_TEXT_CHARS: Final = 36
_DIGIT_PLACES: Final = [place for place in range(_TEXT_CHARS) if place not in (8, 13, 18, 23)]
_AS_VARIANT: Final = bytes.maketrans(b"0123456789abcdef", _VARIANT.encode() * 4)
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# UUIDv5(NAMESPACE_URL, "civico/linha/v1"); fixed for ever: rows of every office carry it.
ROW_NAMESPACE: Final = UUID("4258d80a-d338-5384-af83-652f406a026a")


class Ids(Protocol):
    """Source of identifiers and randomness."""

    def new_uuid(self) -> str:
        """A fresh UUID v4 in lower case."""

    def random_bytes(self, n: int) -> bytes:
        """``n`` bytes of randomness."""

    def new_label(self) -> str:
        """A fresh random label: 32 lower-case hex (design.md 4, titular)."""


def _uuid4_text(block: bytes) -> str:
    h = block.hex()
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-{_VARIANT[block[8] & 3]}{h[17:20]}-{h[20:]}"


def _uuid4_run() -> list[str]:
    """UUIDs that begin alike, written column by column: a tenth of the time of one by one."""
    digits = os.urandom(_RUN * _BLOCK_BYTES).hex().encode()
    shared = os.urandom(_SHARED_DIGITS).hex().encode()
    columns = [digits[place::_HEX_DIGITS] for place in range(_HEX_DIGITS)]
    for place in range(_SHARED_DIGITS):
        columns[place] = shared[place : place + 1] * _RUN
    columns[_VERSION_DIGIT] = b"4" * _RUN
    columns[_VARIANT_DIGIT] = columns[_VARIANT_DIGIT].translate(_AS_VARIANT)
    lines = bytearray(b"-" * (_RUN * _TEXT_CHARS))
    for place, column in zip(_DIGIT_PLACES, columns, strict=True):
        lines[place::_TEXT_CHARS] = column
    text = lines.decode()
    return [text[i : i + _TEXT_CHARS] for i in range(0, len(text), _TEXT_CHARS)]


def _cut(pool: bytes, size: int) -> list[bytes]:
    return [pool[i : i + size] for i in range(0, len(pool), size)]


class SystemIds:
    """Randomness of the operating system, drawn in pools.

    A block leaves its pool by one atomic ``list.pop``, so threads never share one; a forked
    child throws its copy of the pools away before it runs anything.

    A thousand UUIDs in a row begin with the same three random digits (110 random bits of each
    are its own). So they stand near each other in every index that they key, and a commit touches
    few pages however long the log has grown; and the first eight digits, by which people name an
    event or a demand, still tell them apart. All they give away is that they were made about the
    same time, which the log says anyway; salts and labels share nothing.
    """

    __slots__ = ("__weakref__", "_blocks", "_salts", "_uuids")

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._salts: list[bytes] = []
        self._uuids: list[str] = []
        if sys.platform != "win32":
            method = weakref.WeakMethod(self._forget)

            def forget() -> None:
                alive = method()
                if alive is not None:
                    alive()

            os.register_at_fork(after_in_child=forget)

    def _forget(self) -> None:
        self._blocks, self._salts, self._uuids = [], [], []

    def _block(self) -> bytes:
        try:
            return self._blocks.pop()
        except IndexError:
            blocks = _cut(os.urandom(_POOL_BLOCKS * _BLOCK_BYTES), _BLOCK_BYTES)
            first = blocks.pop()
            self._blocks = blocks
            return first

    def new_uuid(self) -> str:
        """A fresh UUID v4 in lower case."""
        try:
            return self._uuids.pop()
        except IndexError:
            run = _uuid4_run()
            first = run.pop()
            self._uuids = run
            return first

    def random_bytes(self, n: int) -> bytes:
        """``n`` bytes of cryptographic randomness."""
        if n == _SALT_BYTES:
            try:
                return self._salts.pop()
            except IndexError:
                salts = _cut(os.urandom(_POOL_BLOCKS * n), n)
                first = salts.pop()
                self._salts = salts
                return first
        if n <= _BLOCK_BYTES:
            return self._block()[:n]
        return os.urandom(n)

    def new_label(self) -> str:
        """A fresh random label: 32 lower-case hex."""
        return self._block().hex()


class SeededIds:
    """The same identifiers for the same seed, in one thread: for tests alone, which pass it in."""

    __slots__ = ("_counter", "_seed")

    def __init__(self, seed: int | str) -> None:
        self._seed = f"civico/ids/v1\n{seed}\n".encode()
        self._counter = 0

    def random_bytes(self, n: int) -> bytes:
        """``n`` bytes, determined by the seed and the number of calls before."""
        self._counter += 1
        start = hashlib.sha256(self._seed + str(self._counter).encode())
        return start.digest()[:n] if n <= 32 else hashlib.shake_256(start.digest()).digest(n)

    def new_uuid(self) -> str:
        """A UUID v4 determined by the seed."""
        return _uuid4_text(self.random_bytes(_BLOCK_BYTES))

    def new_label(self) -> str:
        """A label determined by the seed: 32 lower-case hex."""
        return self.random_bytes(_BLOCK_BYTES).hex()


def uuid_text(raw: bytes) -> str:
    """The lower-case text of a 16-byte identifier.

    Raises:
        ValueError: not 16 bytes.
    """
    if len(raw) != _BLOCK_BYTES:
        raise ValueError(f"a UUID has 16 bytes, not {len(raw)}")
    h = raw.hex()
    return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"


def uuid_bytes(text: str) -> bytes:
    """The 16 bytes of a UUID in lower case with its four hyphens.

    Raises:
        ValueError: any other spelling (upper case, braces, no hyphens, blanks).
    """
    if _UUID.fullmatch(text) is None:
        raise ValueError(f"not a lower-case UUID: {text[:40]!r}")
    return bytes.fromhex(text.replace("-", ""))


def derived_uuid(event_hash_hex: str, table: str, ordinal: int) -> str:
    """The identifier of a projection row, the same on every node and in every rebuild.

    Args:
        event_hash_hex: 64 lower-case hex of the event that made the row.
        table: the row's table.
        ordinal: place of the row among those that this event makes in this table.

    Source: design.md 3, Rebuild equals live.
    """
    return str(uuid5(ROW_NAMESPACE, f"{event_hash_hex}/{table}/{ordinal}"))
