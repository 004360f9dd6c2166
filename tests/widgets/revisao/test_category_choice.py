"""Choosing a category by key or by name."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from tests.widgets.revisao.test_screen import CATEGORIES
from widgets.revisao.category_choice import MAX_OPTIONS, CategoryChoice


def test_a_key_beyond_the_options_does_nothing(ui: Ui, host: QWidget) -> None:
    choice = CategoryChoice(ui.context, host)
    choice.set_categories(CATEGORIES)
    said: list[tuple[str, str]] = []
    choice.chosen.connect(lambda category, sub: said.append((category, sub)))
    choice.show_options([("3.1", "3.1.1", 0.9)] * (MAX_OPTIONS + 2))
    assert sum(not one.isHidden() for one in choice.buttons) == MAX_OPTIONS
    choice.show_options([("3.1", "3.1.1", 0.9)])
    choice.choose(3)
    choice.choose(0)
    assert said == [("3.1", "3.1.1")]
    assert choice.words(("3.1", "3.1.1", 0.9)) == "3.1 Vias e pavimentação › Buraco · 90 %"
