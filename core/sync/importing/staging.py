"""The private copy of what came: from here on, only this is read.

A stick may be drawn, and a file may change between being copied and being read, so nothing of the
original is looked at after the copy. Source: sync.md 2.9 (1), section 4 rows 55 and 56.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from core.kernel.errors import EnvironmentFault
from core.kernel.store.online_copy import disk_fault
from core.sync.limits import MAX_FILE_BYTES

OVERHEAD: Final = 1 << 20
"""What age adds to a bundle, for as many readers as there may be."""
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Staged:
    """The copy: where it lies, SHA-256 (hex) and size of what was copied.

    ``is_cut``: the original is longer than any bundle may be, and was not copied to its end.
    """

    path: Path
    sha256: str
    size: int
    is_cut: bool


def stage(original: Path, folder: Path, kind: str) -> Staged:
    """Copy a file to the staging folder, which only its owner reads.

    Args:
        original: what came.
        folder: private; made where missing.
        kind: a word in the copy's name; lower-case letters.

    Raises:
        EnvironmentFault: ``pacote.nao_lido``: the original, also in the middle of it;
            ``arquivo.recusado``: the copy. Nothing is left.
    """
    target = folder / f".civico-{os.getpid()}.{kind}.parcial"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        target.unlink(missing_ok=True)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise disk_fault(error, folder) from error
    try:
        with os.fdopen(descriptor, "wb") as copy:
            return _copy(original, target, copy)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _copy(original: Path, target: Path, copy: BinaryIO) -> Staged:
    state, size = hashlib.sha256(), 0
    limit = MAX_FILE_BYTES + OVERHEAD
    try:
        source = original.open("rb", buffering=0)
    except OSError as error:
        raise EnvironmentFault("pacote.nao_lido", arquivo=original.name) from error
    with source:
        while size <= limit:
            try:
                piece = source.read(_CHUNK)
            except OSError as error:
                raise EnvironmentFault("pacote.nao_lido", arquivo=original.name) from error
            if not piece:
                _flush(copy, target)
                return Staged(target, state.hexdigest(), size, is_cut=False)
            try:
                copy.write(piece)
            except OSError as error:
                raise disk_fault(error, target) from error
            state.update(piece)
            size += len(piece)
    return Staged(target, state.hexdigest(), size, is_cut=True)


def _flush(copy: BinaryIO, target: Path) -> None:
    try:
        copy.flush()
    except OSError as error:
        raise disk_fault(error, target) from error
