"""The recipe says its limit, and the proof of the longest list that is shown fits one page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QLabel, QWidget

from app.services.impressos.prova_do_sorteio import SHOWN, prova_do_sorteio
from tests.app.services.impressos.test_prova_do_sorteio import told
from tests.widgets.conftest import Ui
from widgets.sorteio.recipe_box import LIMIT, RecipeBox


def test_the_known_limit_is_stated(ui: Ui, host: QWidget) -> None:
    box = RecipeBox(ui.context, host)
    box.show_recipe("passo 1")
    assert box.text.toPlainText() == "passo 1"
    assert LIMIT in [label.text() for label in box.findChildren(QLabel)]


@pytest.mark.parametrize("size", [2, SHOWN, SHOWN + 1])
def test_the_proof_is_one_page(ui: Ui, host: QWidget, tmp_path: Path, size: int) -> None:
    page = prova_do_sorteio(*told(size), local="31/01/2026 09:00:00 (UTC−3)", onde="Centro")
    ui.context.paper.save_pdf(page, tmp_path / "prova.pdf")
    document = QPdfDocument(host)
    document.load(str(tmp_path / "prova.pdf"))
    assert document.pageCount() == 1
    text = document.getAllText(0).text().replace("\n", "")
    assert "Prova de um sorteio" in text
    document.close()
