"""Bytes are read where they lie, whole, and a file that goes away says so."""

from __future__ import annotations

import errno
import hashlib
import io
from pathlib import Path
from typing import BinaryIO, cast

import pytest
from typing_extensions import override

from core.kernel.errors import EnvironmentFault
from core.sync.source import BytesSource, FileSource, sha256_of

RAW = bytes(range(256)) * 5_000


def test_both_read_the_same(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(RAW)
    with FileSource(path) as file:
        for source in (file, BytesSource(RAW)):
            assert source.size == len(RAW)
            assert source.read(700, 10) == RAW[700:710]
            assert source.read(len(RAW) - 3, 10) == RAW[-3:]
            assert source.read(len(RAW) + 3, 10) == b""
            assert sha256_of(source) == hashlib.sha256(RAW).hexdigest()


def test_a_file_that_cannot_be_read_is_a_fault_of_the_environment(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault) as fault:
        FileSource(tmp_path / "nao-ha")
    assert fault.value.code == "pacote.nao_lido"


class _PulledOut(io.RawIOBase):
    """As when the stick is pulled out while it is read."""

    @override
    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Gone."""
        raise OSError(errno.EIO, "gone")


def test_a_stick_pulled_out_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(RAW)
    with FileSource(path) as source:
        held, source._file = source._file, cast("BinaryIO", _PulledOut())
        with pytest.raises(EnvironmentFault):
            source.read(0, 1)
        held.close()
