"""Tab goes as one reads, in a window without a frame too."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit
from pytestqt.qtbot import QtBot

from widgets.runtime.lone_window import LoneWindow


def test_tab_goes_as_one_reads_not_as_it_was_built(qtbot: QtBot) -> None:
    window = LoneWindow()
    qtbot.addWidget(window)
    right, left, middle = (QLineEdit(window) for _ in range(3))
    row = QHBoxLayout(window)
    for one in (left, middle, right):
        row.addWidget(one)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    left.setFocus()
    for stop in (middle, right, left):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is stop
