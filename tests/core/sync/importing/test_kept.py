"""Kept bundles: whole, bounded, and none without a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernel.errors import UserFacingError
from core.sync.importing import kept
from core.sync.importing.kept import KeptBundles
from tests.support.postos import Posto


def test_what_a_dead_import_left_is_removed(tres: list[Posto], tmp_path: Path) -> None:
    store = KeptBundles(tres[0].escritorio.database, tres[0].pasta)
    staged = tmp_path / "x"
    staged.write_bytes(b"bytes")
    store.keep(staged, "ab" * 32)
    store.keep(staged, "ab" * 32)
    assert store.path("ab" * 32).read_bytes() == b"bytes"
    assert store.hashes() == []
    assert store.clear_orphans() == 1
    assert not store.path("ab" * 32).exists()
    store.remove("ab" * 32)


def test_there_is_a_bound(
    tres: list[Posto], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = KeptBundles(tres[0].escritorio.database, tres[0].pasta)
    staged = tmp_path / "x"
    staged.write_bytes(bytes(10))
    monkeypatch.setattr(kept, "MAX_BYTES", 19)
    store.keep(staged, "ab" * 32)
    with pytest.raises(UserFacingError, match=r"pacote\.pendencias_demais"):
        store.keep(staged, "cd" * 32)
    assert not store.path("cd" * 32).exists()
