"""The manual inside the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QWidget

from app.services.manual import Manual
from app.settings.recursos import Recursos
from tests.widgets.conftest import Ui
from widgets.shell.help_window import HelpWindow

IMAGE = QTextDocument.ResourceType.ImageResource.value


@pytest.fixture
def manual(ui: Ui, host: QWidget) -> HelpWindow:
    return HelpWindow(Manual(Recursos()), ui.context.theme, host)


def test_a_page_and_a_link_to_another(manual: HelpWindow) -> None:
    manual.show_page("saude")
    assert manual.windowTitle().endswith("· Manual")
    assert len(manual.text.toPlainText()) > 200
    manual.text.anchorClicked.emit(QUrl("eventos.md"))
    assert manual.page == "eventos"
    manual.text.anchorClicked.emit(QUrl("https://exemplo.org/saude.md"))
    assert manual.page == "eventos"
    manual._on_index()
    assert manual.page == "indice"


def test_a_missing_page_shows_the_index(manual: HelpWindow) -> None:
    manual.show_page("nao-existe")
    assert manual.page == "indice"


def test_pictures_come_only_from_the_folder(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    image = QImage(2_000, 10, QImage.Format.Format_RGB32)
    image.fill(0)
    (tmp_path / "manual").mkdir()
    image.save(str(tmp_path / "manual" / "dentro.png"))
    image.save(str(tmp_path / "fora.png"))
    made = HelpWindow(Manual(Recursos(tmp_path)), ui.context.theme, host)
    found = made.text.loadResource(IMAGE, QUrl("dentro.png"))
    assert isinstance(found, QImage)
    assert found.width() == ui.context.theme.px(680)
    assert made.text.loadResource(IMAGE, QUrl("../fora.png")) is None
    assert made.text.loadResource(IMAGE, QUrl("https://exemplo.org/x.png")) is None
