"""Choosing a first and a last day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from PySide6.QtCore import QDate, Signal, Slot
from PySide6.QtWidgets import QDateEdit, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog

WEEK: Final = 7


class DaysDialog(Dialog):
    """First and last day, both included, in the office's zone; shown with ``open``.

    Args:
        title: what lies between the two days.
        days: the first and the last one so far; None offers the days up to today.
        context: the window's common things.
        parent: whoever asks.
        offered: how many days are offered where there are none.

    Signals:
        chosen(date, date): the days, the earlier one first.
    """

    chosen = Signal(object, object)

    def __init__(
        self,
        title: str,
        days: tuple[date | None, date | None],
        context: UiContext,
        parent: QWidget,
        *,
        offered: int = WEEK,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        theme, today = context.theme, context.moments.hoje()
        self.since = self._day("Primeiro dia", days[0] or today - timedelta(days=offered - 1))
        self.until = self._day("Último dia", days[1] or today)
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

    def _day(self, name: str, day: date) -> QDateEdit:
        edit = QDateEdit(QDate(day.year, day.month, day.day), self)
        edit.setDisplayFormat("dd/MM/yyyy")
        edit.setCalendarPopup(True)
        edit.setAccessibleName(name)
        return edit

    @Slot()
    def _on_apply(self) -> None:
        days = sorted(
            date(one.year(), one.month(), one.day())
            for one in (self.since.date(), self.until.date())
        )
        self.chosen.emit(*days)
        self.accept()
