"""What is written scrolls, and what speaks up comes into sight."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QWidget

from tests.widgets.conftest import Ui
from widgets.gabinete.report_area import ReportArea


def test_what_speaks_up_below_the_fold_is_brought_into_sight(ui: Ui, host: QWidget) -> None:
    tall, said = QWidget(host), QLabel("Preencha este campo.", host)
    tall.setMinimumHeight(900)
    said.hide()
    area = ReportArea((tall, said), ui.context.theme, host)
    area.resize(300, 200)
    host.resize(400, 300)
    host.show()

    def is_seen() -> bool:
        place = QRect(said.mapTo(area.viewport(), QPoint(0, 0)), said.size())
        return said.isVisible() and area.viewport().rect().contains(place)

    assert not is_seen()
    said.show()
    area.reveal(said)
    ui.until(is_seen)


def test_what_is_gone_by_then_is_not_looked_for(ui: Ui, host: QWidget) -> None:
    said = QLabel("Preencha este campo.", host)
    area = ReportArea((said,), ui.context.theme, host)
    host.show()
    area.reveal(said)
    said.deleteLater()
    ui.until(lambda: area.findChild(QLabel) is None)
    ui.settle()
    assert area.verticalScrollBar().value() == 0
