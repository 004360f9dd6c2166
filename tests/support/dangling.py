"""Pytest plugin: a thread, timer or top-level widget that outlives its test fails it (napari's idea).

Set up first and torn down last, after pytest-qt has closed the widgets that it was given.
"""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QWidget

# Time for a thread that was told to stop to reach its end; only a leak waits that long.
JOIN_S = 2.0


def left_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    """Threads started since ``before`` that do not end; those Python did not start are not ours."""
    started = [
        thread
        for thread in threading.enumerate()
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]
    for thread in started:
        thread.join(JOIN_S)
    return [thread for thread in started if thread.is_alive()]


class TimerWatch:
    """Remembers every QTimer that Python code starts while it is installed."""

    def __init__(self) -> None:
        self._started: list[weakref.ref[QTimer]] = []

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from PySide6.QtCore import QTimer

        original: Any = QTimer.start
        started = self._started

        def start(timer: QTimer, *args: object) -> None:
            started.append(weakref.ref(timer))
            original(timer, *args)

        monkeypatch.setattr(QTimer, "start", start)

    def active(self) -> list[str]:
        """The timers that still run, described."""
        from shiboken6 import isValid

        timers = [timer for ref in self._started if (timer := ref()) is not None]
        return [
            f"{timer!r} every {timer.interval()} ms, parent {timer.parent()!r}"
            for timer in timers
            if isValid(timer) and timer.isActive()
        ]


def _widgets() -> list[QWidget]:
    """Top-level widgets that exist after everything scheduled for deletion is gone."""
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        return []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return QApplication.topLevelWidgets()


def left_widgets(before: set[int]) -> list[str]:
    """Top-level widgets made since ``before`` that nobody closed and deleted."""
    left = [widget for widget in _widgets() if id(widget) not in before]
    if left:
        del left
        gc.collect()
        left = [widget for widget in _widgets() if id(widget) not in before]
    return [f"{widget!r} {widget.objectName()!r}" for widget in left]


@pytest.fixture(autouse=True)
def _no_dangling_thread() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = left_threads(before)
    if left:
        pytest.fail(f"threads outlive the test: {left}", pytrace=False)


@pytest.fixture(autouse=True)
def _no_dangling_qt(request: pytest.FixtureRequest) -> Iterator[None]:
    if "qapp" not in request.fixturenames and "PySide6.QtWidgets" not in sys.modules:
        yield
        return
    known = _widgets()
    watch = TimerWatch()
    with pytest.MonkeyPatch.context() as monkeypatch:
        watch.install(monkeypatch)
        yield
    if request.node.get_closest_marker("qt_no_dangling"):
        return
    widgets = left_widgets({id(widget) for widget in known})
    timers = watch.active()
    if widgets or timers:
        pytest.fail(f"Qt objects outlive the test: {widgets + timers}", pytrace=False)
