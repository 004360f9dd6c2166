from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate
from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.demandas.period import PeriodDialog


def test_days_come_in_their_order(ui: Ui, host: QWidget) -> None:
    dialog = PeriodDialog(date(2026, 5, 9), None, ui.context, host)
    got: list[tuple[date, date]] = []
    dialog.chosen.connect(lambda start, end: got.append((start, end)))
    dialog.until.setDate(QDate(2026, 5, 1))
    dialog.apply.click()
    assert got == [(date(2026, 5, 1), date(2026, 5, 9))]
