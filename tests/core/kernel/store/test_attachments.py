from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store.attachments import PARTIAL_GRACE_MS, AttachmentStore, NoAttachments


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
    written_ms = left.stat().st_mtime_ns // 1_000_000
    # Another process may be writing it.
    assert store.clear_partial(written_ms + PARTIAL_GRACE_MS) == 0
    assert left.exists()
    assert store.clear_partial(written_ms + PARTIAL_GRACE_MS + 1) == 1
    assert not left.exists()


def test_a_file_whose_half_was_collected_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that slept for days over a write wakes with its partial file gone."""
    store = AttachmentStore(tmp_path)
    fsync, slept = os.fsync, list[int]()

    def sleeps(number: int) -> None:
        fsync(number)
        if not slept:
            slept.append(number)
            assert store.clear_partial(2**53) == 1

    monkeypatch.setattr(os, "fsync", sleeps)
    assert store.get(store.put(b"foto")) == b"foto"
    assert slept


def test_without_a_store_nothing_is_there() -> None:
    store = NoAttachments()
    assert store.get("0" * 64) is None
    with pytest.raises(EnvironmentFault, match=r"anexo\.sem_lugar"):
        store.put(b"x")


def test_what_is_removed_is_gone_once(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path)
    sha256 = store.put(b"contorno")
    assert store.remove(sha256)
    assert not store.remove(sha256)
    assert store.get(sha256) is None


def test_an_old_file_goes_and_one_that_was_put_again_stays(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path)
    old, renewed = store.put(b"velho"), store.put(b"de novo")
    for sha256 in (old, renewed):
        os.utime(store.path(sha256), (1_000, 1_000))
    store.put(b"de novo")
    assert store.remove_if_older(old, 2_000_000)
    assert not store.remove_if_older(renewed, 2_000_000)
    assert not store.remove_if_older("0" * 64, 2_000_000)
    assert list(store.all()) == [renewed]


def test_a_put_during_a_removal_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = AttachmentStore(tmp_path)
    sha256 = store.put(b"foto")
    os.utime(store.path(sha256), (1_000, 1_000))
    rename = Path.rename

    def renewed_meanwhile(path: Path, target: Path) -> Path:
        if path.name == sha256:
            store.put(b"foto")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", renewed_meanwhile)
    assert not store.remove_if_older(sha256, 2_000_000)
    assert store.get(sha256) == b"foto"


def test_what_a_killed_removal_left_comes_back(tmp_path: Path) -> None:
    store = AttachmentStore(tmp_path)
    sha256 = store.put(b"foto")
    store.path(sha256).rename(store.path(sha256).with_name(f"{sha256}.77.saindo"))
    store.clear_partial(0)
    assert store.get(sha256) == b"foto"


def test_what_cannot_be_deleted_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = AttachmentStore(tmp_path)
    sha256 = store.put(b"foto")

    def denied(_path: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", denied)
    with pytest.raises(EnvironmentFault, match=r"anexo\.nao_apagado"):
        store.remove(sha256)
