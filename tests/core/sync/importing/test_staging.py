"""Only the private copy is read, and a copy that could not be made leaves nothing."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import Self

import pytest

from core.kernel.errors import EnvironmentFault
from core.sync.importing import staging
from core.sync.importing.staging import stage


def test_the_copy_is_private_and_its_hash_is_of_what_was_copied(tmp_path: Path) -> None:
    original = tmp_path / "pacote.zip"
    original.write_bytes(b"x" * 3_000_000)
    staged = stage(original, tmp_path / "bastidor", "entrada")
    original.write_bytes(b"outra coisa")
    assert staged.path.read_bytes() == b"x" * 3_000_000
    assert staged.sha256 == hashlib.sha256(b"x" * 3_000_000).hexdigest()
    assert (staged.size, staged.is_cut) == (3_000_000, False)
    if os.name != "nt":
        assert stat.S_IMODE(staged.path.stat().st_mode) == 0o600


def test_a_file_beyond_every_bundle_is_not_copied_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "MAX_FILE_BYTES", 10)
    monkeypatch.setattr(staging, "OVERHEAD", 0)
    monkeypatch.setattr(staging, "_CHUNK", 4)
    original = tmp_path / "grande"
    original.write_bytes(bytes(1_000))
    staged = stage(original, tmp_path / "bastidor", "entrada")
    assert (staged.is_cut, staged.size) == (True, 12)


class Stick:
    """A medium that is drawn while it is read."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_args: object) -> None:
        return None

    def read(self, _count: int) -> bytes:
        raise OSError(5, "Input/output error")


def test_a_stick_that_is_drawn_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = tmp_path / "pacote.zip"
    original.write_bytes(b"x")
    monkeypatch.setattr(Path, "open", lambda *_args, **_kw: Stick())
    with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
        stage(original, tmp_path / "bastidor", "entrada")
    assert list((tmp_path / "bastidor").iterdir()) == []


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = tmp_path / "pacote.zip"
    original.write_bytes(b"x" * 100)
    real = os.fdopen

    class Full:
        def __init__(self, descriptor: int) -> None:
            self.file = real(descriptor, "wb")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_args: object) -> None:
            self.file.close()

        def write(self, _piece: bytes) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", lambda descriptor, _mode: Full(descriptor))
    with pytest.raises(EnvironmentFault, match=r"arquivo\.recusado"):
        stage(original, tmp_path / "bastidor", "entrada")
    assert list((tmp_path / "bastidor").iterdir()) == []
