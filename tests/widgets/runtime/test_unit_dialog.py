"""The picker of units in a dialog: typing, Enter, and Esc that asks nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.runtime.unit_dialog import UnitDialog

UNITS = [("u1", "SP · Alto"), ("u2", "SP · Baixo")]


def find(text: str) -> list[tuple[str, str]]:
    return [one for one in UNITS if text.lower() in one[1].lower()]


def test_typing_and_enter_choose_and_close(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = UnitDialog(find, ui.context, host)
    picked: list[tuple[str, str]] = []
    dialog.picked.connect(lambda unit, name: picked.append((unit, name)))
    dialog.open()
    assert unnamed(dialog) == []
    QTest.keyClicks(dialog.field, "baixo")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    ui.until(lambda: bool(picked))
    assert picked == [("u2", "SP · Baixo")]
    ui.until(lambda: not host.findChildren(UnitDialog))
    ui.settle()


def test_words_that_only_search_are_not_asked_about(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = UnitDialog(find, ui.context, host)
    dialog.open()
    QTest.keyClicks(dialog.field, "nada")
    ui.settle()
    dialog.reject()
    ui.until(lambda: not host.findChildren(UnitDialog))
