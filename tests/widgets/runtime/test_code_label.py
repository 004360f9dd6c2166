"""Identifiers: short, whole on hover, copied."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.runtime.code_label import CodeLabel


def test_short_and_copied_whole(ui: Ui, host: QWidget) -> None:
    label = CodeLabel("8f3a12bc-0000", "Identificador", ui.context.theme, ui.context.icons, host)
    text = only(label, QLabel)
    assert (text.text(), text.toolTip()) == ("8f3a12bc", "8f3a12bc-0000")
    label.button.click()
    assert QGuiApplication.clipboard().text() == "8f3a12bc-0000"
    assert unnamed(label) == []
