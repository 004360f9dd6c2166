"""The chosen file of tiles is opened once."""

from __future__ import annotations

from pathlib import Path

from app.services.mapa_fundo import FundosDoMapa
from core.kernel.store.foreign_sqlite import open_foreign
from tests.core.base.territorio.leitura.test_azulejos import PNG, mbtiles


def test_the_last_file_is_kept_open(tmp_path: Path) -> None:
    fundos = FundosDoMapa(open_foreign)
    one = fundos.abrir(mbtiles(tmp_path / "a.mbtiles"))
    assert fundos.abrir(tmp_path / "a.mbtiles") is one
    other = fundos.abrir(mbtiles(tmp_path / "b.mbtiles"))
    assert other is not one
    assert other.azulejo(2, 1, 0) == PNG
