"""Where the bytes of a received bundle are read from: any place of them, never beyond their end."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Protocol, Self

from core.kernel.errors import EnvironmentFault

_CHUNK: Final = 1 << 20


class Source(Protocol):
    """Bytes that do not change while they are read."""

    @property
    def size(self) -> int:
        """How many there are."""

    def read(self, offset: int, count: int) -> bytes:
        """Up to ``count`` bytes from ``offset``; fewer only at the end."""


class BytesSource:
    """Bytes in memory."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    @property
    def size(self) -> int:
        """See ``Source``."""
        return len(self._raw)

    def read(self, offset: int, count: int) -> bytes:
        """See ``Source``."""
        return self._raw[offset : offset + count]


class FileSource:
    """A file, opened for reading alone; the caller has staged it where nobody else writes.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``, also from every read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file: BinaryIO = path.open("rb", buffering=0)
            self.size = os.fstat(self._file.fileno()).st_size
        except OSError as error:
            raise EnvironmentFault("pacote.nao_lido", arquivo=path.name) from error

    def read(self, offset: int, count: int) -> bytes:
        """See ``Source``."""
        try:
            self._file.seek(offset)
            found = bytearray()
            while len(found) < count and (piece := self._file.read(count - len(found))):
                found += piece
        except OSError as error:
            raise EnvironmentFault("pacote.nao_lido", arquivo=self._path.name) from error
        return bytes(found)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        """The source itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()


def sha256_of(source: Source) -> str:
    """SHA-256 of all of it, hex."""
    state = hashlib.sha256()
    for offset in range(0, source.size, _CHUNK):
        state.update(source.read(offset, _CHUNK))
    return state.hexdigest()
