"""What is written in a report, scrolled: it alone gives way in a small window or with large text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from widgets.runtime.theme.theme import Theme


class ReportArea(QScrollArea):
    """See the module.

    Args:
        widgets: what stands in it, from above.
        theme: spaces.
        parent: the pane.
    """

    def __init__(self, widgets: tuple[QWidget, ...], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.px(8), 0)
        column.setSpacing(theme.px(8))
        for widget in widgets:
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("O que se escreve na atualização")
        self.setWidget(body)

    @Slot(QWidget)
    def reveal(self, widget: QWidget) -> None:
        """Bring what has something to say into sight, once it has its place."""
        QTimer.singleShot(0, widget, partial(self.ensureWidgetVisible, widget))
