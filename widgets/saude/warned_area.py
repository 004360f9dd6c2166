"""Warnings above what a screen is for, in one area that scrolls where large text leaves too little room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.theme.theme import Theme
from widgets.saude.warning_list import WarningList


class WarnedArea(QScrollArea):
    """Warnings fold where they would leave too little room for the rest.

    Args:
        name: accessible name.
        warnings: above.
        rest: below; takes the room.
        theme: distances.
        parent: owner.
    """

    def __init__(
        self, name: str, warnings: WarningList, rest: QWidget, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._warnings = warnings
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(warnings)
        column.addWidget(rest, 1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self.setWidget(body)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """See the class."""
        super().resizeEvent(event)
        self._warnings.fit(self.viewport().size())
