"""The keyboard alone, through every picture of every screen and through every dialog."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from app.desktop.desenho import frame_dialogs
from tests.widgets.conftest import Mesa
from tests.widgets.keyboard_walk import faults
from widgets.runtime.dialog import Dialog
from widgets.runtime.screen import View

WIDGETS = Path(__file__).parents[3] / "widgets"
KEYS = sorted(path.parent.name for path in WIDGETS.glob("*/spec.py"))


@pytest.mark.parametrize("key", KEYS)
def test_tab_walks_every_picture_of_a_screen_and_back(mesa: Mesa, key: str) -> None:
    window = mesa.desktop.window
    screen = mesa.open(key)
    spec = next(one for one in mesa.desktop.specs if one.key == key)
    looked_at: set[QWidget] = set()
    for view in spec.pictures:
        view.prepare(screen)
        mesa.settle()
        assert faults(window, looked_at) == "", view.name


def _dialogs(mesa: Mesa, key: str) -> Iterator[tuple[str, Dialog]]:
    screen = mesa.open(key)
    spec = next(one for one in mesa.desktop.specs if one.key == key)
    if key == "demandas":
        spec.views[0].prepare(screen)
        mesa.settle()
    for view in spec.dialogs:
        yield from _opened(mesa, view, screen)


def _opened(mesa: Mesa, view: View, on: QWidget) -> Iterator[tuple[str, Dialog]]:
    view.prepare(on)
    mesa.settle()
    for one in mesa.desktop.window.findChildren(Dialog):
        if one.isVisible():
            # Without a window manager nobody makes a new window the active one.
            one.activateWindow()
            mesa.until(one.isActiveWindow)
            yield view.name, one
            one.hide()
            one.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _focused(dialog: Dialog) -> QWidget | None:
    """Qt's stubs leave None out, which it is where nothing takes the focus."""
    return dialog.focusWidget()


def _stumbles(mesa: Mesa, dialog: Dialog) -> str:
    """No first stop, no way round, a default that destroys, or Esc that does not leave it: in lines."""
    first = _focused(dialog)
    if first is None:
        return "nothing has the focus"
    found = [faults(dialog, set())]
    defaults = [one for one in dialog.findChildren(QPushButton) if one.isDefault()]
    if len(defaults) > 1:
        found.append(f"{len(defaults)} defaults")
    found += [f"destroys: {one.text()}" for one in defaults if one.property("kind") == "danger"]
    found += [f"at the wrong end: {text}" for text in _at_the_foot(dialog)]
    first.setFocus()
    if dialog.is_changed():
        found.append("changed, and nobody typed")
    QTest.keyClick(first, Qt.Key.Key_Escape)
    mesa.until(lambda: not dialog.isVisible())  # a page hands back later what it has no use for
    return "\n".join(line for line in found if line)


def _at_the_foot(dialog: Dialog) -> list[str]:
    """Buttons at the wrong end of their line: what acts stands last, what destroys first."""
    found: list[str] = []
    buttons = [one for one in dialog.findChildren(QPushButton) if one.isVisible()]
    for one in buttons:
        kind, place = one.property("kind"), one.mapTo(dialog, one.rect().topLeft())
        beside = [
            other.mapTo(dialog, other.rect().topLeft()).x()
            for other in buttons
            if other is not one and other.mapTo(dialog, other.rect().topLeft()).y() == place.y()
        ]
        if (kind == "primary" and any(x > place.x() for x in beside)) or (
            kind == "danger" and any(x < place.x() for x in beside)
        ):
            found.append(one.text())
    return found


@pytest.mark.parametrize("key", KEYS)
def test_tab_walks_every_dialog_and_back_and_esc_leaves_it(mesa: Mesa, key: str) -> None:
    for name, dialog in _dialogs(mesa, key):
        assert _stumbles(mesa, dialog) == "", name


def test_the_same_of_the_frames_dialogs_and_of_the_gate(mesa: Mesa) -> None:
    window = mesa.desktop.window
    for view in frame_dialogs(mesa.desktop, mesa.vivo.servicos):
        for name, dialog in _opened(mesa, view, window):
            assert _stumbles(mesa, dialog) == "", name
    window.activateWindow()
    mesa.desktop.gate.lock()
    mesa.settle()
    assert faults(window, set()) == ""
