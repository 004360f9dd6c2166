"""View settings are declared once."""

from __future__ import annotations

from pathlib import Path

from app.settings.vista import ESCALAS_PCT, PADROES, TEMAS, vista_path


def test_defaults_are_among_the_allowed_values(tmp_path: Path) -> None:
    assert PADROES["aparencia/tema"] in TEMAS
    assert PADROES["aparencia/escala_pct"] in ESCALAS_PCT
    assert vista_path(tmp_path) == tmp_path / "vista.ini"
