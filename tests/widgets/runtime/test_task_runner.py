"""Workers: order, queued answers, dropped callbacks, replaced reads, clean ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread
from pytestqt.qtbot import QtBot

from app.services.progresso import Cancelled
from widgets.runtime.task_runner import Task, TaskRunner


@pytest.fixture
def owner(qapp: QCoreApplication) -> Iterator[QObject]:
    made = QObject(qapp)
    yield made
    made.deleteLater()


@pytest.fixture
def runner(owner: QObject) -> Iterator[TaskRunner]:
    made = TaskRunner(owner)
    yield made
    made.shutdown()


def test_answers_arrive_in_the_gui_thread(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    seen: list[tuple[object, object, object]] = []
    gui = threading.current_thread()
    runner.read(
        owner,
        threading.current_thread,
        lambda worker: seen.append((worker, threading.current_thread(), QThread.currentThread())),
    )
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0] is not gui
    assert seen[0][1] is gui
    assert runner.is_idle


def test_writes_run_one_after_another_in_order(
    qtbot: QtBot, runner: TaskRunner, owner: QObject
) -> None:
    order: list[int] = []
    running: list[int] = []
    most: list[int] = []

    def work(number: int) -> None:
        running.append(number)
        most.append(len(running))
        order.append(number)
        running.remove(number)

    busy: list[bool] = []
    runner.busy_changed.connect(busy.append)
    for number in range(20):
        runner.write(owner, partial(work, number))
    qtbot.waitUntil(lambda: runner.is_idle)
    assert order == list(range(20))
    assert max(most) == 1
    assert busy == [True, False]


def test_a_write_announces_what_changed_and_who_asked(
    qtbot: QtBot, runner: TaskRunner, owner: QObject
) -> None:
    with qtbot.waitSignal(runner.wrote) as caught:
        runner.write(owner, lambda: None, changed=frozenset({"eventos"}))
    assert caught.args == [frozenset({"eventos"}), owner]


def test_a_fault_goes_to_its_taker_or_to_everybody(
    qtbot: QtBot, runner: TaskRunner, owner: QObject
) -> None:
    def fail() -> None:
        raise KeyError("x")

    taken: list[BaseException] = []
    announced: list[object] = []
    runner.wrote.connect(lambda what, who: announced.append(what))
    runner.write(owner, fail, None, taken.append, changed=frozenset({"eventos"}))
    qtbot.waitUntil(lambda: bool(taken))
    assert isinstance(taken[0], KeyError)
    with qtbot.waitSignal(runner.failed) as caught:
        runner.read(owner, fail, lambda _: None)
    assert isinstance(caught.args[0], KeyError)
    assert announced == []


def test_a_callback_whose_owner_is_gone_is_dropped(
    qtbot: QtBot, runner: TaskRunner, owner: QObject
) -> None:
    gate = threading.Event()
    called: list[object] = []
    screen = QObject(owner)
    runner.read(screen, lambda: gate.wait(5), called.append)
    screen.deleteLater()
    QCoreApplication.sendPostedEvents(screen, QEvent.Type.DeferredDelete.value)
    gate.set()
    qtbot.waitUntil(lambda: runner.is_idle)
    assert called == []


def test_a_replaced_read_never_calls_back(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    gate = threading.Event()
    called: list[int] = []

    def slow() -> int:
        gate.wait(5)
        return 1

    runner.read(owner, slow, called.append, key="ids")
    runner.read(owner, lambda: 2, called.append, key="ids")
    runner.read(owner, lambda: 3, called.append, key="other")
    qtbot.waitUntil(lambda: len(called) == 2)
    gate.set()
    runner.shutdown()
    QCoreApplication.processEvents()
    assert sorted(called) == [2, 3]


def test_long_work_tells_progress_and_can_be_cancelled(
    qtbot: QtBot, runner: TaskRunner, owner: QObject
) -> None:
    told: list[tuple[int, int]] = []
    ended: list[BaseException] = []
    gate = threading.Event()

    def work(progress: object) -> None:
        assert callable(progress)
        progress(1, 10)
        gate.wait(5)
        progress(2, 10)

    task = runner.long(
        owner, work, lambda _: None, lambda a, b: told.append((a, b)), ended.append, is_write=True
    )
    qtbot.waitUntil(lambda: bool(told))
    task.cancel()
    gate.set()
    qtbot.waitUntil(lambda: bool(ended))
    assert told == [(1, 10)]
    assert isinstance(ended[0], Cancelled)


def test_shutdown_waits_and_calls_nobody_back(runner: TaskRunner, owner: QObject) -> None:
    gate = threading.Event()
    called: list[object] = []
    ran: list[int] = []
    runner.write(owner, lambda: gate.wait(5), called.append)
    runner.write(owner, lambda: ran.append(1), called.append)
    runner.long(
        owner, lambda _tell: ran.append(2), called.append, lambda _a, _b: None, is_write=True
    )
    threading.Timer(0.05, gate.set).start()
    runner.shutdown()
    runner.shutdown()
    QCoreApplication.processEvents()
    assert called == []
    assert ran == [1]  # a write that waited is done, long work is not begun
    task = runner.read(owner, lambda: 1, called.append)
    assert isinstance(task, Task)
    assert runner.is_idle
