"""The place where one screen is in front: it never asks the window to grow for one that is behind."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override


class ScreenStack(QStackedWidget):
    """Qt's stack asks for the largest smallest size of all its pages, shown or not.

    With thirteen screens at 200 % that pushed a window off a 1024-pixel monitor for good once one
    wide screen had been opened. Here each screen gets the room that there is and wraps or scrolls.

    Args:
        least: what the window keeps for a screen, pixels.
        parent: owner.
    """

    def __init__(self, least: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self._least = least

    @override
    def minimumSizeHint(self) -> QSize:
        """The same for every screen."""
        return self._least
