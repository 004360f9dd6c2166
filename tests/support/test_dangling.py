"""Threads, timers and windows that outlive a test are found; those that end are not."""

from __future__ import annotations

import threading

import pytest

from tests.support import dangling

OUTSIDE = ["-p", "tests.support.dangling", "--import-mode=importlib"]


def test_a_thread_that_ends_is_no_leak() -> None:
    before = set(threading.enumerate())
    go = threading.Event()
    thread = threading.Thread(target=go.wait)
    thread.start()
    go.set()
    assert dangling.left_threads(before) == []
    assert not thread.is_alive()


def test_a_left_thread_fails_its_test(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(
        """
        import threading
        from tests.support import dangling
        dangling.JOIN_S = 0.01
        def test_left():
            threading.Thread(target=threading.Event().wait, daemon=True, name="esquecida").start()
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:pytest-qt", *OUTSIDE)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*threads outlive the test:*esquecida*"])


def test_left_qt_objects_fail_their_test(pytester: pytest.Pytester) -> None:
    pytest.importorskip("PySide6.QtWidgets", reason="a run without Qt", exc_type=ImportError)
    pytester.makepyfile(
        """
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QLabel
        KEPT = []
        def test_window(qapp):
            KEPT.append(QLabel("esquecida", objectName="rotulo-esquecido"))
        def test_timer(qapp):
            timer = QTimer(qapp)
            timer.start(60_000)
            KEPT.append(timer)
        def test_clean(qtbot):
            label = QLabel("arrumada")
            qtbot.addWidget(label)
            timer = QTimer(label)
            timer.start(60_000)
            gone = QLabel("sem dono")
        """
    )
    result = pytester.runpytest_subprocess(*OUTSIDE)
    result.assert_outcomes(passed=3, errors=2)
    result.stdout.fnmatch_lines(["*Qt objects outlive*rotulo-esquecido*", "*every 60000 ms*"])
