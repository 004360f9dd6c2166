"""A line around something that draws itself and shows no focus of its own, while the focus is in it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.theme.theme import Theme

LINE_PX: Final = 2


class FocusFrame(QWidget):
    """Holds things in ``column``; the room for the line is always there, so nothing moves.

    Signals:
        entered(QWidget): this widget, inside or itself, has the focus now.
    """

    entered = Signal(QWidget)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_inside = False
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(LINE_PX, LINE_PX, LINE_PX, LINE_PX)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)
        theme.changed.connect(self.update)

    @property
    def inside(self) -> QRect:
        """What it holds, without the line."""
        return self.rect().adjusted(LINE_PX, LINE_PX, -LINE_PX, -LINE_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The line, and nothing where the focus is elsewhere."""
        if not self._is_inside:
            return
        painter = QPainter(self)
        colour = QColor(self._theme.tokens.accent)
        for at in range(LINE_PX):
            painter.setPen(colour)
            painter.drawRect(self.rect().adjusted(at, at, -at - 1, -at - 1))
        painter.end()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        is_inside = now is not None and (now is self or self.isAncestorOf(now))
        if is_inside:
            self.entered.emit(now)
        if is_inside != self._is_inside:
            self._is_inside = is_inside
            self.update()
