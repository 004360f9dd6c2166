"""A tool button whose text gives way: it is cut with … before the window has to grow."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget
from typing_extensions import override

_LEAST_CHARS: Final = 6


class ElidedToolButton(QToolButton):
    """Shows as much of ``full_text`` as fits; one that does not yield leaves that to the others."""

    def __init__(self, parent: QWidget, *, yields: bool = True) -> None:
        super().__init__(parent)
        self._yields = yields
        self._full = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def full_text(self) -> str:
        """The whole text."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show this text, cut where there is no room."""
        self._full = text
        self._fit()
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        return self._hint(self.fontMetrics().horizontalAdvance(self._full))

    @override
    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        if not self._yields:
            return self.sizeHint()
        least = self.fontMetrics().averageCharWidth() * _LEAST_CHARS
        return self._hint(min(least, self.fontMetrics().horizontalAdvance(self._full)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _hint(self, text_width: int) -> QSize:
        own = super().sizeHint()
        shown = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(own.width() - shown + text_width, own.height())

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        around = super().sizeHint().width() - metrics.horizontalAdvance(self.text())
        room = self.width() - around
        text = self._full
        if metrics.horizontalAdvance(text) > room:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, room))
        if text != self.text():
            self.setText(text)
