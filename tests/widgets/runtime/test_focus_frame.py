"""The line around what shows no focus of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.focus_frame import LINE_PX, FocusFrame


def test_the_line_stands_while_the_focus_is_inside_and_moves_nothing(ui: Ui, host: QWidget) -> None:
    frame, outside = FocusFrame(ui.context.theme, host), QLineEdit(host)
    inside = QPlainTextEdit(frame)
    frame.column.addWidget(inside)
    column = QVBoxLayout(host)
    column.addWidget(frame)
    column.addWidget(outside)
    host.show()
    host.activateWindow()
    outside.setFocus()
    QApplication.processEvents()
    place = inside.geometry()
    accent = ui.context.theme.tokens.accent.lower()

    def corner() -> str:
        return frame.grab().toImage().pixelColor(LINE_PX - 1, 0).name()

    assert corner() != accent
    inside.setFocus()
    QApplication.processEvents()
    assert corner() == accent
    assert inside.geometry() == place == frame.inside
    outside.setFocus()
    QApplication.processEvents()
    assert corner() != accent
