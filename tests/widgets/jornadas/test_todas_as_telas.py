"""What holds for every screen over a living office: names, keyboard, keys, small windows."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QWidget

from app.services.parametros import Mistura, ParametrosService
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Mesa
from widgets.runtime.alt_keys import name_of, seen_buttons
from widgets.runtime.dialog import Dialog
from widgets.runtime.table_model import TableModel

SMALL_PX = (1_024, 700)
ORDINARY_PX = 1_280
WITHOUT_KEY: dict[str, str] = {}
"""Buttons without a key, by exact name, and why."""


def _keys(mesa: Mesa) -> list[str]:
    return [spec.key for spec in mesa.desktop.specs]


def _is_current(mesa: Mesa, key: str) -> bool:
    return mesa.desktop.window.current_key == key


def test_every_control_has_a_name_and_a_keyboard_way(mesa: Mesa) -> None:
    for key in _keys(mesa):
        screen = mesa.open(key)
        assert unnamed(screen) == [], key
        assert unreachable(screen) == [], key


@pytest.fixture
def mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores of two sets of parameters stand side by side while this lasts."""
    monkeypatch.setattr(ParametrosService, "mistura", lambda _self: Mistura("2026-2", 9, 4))


def test_every_screen_warns_while_scores_of_two_sets_stand_side_by_side(
    mixed: None, mesa: Mesa
) -> None:
    message = mesa.desktop.window.status.message
    for key in _keys(mesa):
        mesa.open(key)
        assert message.isVisible(), key
        assert "parâmetros 2026-2: 4 de 9 demandas ainda têm" in message.accessibleName(), key


def test_every_screen_opens_by_its_keys_and_lists_them(mesa: Mesa) -> None:
    for at, key in enumerate(_keys(mesa)[:9]):
        # Without a window manager nobody gives the focus back after a dialog.
        mesa.desktop.window.activateWindow()
        QTest.keyClick(
            mesa.desktop.window, Qt.Key(Qt.Key.Key_1 + at), Qt.KeyboardModifier.ControlModifier
        )
        mesa.until(partial(_is_current, mesa, key))
        mesa.settle()
        overlay = mesa.desktop.window.show_keys()
        assert overlay.windowTitle().startswith("Teclas · ")
        overlay.close()
        page = mesa.desktop.window.show_help()
        assert page.page == next(s.manual for s in mesa.desktop.specs if s.key == key)
        page.close()


@pytest.mark.parametrize("scale_pct", [100, 200])
def test_a_small_window_is_not_forced_to_grow(mesa: Mesa, scale_pct: int) -> None:
    window = mesa.desktop.window
    mesa.desktop.theme.set_scale_pct(scale_pct)
    window.resize(*SMALL_PX)
    # The theme builds the window anew.
    mesa.qtbot.waitUntil(lambda: not window._rebuild.isActive())
    mesa.settle()
    for key in _keys(mesa):
        mesa.open(key)
        least = window.minimumSizeHint()
        assert (least.width() <= SMALL_PX[0], least.height() <= SMALL_PX[1]) == (True, True), key
        assert (window.width(), window.height()) == SMALL_PX, key
        screen = window.screen_of(key)
        assert screen.minimumSizeHint().width() <= screen.width(), key


def _sideways(root: QWidget) -> list[str]:
    """Lists, trees and tables that show a bar at their foot."""
    return [
        view.accessibleName()
        for view in root.findChildren(QAbstractItemView)
        if view.isVisible() and view.horizontalScrollBar().isVisible()
    ]


def test_no_list_scrolls_sideways_in_an_ordinary_window(mesa: Mesa) -> None:
    window = mesa.desktop.window
    lists = 0
    for spec in mesa.desktop.specs:
        screen = mesa.open(spec.key)
        for view in spec.pictures:
            view.prepare(screen)
            mesa.settle()
            assert _sideways(window) == [], view.name
            lists += sum(one.isVisible() for one in screen.findChildren(QAbstractItemView))
        for view in spec.dialogs:
            view.prepare(screen)
            mesa.settle()
            for dialog in window.findChildren(Dialog):
                assert not dialog.isVisible() or _sideways(dialog) == [], view.name
                dialog.hide()
                dialog.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert (window.width(), lists > 40) == (ORDINARY_PX, True)


def _has_key(button: QAbstractButton) -> bool:
    return bool(button.shortcut().toString()) or bool(button.property("tem_tecla"))


def test_every_button_of_every_picture_has_a_key_that_the_overlay_lists(mesa: Mesa) -> None:
    window = mesa.desktop.window
    for spec in mesa.desktop.specs:
        screen = mesa.open(spec.key)
        for view in spec.pictures:
            view.prepare(screen)
            mesa.settle()
            QTest.keyPress(window, Qt.Key.Key_Alt)
            buttons = [one for one in seen_buttons(window) if one.isEnabled()]
            assert [
                name_of(one)
                for one in buttons
                if not _has_key(one) and name_of(one) not in WITHOUT_KEY
            ] == [], view.name
            keys = [one.shortcut().toString() for one in buttons if not one.property("tem_tecla")]
            assert len(keys) == len(set(keys)), view.name
            assert mesa.desktop.tips.shown, view.name
            QTest.keyRelease(window, Qt.Key.Key_Alt)
            assert not mesa.desktop.tips.shown
            overlay = window.show_keys()
            listed = {label.text() for label in overlay.findChildren(QLabel)}
            assert {name_of(one) for one in buttons if one.shortcut().toString()} <= listed
            overlay.close()
            window.activateWindow()


def test_nothing_is_read_again_for_a_change_that_does_not_concern(mesa: Mesa) -> None:
    for key in _keys(mesa):
        screen = mesa.open(key)
        loads: list[QWidget] = []
        screen.loaded.connect(lambda seen=loads, one=screen: seen.append(one))
        mesa.desktop.hub.announce(frozenset({"nada.que.exista"}))
        mesa.settle()
        assert loads == [], key


def test_every_model_that_a_screen_shows_keeps_qts_rules(mesa: Mesa) -> None:
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    # Let go before the window is taken down: a tester asks models that are half gone.
    testers: list[QAbstractItemModelTester] = []
    for key in _keys(mesa):
        screen = mesa.open(key)
        models = [view.model() for view in screen.findChildren(QAbstractItemView)]
        own = {model for model in models if isinstance(model, TableModel)}
        testers += [QAbstractItemModelTester(model, fatal) for model in own]
        screen.refresh()
        mesa.settle()
    assert len(testers) > len(_keys(mesa))
    testers.clear()
