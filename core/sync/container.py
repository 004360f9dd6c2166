"""The strict reader of a bundle's ZIP: every header field has one legal value (FORMATO.md 2).

``zipfile`` accepts duplicate names, junk before, between and after, and names cut at a NUL; so
this is an own small reader. Nothing is written anywhere and no name ever becomes a path. Reads
stream to the declared size and one byte more, so that memory never follows what a file claims.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from core.sync import limits
from core.sync.names import MANIFEST, MINISIG, size_limit
from core.sync.reasons import Refusal
from core.sync.source import Source

LOCAL: Final = struct.Struct("<4s5H3I2H")
CENTRAL: Final = struct.Struct("<4s6H3I5H2I")
END: Final = struct.Struct("<4s4H2IH")
LOCAL_MARK: Final = b"PK\x03\x04"
CENTRAL_MARK: Final = b"PK\x01\x02"
END_MARK: Final = b"PK\x05\x06"
VERSION: Final = 20
NO_TIME: Final = 0
NO_DATE: Final = 0x0021
STORED: Final = 0
DEFLATED: Final = 8

AGE_MARK: Final = b"age-encryption.org/v1\n"
_CHUNK: Final = 1 << 16
_MAX_NAME: Final = 255


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry whose headers are legal. ``start``: where its data begins."""

    nome: str
    method: int
    crc: int
    packed: int
    size: int
    start: int


class Container:
    """The entries of a bundle, in their order. Build it with ``open``.

    Args:
        source: the bytes.
        entries: what its directory says, checked.
    """

    def __init__(self, source: Source, entries: tuple[Entry, ...]) -> None:
        self.source = source
        self.entries = entries
        self._by_name = {entry.nome: entry for entry in entries}
        self._folders: dict[str, set[str]] = {}
        for nome in self._by_name:
            self._folders.setdefault(nome[: nome.rfind("/") + 1], set()).add(nome)

    @classmethod
    def open(cls, source: Source) -> Container:
        """Check everything but the data (steps 1 to 3).

        Raises:
            Refusal: ``pacote.*``, ``manifesto.ausente``.
        """
        count, directory, end = _end(source)
        return cls(source, tuple(_entries(source, count, directory, end)))

    def get(self, nome: str) -> Entry | None:
        """The entry of a name, or None."""
        return self._by_name.get(nome)

    def names_in(self, folder: str) -> set[str]:
        """The names that stand in a folder; ``folder`` with its last slash."""
        return self._folders.get(folder, set())

    def chunks(self, entry: Entry) -> Iterator[bytes]:
        """The content piece by piece; whoever uses a piece before the end trusts nothing of it.

        Raises:
            Refusal: ``pacote.compressao``: data, size or CRC are not as declared.
        """
        crc = made = 0
        try:
            for piece in self._inflated(entry):
                made += len(piece)
                if made > entry.size:
                    raise Refusal("pacote.compressao", entry.nome)
                crc = zlib.crc32(piece, crc)
                yield piece
        except zlib.error:
            raise Refusal("pacote.compressao", entry.nome) from None
        if made != entry.size or crc != entry.crc:
            raise Refusal("pacote.compressao", entry.nome)

    def read(self, entry: Entry) -> bytes:
        """The whole content; only for kinds whose limit is small enough.

        Raises:
            Refusal: ``pacote.compressao``.
        """
        return b"".join(self.chunks(entry))

    def lines(
        self, entry: Entry, longest: int, heard: Callable[[bytes], object] = len
    ) -> Iterator[bytes | None]:
        """The lines without their LF; None for one that is longer, which is skipped in pieces.

        What follows the last LF comes as the last item: empty where the content ends as it should.

        Args:
            entry: whose content.
            longest: most bytes of a line.
            heard: told every piece of the content, e.g. a hash's ``update``.
        """
        rest = b""
        is_long = False
        for piece in self.chunks(entry):
            heard(piece)
            first, *more = piece.split(b"\n")
            if len(first) + len(rest) > longest:
                is_long = True
            rest = b"" if is_long else rest + first
            for line in more:
                yield None if is_long or len(rest) > longest else rest
                rest, is_long = line, False
        yield None if is_long or len(rest) > longest else rest

    def _inflated(self, entry: Entry) -> Iterator[bytes]:
        if entry.method == STORED:
            yield from self._packed(entry)
            return
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        for piece in self._packed(entry):
            waiting = piece
            while waiting and not unpacker.eof:
                made = unpacker.decompress(waiting, _CHUNK)
                waiting = unpacker.unconsumed_tail
                if made:
                    yield made
            if unpacker.unused_data or (waiting and unpacker.eof):
                raise Refusal("pacote.compressao", entry.nome)
        while not unpacker.eof:
            made = unpacker.decompress(b"", _CHUNK)
            if not made:
                raise Refusal("pacote.compressao", entry.nome)
            yield made

    def _packed(self, entry: Entry) -> Iterator[bytes]:
        for offset in range(0, entry.packed, _CHUNK):
            yield self.source.read(entry.start + offset, min(_CHUNK, entry.packed - offset))


