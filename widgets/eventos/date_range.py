"""Choosing a first and a last day."""

from __future__ import annotations

from datetime import timedelta

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import (
    QDateEdit,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.eventos.chosen import Chosen
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog


class DateRangeDialog(Dialog):
    """First and last day, both included, in the office's zone."""

    def __init__(self, chosen: Chosen, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Escolher datas")
        theme = context.theme
        today = context.moments.hoje()
        self.since = self._day("Primeiro dia", chosen.desde or f"{today - timedelta(days=6)}")
        self.until = self._day("Último dia", chosen.ate or f"{today}")
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
        apply = QPushButton("Filtrar", self)
        apply.setProperty("kind", "primary")
        apply.setDefault(True)
        apply.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(apply)
        column.addLayout(row)

    def _day(self, name: str, iso: str) -> QDateEdit:
        edit = QDateEdit(QDate.fromString(iso, Qt.DateFormat.ISODate), self)
        edit.setDisplayFormat("dd/MM/yyyy")
        edit.setCalendarPopup(True)
        edit.setAccessibleName(name)
        return edit
