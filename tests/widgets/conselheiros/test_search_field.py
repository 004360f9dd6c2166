"""Typing searches, Down and Enter choose, and other words take the choice away."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.conselheiros.search_field import SearchField

PEOPLE = (("1", "Ana"), ("2", "Anastácia"), ("3", "Bia"))


def test_keyboard_alone(ui: Ui, host: QWidget) -> None:
    field = SearchField(
        "Pessoa", "nome", lambda text: [one for one in PEOPLE if text.lower() in one[1].lower()],
        ui.context, host,
    )  # fmt: skip
    host.show()
    host.activateWindow()
    model = field.list.model()
    assert isinstance(model, QAbstractItemModel)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, field)
    assert (unnamed(field), unreachable(field)) == ([], [])
    field.field.setFocus()
    QTest.keyClicks(field.field, "ana")
    QTest.keyClick(field.field, Qt.Key.Key_Return)
    ui.until(lambda: model.rowCount() == 2)
    assert field.chosen_id == ""
    QTest.keyClick(field.field, Qt.Key.Key_Return)
    assert field.chosen_id == "1"
    QTest.keyClick(field.field, Qt.Key.Key_Down)
    QTest.keyClick(field.list, Qt.Key.Key_Down)
    assert field.chosen_id == "2"
    QTest.keyClicks(field.field, "x")
    QTest.keyClick(field.field, Qt.Key.Key_Return)
    ui.until(lambda: field.note.text() != "")
    assert field.chosen_id == ""
    field.field.clear()
    assert field.note.text() == ""