def _end(source: Source) -> tuple[int, int, int]:
    """Number of entries, where the directory begins and where it ends (steps 1 and 2)."""
    size = source.size
    if size == 0:
        raise Refusal("pacote.vazio")
    if size > limits.MAX_FILE_BYTES:
        raise Refusal("pacote.grande")
    head = source.read(0, len(AGE_MARK))
    if head == AGE_MARK:
        raise Refusal("pacote.cifrado")
    if head[:4] != LOCAL_MARK:
        raise Refusal("pacote.nao_e_zip")
    last = source.read(size - END.size, END.size) if size >= END.size else b""
    if last[:4] != END_MARK:
        raise Refusal("pacote.cortado")
    _mark, disk, start_disk, here, count, length, start, comment = END.unpack(last)
    if (disk, start_disk, comment) != (0, 0, 0) or here != count:
        raise Refusal("pacote.perfil")
    if start + length + END.size != size:
        raise Refusal("pacote.perfil")
    if count > limits.MAX_ENTRIES:
        raise Refusal("pacote.limites")
    if count < 2:
        raise Refusal("manifesto.ausente")
    return count, start, start + length


def _entries(source: Source, count: int, directory: int, end: int) -> Iterator[Entry]:
    """Every entry of the directory, held against its local header (step 3)."""
    before = ""
    total = expected = 0
    place = directory
    for number in range(count):
        raw = source.read(place, CENTRAL.size)
        if len(raw) < CENTRAL.size or place + CENTRAL.size > end:
            raise Refusal("pacote.perfil")
        fields = CENTRAL.unpack(raw)
        method, crc, packed, size, length = fields[4], fields[7], fields[8], fields[9], fields[10]
        offset = fields[16]
        made_of = (CENTRAL_MARK, VERSION, VERSION, 0, method, NO_TIME, NO_DATE, crc, packed, size)
        if fields != (*made_of, length, 0, 0, 0, 0, 0, offset):
            raise Refusal("pacote.perfil")
        if not (packed == size if method == STORED else method == DEFLATED):
            raise Refusal("pacote.perfil")
        if place + CENTRAL.size + length > end:
            raise Refusal("pacote.perfil")
        raw_name = source.read(place + CENTRAL.size, min(length, _MAX_NAME + 1))
        nome = _checked_name(number, raw_name, before)
        total += size
        _check_sizes(nome, method, packed, size, total)
        start = expected + LOCAL.size + length
        if offset != expected or start + packed > directory:
            raise Refusal("pacote.perfil")
        local = source.read(offset, LOCAL.size + length)
        head = (LOCAL_MARK, VERSION, 0, method, NO_TIME, NO_DATE, crc, packed, size, length, 0)
        if local != LOCAL.pack(*head) + raw_name:
            raise Refusal("pacote.perfil")
        yield Entry(nome, method, crc, packed, size, start)
        before = nome if number >= 2 else ""
        expected = start + packed
        place += CENTRAL.size + length
    if place != end or expected != directory:
        raise Refusal("pacote.perfil")


def _checked_name(number: int, raw: bytes, before: str) -> str:
    if number < 2:
        nome = (MANIFEST, MINISIG)[number]
        if raw != nome.encode("ascii"):
            raise Refusal("manifesto.ausente")
        return nome
    try:
        nome = raw.decode("ascii")
    except UnicodeDecodeError:
        raise Refusal("pacote.nome") from None
    if len(raw) > _MAX_NAME or size_limit(nome) is None or nome in (MANIFEST, MINISIG):
        raise Refusal("pacote.nome")
    if nome <= before:
        raise Refusal("pacote.nome")
    return nome


def _check_sizes(nome: str, method: int, packed: int, size: int, total: int) -> None:
    limit = size_limit(nome)
    if limit is None or size > limit or total > limits.MAX_TOTAL_BYTES:
        raise Refusal("pacote.limites")
    if method == DEFLATED and not 1 <= size <= limits.MAX_RATIO * packed:
        raise Refusal("pacote.limites")
