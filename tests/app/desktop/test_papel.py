"""A PDF without a window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.desktop.papel import save_pdf
from app.services.impressos.impresso import Impresso
from core.kernel.errors import EnvironmentFault


def test_it_is_written_whole_or_refused(qapp: QApplication, tmp_path: Path) -> None:
    target = tmp_path / "folha.pdf"
    save_pdf(Impresso("Folha", "<p>uma linha</p>"), target)
    assert target.read_bytes().startswith(b"%PDF-")
    with pytest.raises(EnvironmentFault):
        save_pdf(Impresso("Folha", "<p>uma linha</p>"), tmp_path / "nao-ha" / "folha.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["folha.pdf"]
