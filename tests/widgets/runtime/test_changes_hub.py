"""Changes reach screens: at once from this window, gathered from the engine."""

from __future__ import annotations

import threading

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.runtime.changes_hub import Change, ChangesHub


def test_announce_is_immediate(host: QWidget) -> None:
    hub = ChangesHub(host)
    seen: list[Change] = []
    hub.changed.connect(seen.append)
    hub.announce(frozenset({"copias"}), host)
    assert seen == [Change(frozenset({"copias"}), host)]


def test_posts_from_another_thread_are_gathered(qtbot: QtBot, host: QWidget) -> None:
    hub = ChangesHub(host, gather_ms=30)
    seen: list[Change] = []
    threads: list[object] = []
    hub.changed.connect(seen.append)
    hub.changed.connect(lambda _: threads.append(threading.current_thread()))

    def busy_engine() -> None:
        for number in range(50):
            hub.post(frozenset({"eventos", f"t{number}"}))

    worker = threading.Thread(target=busy_engine)
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: len(frozenset().union(*(c.what for c in seen))) == 51)
    assert len(seen) <= 3
    assert set(threads) == {threading.current_thread()}
    qtbot.waitUntil(lambda: not hub._timer.isActive())
