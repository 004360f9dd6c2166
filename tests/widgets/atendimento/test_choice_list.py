"""A list under a field is walked through without a mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from tests.widgets.conftest import Ui
from widgets.atendimento.choice_list import ChoiceList


def made(ui: Ui, host: QWidget) -> tuple[QLineEdit, ChoiceList]:
    edit = QLineEdit(host)
    found = ChoiceList("Lugares", str, edit, ui.context.theme, host)
    column = QVBoxLayout(host)
    column.addWidget(edit)
    column.addWidget(found)
    host.show()
    edit.setFocus()
    return edit, found


def test_down_goes_in_enter_takes_up_goes_back(ui: Ui, host: QWidget) -> None:
    edit, found = made(ui, host)
    tester = QAbstractItemModelTester(found.rows_model)
    taken: list[object] = []
    found.taken.connect(taken.append)
    assert found.isHidden()
    found.offer(("um", "dois"))
    assert not found.isHidden()
    QTest.keyClick(edit, Qt.Key.Key_Down)
    assert found.currentIndex().row() == 0
    QTest.keyClick(found, Qt.Key.Key_Down)
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert taken == ["dois"]
    found.enter()
    QTest.keyClick(found, Qt.Key.Key_Up)
    ui.until(edit.hasFocus)
    assert not found.take_only()
    found.offer(("um",))
    assert found.take_only()
    found.offer(())
    assert found.isHidden()
    tester.deleteLater()
