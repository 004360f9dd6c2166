"""A number that a person reads from afar, and what opens the list that it counts."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.theme.theme import Theme

_WIDTH_PX = 172


class NumberTile(QPushButton):
    """A button with a big number, its name, and a line that says more."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "tile")
        self._theme = theme
        self.target = ""
        self.number = QLabel(self)
        self.number.setFont(theme.font(3))
        self.caption = QLabel(self)
        self.caption.setWordWrap(True)
        self.note = QLabel(self)
        self.note.setProperty("kind", "secondary")
        self.note.setFont(theme.font(0))
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        column.setSpacing(theme.px(2))
        for label in (self.number, self.caption, self.note):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        column.addStretch(1)

    def fill(self, number: str, caption: str, note: str = "", target: str = "") -> None:
        """Show a number; without a target it is read and opens nothing."""
        self.target = target
        self.number.setText(number)
        self.caption.setText(caption)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        name = ". ".join(part for part in (f"{caption}: {number}", note) if part)
        self.setAccessibleName(name)
        self.setToolTip("Abrir a lista" if target else "")
        shape = Qt.CursorShape.PointingHandCursor if target else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        """All of one width, as high as their words."""
        width = self._theme.px(_WIDTH_PX)
        layout = self.layout()
        height = layout.heightForWidth(width) if layout is not None else 0
        return QSize(width, max(height, self._theme.px(92)))

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
