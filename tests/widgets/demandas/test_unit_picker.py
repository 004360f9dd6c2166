from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.demandas.unit_picker import UnitPicker

UNITS = [("u1", "SP · Alto"), ("u2", "SP · Baixo")]


def test_arrows_and_enter_choose_while_the_field_has_the_focus(ui: Ui, host: QWidget) -> None:
    asked: list[str] = []

    def find(text: str) -> list[tuple[str, str]]:
        asked.append(text)
        return [one for one in UNITS if text.lower() in one[1].lower()]

    picker = UnitPicker(find, ui.context, host)
    picked: list[tuple[str, str]] = []
    picker.picked.connect(lambda unit, name: picked.append((unit, name)))
    picker.open()
    ui.settle()
    assert unnamed(picker) == []
    QTest.keyClick(picker, Qt.Key.Key_Down)
    QTest.keyClick(picker, Qt.Key.Key_Return)
    assert picked == [("u2", "SP · Baixo")]
    picker.deleteLater()


def test_nothing_found_says_so(ui: Ui, host: QWidget) -> None:
    picker = UnitPicker(lambda _text: [], ui.context, host)
    ui.settle()
    assert picker.note.text() == "Nenhuma unidade com este nome."
    assert not picker.choose.isEnabled()
