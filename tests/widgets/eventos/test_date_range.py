"""Whole days of the office."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.eventos.chosen import Chosen
from widgets.eventos.date_range import DateRangeDialog


def test_it_starts_with_the_last_week_or_what_was_chosen(ui: Ui, host: QWidget) -> None:
    fresh = DateRangeDialog(Chosen(), ui.context, host)
    assert fresh.since.text() == "23/11/2026"
    assert fresh.until.text() == "29/11/2026"
    assert unnamed(fresh) == []
    again = DateRangeDialog(
        Chosen(periodo="datas", desde="2026-01-02", ate="2026-01-03"), ui.context, host
    )
    assert (again.since.text(), again.until.text()) == ("02/01/2026", "03/01/2026")
    for dialog in (fresh, again):
        dialog.open()
        dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
