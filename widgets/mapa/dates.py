"""Choosing the first and the last day of reception."""

from __future__ import annotations

from datetime import timedelta

from PySide6.QtCore import QDate, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDateEdit,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.mapa.chosen import Escolhido
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog

_ISO = Qt.DateFormat.ISODate


class DatesDialog(Dialog):
    """First and last day, both included, in the office's zone; shown with ``open``.

    Signals:
        chosen(str, str): ISO days in order.
    """

    chosen = Signal(str, str)

    def __init__(self, escolhido: Escolhido, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Recebidas entre")
        theme, today = context.theme, context.moments.hoje()
        self.since = self._day("Primeiro dia", escolhido.desde or f"{today - timedelta(days=29)}")
        self.until = self._day("Último dia", escolhido.ate or f"{today}")
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for word, edit in (("Primeiro dia", self.since), ("Último dia", self.until)):
            label = QLabel(word, self)
            label.setBuddy(edit)
            column.addWidget(label)
            column.addWidget(edit)
        zone = QLabel(f"Dias inteiros, no fuso {context.moments.zona}", self)
        zone.setProperty("kind", "secondary")
        column.addWidget(zone)
        cancel = QPushButton("Cancelar", self)
        cancel.clicked.connect(self.reject)
        self.apply = QPushButton("Filtrar", self)
        self.apply.setProperty("kind", "primary")
        self.apply.setDefault(True)
        self.apply.clicked.connect(self._on_apply)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.apply)
        column.addLayout(row)

    def _day(self, name: str, iso: str) -> QDateEdit:
        edit = QDateEdit(QDate.fromString(iso, _ISO), self)
        edit.setDisplayFormat("dd/MM/yyyy")
        edit.setCalendarPopup(True)
        edit.setAccessibleName(name)
        return edit

    @Slot()
    def _on_apply(self) -> None:
        first, last = sorted((self.since.date(), self.until.date()), key=QDate.toJulianDay)
        self.chosen.emit(first.toString(_ISO), last.toString(_ISO))
        self.accept()
