"""Work off the GUI thread: writes one after another, reads side by side, answers queued back.

The worker sees a function and a number, never a widget: callbacks stay in the GUI thread, so no
Qt object is ever touched or freed elsewhere. A callback whose owner is gone is dropped, and so is
the answer of a read that a newer one with the same key has replaced.
Source: style.md, Qt (after anki's taskman and operations).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from app.services.progresso import Cancelled

_READERS: Final = 3

Done = Callable[[Any], object]
Failed = Callable[[BaseException], object]


class Task:
    """A running piece of work. ``progress`` is what the function calls in its thread."""

    def __init__(self, report: Callable[[int, int, int], None], number: int) -> None:
        self.number = number
        self._report = report
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop; it raises ``Cancelled`` at its next progress call."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """True once ``cancel`` was called."""
        return self._cancelled.is_set()

    def progress(self, done: int, total: int, /) -> None:
        """Tell how far the work is.

        Raises:
            Cancelled: it should stop.
        """
        if self.is_cancelled:
            raise Cancelled
        self._report(self.number, done, total)


@dataclass(slots=True)
class _Waiting:
    owner: QObject
    task: Task
    future: Future[None] | None
    on_done: Done | None
    on_error: Failed | None
    on_progress: Callable[[int, int], object] | None = None
    changed: frozenset[str] = frozenset()
    key: Hashable | None = None
    is_write: bool = False


@dataclass(frozen=True, slots=True)
class _Outcome:
    number: int
    value: Any
    error: BaseException | None


class TaskRunner(QObject):
    """Runs functions in workers and calls back in the GUI thread.

    Signals:
        failed(BaseException): a fault that no ``on_error`` took, while its owner lives.
        wrote(frozenset[str], QObject): a write went through: what changed, who asked.
        busy_changed(bool): a write runs or waits.
    """

    failed = Signal(object)
    wrote = Signal(object, object)
    busy_changed = Signal(bool)
    _arrived = Signal(object)
    _progressed = Signal(int, int, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="escrita")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="leitura")
        self._waiting: dict[int, _Waiting] = {}
        self._latest: dict[tuple[int, Hashable], int] = {}
        self._number = 0
        self._writes = 0
        self._is_closed = False
        queued = Qt.ConnectionType.QueuedConnection
        self._arrived.connect(self._on_arrived, queued)
        self._progressed.connect(self._on_progressed, queued)

    @property
    def is_idle(self) -> bool:
        """Nothing runs or waits."""
        return not self._waiting

    def read(
        self,
        owner: QObject,
        function: Callable[[], Any],
        on_done: Done,
        on_error: Failed | None = None,
        *,
        key: Hashable | None = None,
    ) -> Task:
        """Run a read.

        Args:
            owner: while it lives the callbacks are called.
            function: runs in a worker; must not touch Qt.
            on_done: gets the value.
            on_error: gets the fault; without it ``failed`` is emitted.
            key: a newer read of this owner with the same key replaces this one.
        """
        if key is not None:
            self._replace(owner, key)
        task = self._enter(_Waiting(owner, self._task(), None, on_done, on_error, key=key))
        if key is not None:
            self._latest[id(owner), key] = task.number
        self._submit(self._readers, task.number, function)
        return task

    def write(
        self,
        owner: QObject,
        function: Callable[[], Any],
        on_done: Done | None = None,
        on_error: Failed | None = None,
        *,
        changed: frozenset[str] = frozenset(),
    ) -> Task:
        """Run a write after all earlier ones; ``changed`` is announced when it went through."""
        task = self._enter(
            _Waiting(owner, self._task(), None, on_done, on_error, changed=changed, is_write=True)
        )
        self._submit(self._writer, task.number, function)
        return task

    def long(
        self,
        owner: QObject,
        function: Callable[[Callable[[int, int], None]], Any],
        on_done: Done,
        on_progress: Callable[[int, int], object],
        on_error: Failed | None = None,
        *,
        is_write: bool = False,
        changed: frozenset[str] = frozenset(),
    ) -> Task:
        """Run slow work that tells its progress and can be cancelled by ``Task.cancel``."""
        waiting = _Waiting(
            owner, self._task(), None, on_done, on_error, on_progress, changed, is_write=is_write
        )
        task = self._enter(waiting)
        pool = self._writer if is_write else self._readers
        self._submit(pool, task.number, partial(function, task.progress))
        return task

    def shutdown(self) -> None:
        """Drop reads, cancel long work, do the short writes that were asked for; call nobody back."""
        if self._is_closed:
            return
        self._is_closed = True
        for waiting in self._waiting.values():
            waiting.task.cancel()
            if waiting.on_progress is not None and waiting.future is not None:
                waiting.future.cancel()
        self._waiting.clear()
        self._latest.clear()
        self._readers.shutdown(wait=True, cancel_futures=True)
        # What somebody typed or decided before closing the window is not lost with it.
        self._writer.shutdown(wait=True)

    def _task(self) -> Task:
        self._number += 1
        return Task(self._progressed.emit, self._number)

    def _enter(self, waiting: _Waiting) -> Task:
        if not self._is_closed:
            self._waiting[waiting.task.number] = waiting
        return waiting.task

    def _replace(self, owner: QObject, key: Hashable) -> None:
        older = self._latest.pop((id(owner), key), None)
        waiting = self._waiting.pop(older, None) if older is not None else None
        if waiting is not None:
            waiting.task.cancel()
            if waiting.future is not None:
                waiting.future.cancel()

    def _submit(self, pool: ThreadPoolExecutor, number: int, function: Callable[[], Any]) -> None:
        waiting = self._waiting.get(number)
        if waiting is None:
            return
        if waiting.is_write:
            self._count_write(1)
        waiting.future = pool.submit(self._run, number, function)

    def _run(self, number: int, function: Callable[[], Any]) -> None:
        """In the worker."""
        try:
            outcome = _Outcome(number, function(), None)
        except BaseException as error:  # noqa: BLE001 # routed to the GUI thread, never swallowed
            outcome = _Outcome(number, None, error)
        if not self._is_closed:
            self._arrived.emit(outcome)

    def _count_write(self, step: int) -> None:
        before = self._writes
        self._writes += step
        if (before == 0) != (self._writes == 0):
            self.busy_changed.emit(self._writes > 0)

    @Slot(int, int, int)
    def _on_progressed(self, number: int, done: int, total: int) -> None:
        waiting = self._waiting.get(number)
        if waiting is not None and waiting.on_progress is not None and isValid(waiting.owner):
            waiting.on_progress(done, total)

    @Slot(object)
    def _on_arrived(self, outcome: _Outcome) -> None:
        waiting = self._waiting.pop(outcome.number, None)
        if waiting is None:
            return
        if waiting.key is not None:
            self._latest.pop((id(waiting.owner), waiting.key), None)
        if waiting.is_write:
            self._count_write(-1)
        lives = isValid(waiting.owner)
        if outcome.error is None and waiting.changed:
            self.wrote.emit(waiting.changed, waiting.owner if lives else None)
        if not lives:
            return
        if outcome.error is None:
            if waiting.on_done is not None:
                waiting.on_done(outcome.value)
        elif waiting.on_error is not None:
            waiting.on_error(outcome.error)
        elif not isinstance(outcome.error, Cancelled):
            self.failed.emit(outcome.error)
