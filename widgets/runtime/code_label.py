"""An identifier: short and monospace, whole on hover, copied by a button."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme

SHORT_CHARS: Final = 8


def short(identifier: str) -> str:
    """The first eight characters."""
    return identifier[:SHORT_CHARS]


class CodeLabel(QWidget):
    """Shows ``identifier`` short or whole, with a copy button named after ``what``."""

    def __init__(
        self,
        identifier: str,
        what: str,
        theme: Theme,
        icons: Icons,
        parent: QWidget,
        *,
        is_whole: bool = False,
    ) -> None:
        super().__init__(parent)
        self.identifier = identifier
        label = QLabel(identifier if is_whole else short(identifier), self)
        label.setFont(theme.mono_font())
        label.setToolTip(identifier)
        label.setAccessibleName(f"{what} {identifier}")
        self.button = QToolButton(self)
        self.button.setProperty("kind", "bare")
        self.button.setIcon(icons.icon("copiar", "secondary"))
        self.button.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.button.setToolTip(f"Copiar {what.lower()}: {identifier}")
        self.button.setAccessibleName(f"Copiar {what.lower()}")
        self.button.clicked.connect(self._on_copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(4))
        row.addWidget(label)
        row.addWidget(self.button)
        row.addStretch(1)

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.identifier)
