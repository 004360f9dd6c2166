"""A while without a touch is noticed; a touch begins it anew."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.entrada.idle_watch import IdleWatch


def test_it_says_so_after_a_while(qapp: QApplication, qtbot: QtBot) -> None:
    owner = QObject()
    watch = IdleWatch(qapp, 20, owner)
    assert not watch.is_running
    with qtbot.waitSignal(watch.idled, timeout=5_000):
        watch.start()
    assert not watch.is_running
    owner.deleteLater()


def test_a_key_begins_the_while_anew_and_a_stopped_watch_stays_stopped(
    qapp: QApplication, qtbot: QtBot
) -> None:
    owner = QObject()
    watch = IdleWatch(qapp, 60_000, owner)
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier)
    seen = [(watch.eventFilter(owner, key), watch.is_running)]
    watch.start()
    seen.append((watch.eventFilter(owner, key), watch.is_running))
    watch.stop()
    seen.append((watch.eventFilter(owner, key), watch.is_running))
    assert seen == [(False, False), (False, True), (False, False)]
    owner.deleteLater()


def test_never_is_never(qapp: QApplication) -> None:
    owner = QObject()
    watch = IdleWatch(qapp, 0, owner)
    watch.start()
    assert not watch.is_running
    owner.deleteLater()
