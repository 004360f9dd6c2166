"""Screens of an account that went wait for it, unless it may not use them any more."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from tests.widgets.blank_screen import Blank
from tests.widgets.conftest import Ui
from widgets.runtime.screen import Screen
from widgets.shell.kept_screens import KeptScreens


def test_they_are_kept_whole_and_given_back_once(ui: Ui, host: QWidget) -> None:
    stack = QStackedWidget(host)
    screens: dict[str, Screen] = {
        key: Blank(key, key, frozenset(), ui.context, stack) for key in ("eventos", "contas")
    }
    for screen in screens.values():
        stack.addWidget(screen)
    kept = KeptScreens(host)
    kept.put_away("ana", dict(screens), "contas", stack)
    assert stack.count() == 0
    assert screens["eventos"].parent() is host
    found, current = kept.take("ana", {"eventos"})
    assert (found, current) == ({"eventos": screens["eventos"]}, "contas")
    assert kept.take("ana", {"eventos"}) == ({}, "")
    kept.put_away("ana", found, current, stack)
    kept.forget()
    assert kept.take("ana", {"eventos"}) == ({}, "")
