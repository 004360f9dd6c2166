"""The "?" overlay: every key that can be used here, read from the registry."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from widgets.runtime.actions import Known, readable
from widgets.runtime.dialog import Dialog
from widgets.runtime.theme.theme import Theme


class KeysOverlay(Dialog):
    """Shown with ``open``.

    Args:
        title: the screen's.
        groups: heading -> actions.
        theme: fonts and spaces.
        parent: the window.
    """

    def __init__(
        self,
        title: str,
        groups: Sequence[tuple[str, Sequence[Known]]],
        theme: Theme,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Teclas · {title}")
        self.resize(theme.px(520), theme.px(520))
        body = QWidget(self)
        grid = QGridLayout(body)
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(4))
        grid.setColumnStretch(1, 1)
        row = 0
        for heading, actions in groups:
            if not actions:
                continue
            head = QLabel(heading, body)
            head.setFont(theme.font(2))
            grid.addWidget(head, row, 0, 1, 2)
            row += 1
            for one in actions:
                keys = QLabel("  ou  ".join(readable(key) for key in one.keys), body)
                keys.setFont(theme.mono_font())
                words = QLabel(one.title, body)
                words.setWordWrap(True)
                grid.addWidget(keys, row, 0, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(words, row, 1)
                row += 1
        grid.setRowStretch(row, 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName("Teclas que se podem usar aqui")
        area.setWidget(body)
        close = QPushButton("Fechar", self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        column.addWidget(area, 1)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        close.setFocus()
