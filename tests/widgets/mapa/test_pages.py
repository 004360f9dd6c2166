"""The map or the list."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.mapa.pages import Pages


def test_one_is_in_front(ui: Ui, host: QWidget) -> None:
    pages = Pages(ui.context.theme, host)
    told: list[bool] = []
    pages.chosen.connect(told.append)
    pages.mark(is_list=False)
    assert (pages.map.isChecked(), pages.map.property("active")) == (True, "true")
    pages.list.click()
    pages.map.click()
    assert told == [True, False]
    pages.mark(is_list=True)
    assert (pages.map.property("active"), pages.list.property("active")) == ("false", "true")
    assert unnamed(pages) == []
