"""A remark above or below the form with the one button that answers it. Hidden until it speaks."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget


class Offer(QFrame):
    """See the module.

    Args:
        act: words of the button.
        parent: the pane.
        level: ``aviso`` where something is wrong.
    """

    def __init__(self, act: str, parent: QWidget, *, level: str = "") -> None:
        super().__init__(parent)
        self.setProperty("kind", "notice")
        if level:
            self.setProperty("level", level)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.act = QPushButton(act, self)
        row = QHBoxLayout(self)
        row.addWidget(self.words, 1)
        row.addWidget(self.act)
        self.hide()
