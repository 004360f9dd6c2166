"""Typing settles once."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.runtime.debounce import Debouncer


def test_many_touches_settle_once(qtbot: QtBot, host: QWidget) -> None:
    typing = Debouncer(host, rest_ms=20)
    settled: list[int] = []
    typing.settled.connect(lambda: settled.append(1))
    for _ in range(5):
        typing.touch()
    assert typing.is_pending
    qtbot.waitUntil(lambda: bool(settled))
    assert settled == [1]
    assert not typing.is_pending


def test_enter_does_not_wait(host: QWidget) -> None:
    typing = Debouncer(host, rest_ms=60_000)
    settled: list[int] = []
    typing.settled.connect(lambda: settled.append(1))
    typing.flush()
    assert settled == []
    typing.touch()
    typing.flush()
    assert settled == [1]
