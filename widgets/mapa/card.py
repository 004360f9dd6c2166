"""The demand that is chosen on the map, in a few lines, and the way to all of it."""

from __future__ import annotations

from datetime import tzinfo

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.mapa_json import linhas
from app.services.mapa_vistas import Simbolo
from widgets.runtime.theme.theme import Theme


class Card(QFrame):
    """Hidden while nothing is chosen.

    Signals:
        opened(str): all of this demand is wanted.
    """

    opened = Signal(str)

    def __init__(self, theme: Theme, fuso: tzinfo, parent: QWidget) -> None:
        super().__init__(parent)
        self._fuso = fuso
        self._demanda = ""
        self.setProperty("kind", "card")
        self.title = QLabel(self)
        self.title.setFont(theme.font(1, bold=True))
        self.text = QLabel(self)
        self.text.setProperty("kind", "secondary")
        for label in (self.title, self.text):
            label.setWordWrap(True)
        self.open = QPushButton("Abrir demanda", self)
        self.open.setAutoDefault(False)
        self.open.clicked.connect(self._on_open)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addWidget(self.open)
        self.hide()

    def show_demand(self, um: Simbolo | None) -> None:
        """Show a demand, or nothing."""
        self._demanda = "" if um is None else um.demanda_id
        if um is not None:
            title, *rest = linhas(um, self._fuso)
            self.title.setText(title)
            self.text.setText("\n".join(rest))
        self.setVisible(um is not None)

    @Slot()
    def _on_open(self) -> None:
        if self._demanda:
            self.opened.emit(self._demanda)
