"""Two days, in whatever order they were put."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDate, QEvent
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.mapa.chosen import Escolhido
from widgets.mapa.dates import DatesDialog


def test_the_earlier_day_comes_first(ui: Ui, host: QWidget) -> None:
    dialog = DatesDialog(Escolhido(), ui.context, host)
    told: list[tuple[str, str]] = []
    dialog.chosen.connect(lambda first, last: told.append((first, last)))
    dialog.open()
    assert unnamed(dialog) == []
    dialog.since.setDate(QDate(2026, 5, 31))
    dialog.until.setDate(QDate(2026, 5, 1))
    dialog.apply.click()
    assert told == [("2026-05-01", "2026-05-31")]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
