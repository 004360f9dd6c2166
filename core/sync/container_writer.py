"""Writes a bundle's ZIP: the one form that ``container.py`` accepts.

The manifest stands first and lists the hashes of all that follows, so the rest is written to a
body beside it first and then copied behind the manifest. Nothing is ever held in memory whole.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from core.kernel.errors import UserFacingError
from core.sync import limits
from core.sync.container import (
    CENTRAL,
    CENTRAL_MARK,
    DEFLATED,
    END,
    END_MARK,
    LOCAL,
    LOCAL_MARK,
    NO_DATE,
    NO_TIME,
    STORED,
    VERSION,
    Entry,
)
from core.sync.names import ATTACHMENTS, MANIFEST, MINISIG, size_limit

Content = Callable[[], Iterable[bytes]]
"""Gives the content anew each time: it is read twice where it does not compress."""

_LEVEL: Final = 6
_COPY: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Written:
    """An entry of the body and the SHA-256 (hex) of its content."""

    entry: Entry
    sha256: str


def header_of(entry: Entry) -> bytes:
    """The local header of an entry, name included."""
    nome = entry.nome.encode("ascii")
    head = (LOCAL_MARK, VERSION, 0, entry.method, NO_TIME, NO_DATE, entry.crc, entry.packed)
    return LOCAL.pack(*head, entry.size, len(nome), 0) + nome


class BodyWriter:
    """All entries but the first two, in rising order of their names.

    Args:
        body: empty, open for reading and writing.
    """

    def __init__(self, body: BinaryIO) -> None:
        self._body = body
        self.written: list[Written] = []
        self._total = 0

    def add(self, nome: str, content: Content) -> Written:
        """Write one entry.

        Raises:
            UserFacingError: ``pacote.grande_demais``: it passes a limit of the format.
            ValueError: a name that no bundle has, or out of order.
            OSError: the disk.
        """
        if size_limit(nome) is None or (self.written and nome <= self.written[-1].entry.nome):
            raise ValueError(f"not the next name of a bundle: {nome!r}")
        start = self._body.tell()
        blank = Entry(nome, STORED, 0, 0, 0, start)
        found = None
        if not nome.startswith(ATTACHMENTS):  # pictures and sound are packed already
            found = self._write(replace(blank, method=DEFLATED), content)
            entry = found.entry
            if entry.packed >= entry.size or entry.size > limits.MAX_RATIO * entry.packed:
                found = None
        if found is None:
            found = self._write(blank, content)
        self._body.seek(start)
        self._body.write(header_of(found.entry))
        self._body.seek(0, 2)
        self._total += found.entry.size
        limit = size_limit(nome) or 0
        if found.entry.size > limit or self._total > limits.MAX_TOTAL_BYTES:
            raise UserFacingError("pacote.grande_demais")
        self.written.append(found)
        return found

    def _write(self, blank: Entry, content: Content) -> Written:
        """Write header space and data from ``blank.start``, cutting off what stood there."""
        self._body.seek(blank.start)
        self._body.truncate()
        self._body.write(header_of(blank))
        state, crc, size, packed = hashlib.sha256(), 0, 0, 0
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        for piece in content():
            state.update(piece)
            crc = zlib.crc32(piece, crc)
            size += len(piece)
            made = piece if blank.method == STORED else packer.compress(piece)
            packed += self._body.write(made)
        if blank.method == DEFLATED:
            packed += self._body.write(packer.flush())
        return Written(replace(blank, crc=crc, size=size, packed=packed), state.hexdigest())


def assemble(
    target: BinaryIO, manifest: bytes, minisig: bytes, body: BinaryIO, written: Iterable[Written]
) -> None:
    """Write the whole bundle: manifest, signature, body, directory.

    Raises:
        UserFacingError: ``pacote.grande_demais``.
        OSError: the disk.
    """
    entries: list[tuple[Entry, int]] = []
    place = 0
    for nome, content in ((MANIFEST, manifest), (MINISIG, minisig)):
        entry = Entry(nome, STORED, zlib.crc32(content), len(content), len(content), 0)
        data = content
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(content) + packer.flush()
        if len(packed) < len(content) <= limits.MAX_RATIO * len(packed):
            entry, data = replace(entry, method=DEFLATED, packed=len(packed)), packed
        entries.append((entry, place))
        place += target.write(header_of(entry) + data)
    shift = place
    body.seek(0)
    while piece := body.read(_COPY):
        place += target.write(piece)
    entries += [(item.entry, item.entry.start + shift) for item in written]
    directory = b"".join(_central(entry, offset) for entry, offset in entries)
    if len(entries) > limits.MAX_ENTRIES:
        raise UserFacingError("pacote.grande_demais")
    count = len(entries)
    end = END.pack(END_MARK, 0, 0, count, count, len(directory), place, 0)
    if place + len(directory) + len(end) > limits.MAX_FILE_BYTES:
        raise UserFacingError("pacote.grande_demais")
    target.write(directory + end)


def _central(entry: Entry, offset: int) -> bytes:
    nome = entry.nome.encode("ascii")
    head = (CENTRAL_MARK, VERSION, VERSION, 0, entry.method, NO_TIME, NO_DATE, entry.crc)
    return CENTRAL.pack(*head, entry.packed, entry.size, len(nome), 0, 0, 0, 0, 0, offset) + nome


def chunked(content: bytes) -> Iterator[bytes]:
    """One content as its pieces."""
    yield content
