"""Two days of the office, in whatever order they were put."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QEvent
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.runtime.days_dialog import DaysDialog


def test_it_starts_with_the_last_days_or_what_was_chosen(ui: Ui, host: QWidget) -> None:
    fresh = DaysDialog("Escolher datas", (None, None), ui.context, host)
    assert (fresh.since.text(), fresh.until.text()) == ("23/11/2026", "29/11/2026")
    assert unnamed(fresh) == []
    month = DaysDialog("Recebidas entre", (None, None), ui.context, host, offered=30)
    assert month.since.text() == "31/10/2026"
    days = (date(2026, 1, 2), date(2026, 1, 3))
    again = DaysDialog("Recebidas entre", days, ui.context, host)
    assert (again.since.text(), again.until.text()) == ("02/01/2026", "03/01/2026")
    for dialog in (fresh, month, again):
        dialog.open()
        dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_the_earlier_day_comes_first(ui: Ui, host: QWidget) -> None:
    dialog = DaysDialog("Recebidas entre", (date(2026, 5, 9), None), ui.context, host)
    told: list[tuple[date, date]] = []
    dialog.chosen.connect(lambda first, last: told.append((first, last)))
    dialog.open()
    dialog.until.setDate(QDate(2026, 5, 1))
    dialog.apply.click()
    assert told == [(date(2026, 5, 1), date(2026, 5, 9))]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
