from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store.attachments import AttachmentStore, NoAttachments


def test_what_is_put_is_got_and_twice_is_once(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path / "anexos")
    sha256 = store.put(b"contorno")
    assert sha256 == hashlib.sha256(b"contorno").hexdigest()
    assert store.put(b"contorno") == sha256
    assert store.get(sha256) == b"contorno"
    assert list(store.all()) == [sha256]
    assert store.get("0" * 64) is None


def test_a_changed_file_is_not_given_out(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path)
    sha256 = store.put(b"contorno")
    store.path(sha256).write_bytes(b"outro")
    with pytest.raises(IntegrityFault, match=r"anexo\.danificado"):
        store.get(sha256)


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63])
def test_only_a_hash_names_a_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        AttachmentStore(tmp_path).get(name)


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = AttachmentStore(tmp_path)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault, match=r"anexo\.nao_gravado"):
        store.put(b"grande")
    assert list(store.all()) == []
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_what_a_killed_put_left_is_cleared(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path)
    sha256 = store.put(b"contorno")
    left = store.path(sha256).with_name(f"{'1' * 64}.77.parcial")
    left.write_bytes(b"cont")
    assert list(store.all()) == [sha256]
    assert store.clear_partial() == 1
    assert not left.exists()


def test_without_a_store_nothing_is_there() -> None:
    store = NoAttachments()
    assert store.get("0" * 64) is None
    with pytest.raises(EnvironmentFault, match=r"anexo\.sem_lugar"):
        store.put(b"x")
