"""Search and the look of the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.shell.top_bar import TopBar


def _actions(menu: QMenu) -> dict[str, QAction]:
    found: dict[str, QAction] = {}
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            found |= _actions(submenu)
        else:
            found[action.text()] = action
    return found


def test_enter_searches_what_is_not_blank(ui: Ui, host: QWidget) -> None:
    bar = TopBar("Sé", ui.context, host)
    searched: list[str] = []
    bar.searched.connect(searched.append)
    for text in ("   ", " 8f3a12bc "):
        bar.search.setText(text)
        QTest.keyClick(bar.search, Qt.Key.Key_Return)
    assert searched == ["8f3a12bc"]
    assert unnamed(bar) == []


def test_the_office_is_called_by_its_name_and_by_nothing_before_it(ui: Ui, host: QWidget) -> None:
    bar = TopBar("Escritório de demonstração", ui.context, host)
    assert bar.office.accessibleName() == (
        "Escritório de demonstração · Ana: conta, aparência e sair"
    )


def test_the_menu_offers_scheme_size_about_and_quit(ui: Ui, host: QWidget) -> None:
    bar = TopBar("Sé", ui.context, host)
    told: list[object] = []
    bar.mode_chosen.connect(told.append)
    bar.scale_chosen.connect(told.append)
    bar.about_requested.connect(lambda: told.append("sobre"))
    bar.quit_requested.connect(lambda: told.append("sair"))
    actions = _actions(bar.office.menu())
    assert [text for text, action in actions.items() if action.isChecked()] == ["Claro", "100 %"]
    for text in ("Escuro", "200 %", "Sobre o Formigueiro", "Sair"):
        actions[text].trigger()
    assert told == ["escuro", 200, "sobre", "sair"]
