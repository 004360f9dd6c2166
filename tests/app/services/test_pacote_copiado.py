"""Private copies of bundles."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services import pacote_copiado
from app.services.pacote_copiado import staged
from app.services.progresso import ignore_progress


def test_a_file_beyond_every_limit_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pacote.zip"
    path.write_bytes(b"longo demais")
    with staged(path, ignore_progress) as where:
        assert where != path
        assert where.read_bytes() == b"longo demais"
    assert not where.exists()
    monkeypatch.setattr(pacote_copiado, "MAX_FILE_BYTES", 3)
    with staged(path, ignore_progress) as where:
        assert where == path
