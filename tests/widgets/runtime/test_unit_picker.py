"""A unit is found by part of its name, by keyboard alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.unit_picker import UnitPicker

UNITS = [("u1", "SP · Cidade · Centro"), ("u2", "SP · Cidade · Cafezal")]


class Search:
    """What was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> list[tuple[str, str]]:
        self.asked.append(text)
        return [unit for unit in UNITS if text.lower() in unit[1].lower()]


@pytest.fixture
def search() -> Search:
    return Search()


@pytest.fixture
def picker(ui: Ui, host: QWidget, search: Search) -> UnitPicker:
    made = UnitPicker(search, ui.context, host)
    made.show_unit("u1", UNITS[0][1])
    host.show()
    made.setFocus()
    return made


def test_typing_and_enter_take_the_only_one(picker: UnitPicker, ui: Ui) -> None:
    picker.selectAll()
    QTest.keyClicks(picker, "cafe")
    with ui.qtbot.waitSignal(picker.chosen) as chosen:
        QTest.keyClick(picker, Qt.Key.Key_Return)
    assert chosen.args == [*UNITS[1]]
    assert picker.text() == UNITS[1][1]
    ui.settle()


def test_down_lists_those_asked_for_most(picker: UnitPicker, ui: Ui, search: Search) -> None:
    QTest.keyClick(picker, Qt.Key.Key_Down)
    ui.until(lambda: len(picker.found) == 2)
    assert search.asked == [""]
    with ui.qtbot.waitSignal(picker.chosen):
        picker.take(1)
    picker.take(9)
    assert picker.unit_id == "u2"
    QTest.keyClick(picker, Qt.Key.Key_Escape)


def test_escape_gives_the_chosen_one_back(picker: UnitPicker, ui: Ui) -> None:
    picker.selectAll()
    QTest.keyClicks(picker, "nada disto")
    ui.settle()
    QTest.keyClick(picker, Qt.Key.Key_Escape)
    assert picker.text() == UNITS[0][1]


def test_the_same_unit_again_is_no_news(picker: UnitPicker, ui: Ui) -> None:
    QTest.keyClick(picker, Qt.Key.Key_Down)
    ui.until(lambda: len(picker.found) == 2)
    with ui.qtbot.assertNotEmitted(picker.chosen):
        picker.take(0)
