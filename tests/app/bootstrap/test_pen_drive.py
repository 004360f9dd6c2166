"""Small files that people carry."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap.pen_drive import gravar_levado, ler_levado
from core.kernel.errors import EnvironmentFault


def test_what_was_written_is_read_and_a_longer_file_shows(tmp_path: Path) -> None:
    path = gravar_levado(tmp_path / "novo" / "lugar", "a.convite", b"12345")
    assert ler_levado(path, 5) == b"12345"
    # One more than permitted, so that its reader refuses it; never the whole of it.
    assert ler_levado(path, 3) == b"1234"


def test_a_place_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "arquivo").write_bytes(b"")
    with pytest.raises(EnvironmentFault, match=r"pacote\.pasta_recusada"):
        gravar_levado(tmp_path / "arquivo" / "pasta", "a", b"")
    with pytest.raises(EnvironmentFault, match=r"pacote\.nao_lido"):
        ler_levado(tmp_path / "nada", 5)
