"""A wide page does not push the window."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QWidget

from widgets.shell.screen_stack import ScreenStack


def test_a_wide_page_behind_asks_for_nothing(host: QWidget) -> None:
    stack = ScreenStack(QSize(300, 200), host)
    wide = QPushButton("muito " * 200, stack)
    assert wide.minimumSizeHint().width() > 2_000
    stack.addWidget(wide)
    stack.addWidget(QWidget(stack))
    stack.setCurrentIndex(1)
    assert stack.minimumSizeHint() == QSize(300, 200)
