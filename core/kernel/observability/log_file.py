"""The telemetry's sink: JSON lines in a file that turns over by size.

It never raises: a log that cannot be written must not stop the log that counts. Lines lost are
counted, and the first line after the trouble says how many. Source: design.md 6 (log lines are
written once per commit).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

MAX_BYTES: Final = 8 * 1024 * 1024
KEEP: Final = 5
NAME: Final = "formigueiro.jsonl"


class LogFile:
    """Append-only file ``formigueiro.jsonl``, older ones beside it as ``.1`` to ``.5``.

    Used by one thread at a time. The file is opened at the first line, so that reading verbs make
    no folder.

    Args:
        folder: made when the first line comes.
        max_bytes: size at which the file turns over.
        keep: how many older files stay.
    """

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES, keep: int = KEEP) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._keep = keep
        self._descriptor: int | None = None
        self._size = 0
        # A torn line is ended before the next one, or both would be lost to a reader.
        self._is_torn = False
        self.lost_blocks = 0

    @property
    def path(self) -> Path:
        """The file being written."""
        return self._folder / NAME

    def __call__(self, block: bytes) -> None:
        """Write a block of complete lines."""
        try:
            if self._descriptor is None or self._size + len(block) > self._max_bytes:
                self._turn_over(len(block))
            if self.lost_blocks or self._is_torn:
                self._write(self._apology())
                self.lost_blocks = 0
            self._write(block)
        except OSError:
            self.lost_blocks += 1
            self.close()

    def close(self) -> None:
        """Close the file; the next line opens it again."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _apology(self) -> bytes:
        line = {"nivel": "aviso", "fase": "registros", "blocos_perdidos": self.lost_blocks}
        return (b"\n" if self._is_torn else b"") + msgspec.json.encode(line) + b"\n"

    def _write(self, block: bytes) -> None:
        if self._descriptor is None:
            return
        self._is_torn = True
        rest = memoryview(block)
        while rest:
            written = os.write(self._descriptor, rest)
            self._size += written
            rest = rest[written:]
        self._is_torn = False

    def _turn_over(self, coming: int) -> None:
        self.close()
        self._folder.mkdir(parents=True, exist_ok=True)
        size = self.path.stat().st_size if self.path.exists() else 0
        if size and size + coming > self._max_bytes:
            for number in range(self._keep - 1, 0, -1):
                older = self._folder / f"{NAME}.{number}"
                if older.exists():
                    older.replace(self._folder / f"{NAME}.{number + 1}")
            self.path.replace(self._folder / f"{NAME}.1")
            size = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(self.path, flags, 0o600)
        self._size = size
