"""What others ask of the engine's thread: commands and tasks, until the engine ends.

Filled from any thread, emptied by the engine's alone. It runs nothing. Source: design.md 2.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from core.kernel.engine.command_queue import CommandQueue
from core.kernel.engine.commands import Command
from core.kernel.errors import UserFacingError

Task = tuple[Callable[[], Any], Future[Any]]


class Inbox:
    """Commands and tasks that wait, and whether any more are taken.

    Args:
        wake: notified whenever something comes in, and at the end.
        inline: an engine without a thread of its own, which hears only the thread that opened it.
    """

    __slots__ = ("_commands", "_is_closed", "_owner", "_tasks", "_wake")

    def __init__(self, wake: threading.Condition, *, inline: bool) -> None:
        self._wake = wake
        self._owner = threading.get_ident() if inline else None
        self._commands = CommandQueue()
        self._tasks: deque[Task] = deque()
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """The engine is to end; nothing comes in any more."""
        return self._is_closed

    @property
    def has_commands(self) -> bool:
        """Commands wait, patient ones too."""
        return bool(self._commands)

    @property
    def is_waiting(self) -> bool:
        """Anything waits."""
        return bool(self._commands or self._tasks)

    @property
    def is_pressed(self) -> bool:
        """More than patient commands wait: an act, a task or the end."""
        return bool(self._commands.has_acts or self._tasks or self._is_closed)

    def add(self, command: Command) -> bool:
        """Let a command wait; False, and the command refused with ``motor.encerrado``, at the end.

        Raises:
            RuntimeError: inline, and from another thread than the engine's.
        """
        self._require_turning()
        with self._wake:
            is_taken = not self._is_closed
            if is_taken:
                self._commands.add(command)
                self._wake.notify_all()
        if not is_taken:
            command.refuse(UserFacingError("motor.encerrado"))
        return is_taken

    def add_task(self, work: Callable[[], Any]) -> Future[Any]:
        """Let work wait for the gap between two batches; refused as by ``add``."""
        self._require_turning()
        future: Future[Any] = Future()
        with self._wake:
            if self._is_closed:
                future.set_exception(UserFacingError("motor.encerrado"))
            else:
                self._tasks.append((work, future))
                self._wake.notify_all()
        return future

    def _require_turning(self) -> None:
        """Nobody turns an inline engine for another thread, which would wait for ever."""
        if self._owner is not None and threading.get_ident() != self._owner:
            raise RuntimeError("an inline engine hears only the thread that opened it")

    def take(self, *, is_idle: bool) -> list[Command]:
        """The commands that the next batch begins with (``CommandQueue.take``)."""
        with self._wake:
            return self._commands.take(is_idle=is_idle)

    def next_task(self) -> Task | None:
        """The task that has waited longest; None where none does."""
        return self._tasks.popleft() if self._tasks else None

    def refuse(self, error: UserFacingError) -> None:
        """Answer every command that waits: nothing of theirs was written, and nothing will be."""
        self._commands.refuse(error)

    def close(self) -> None:
        """Take nothing more and wake whoever waits, to end."""
        with self._wake:
            self._is_closed = True
            self._wake.notify_all()

    def empty(self) -> None:
        """After the end: what still waits is refused or cancelled, never left unanswered."""
        self.refuse(UserFacingError("motor.encerrado"))
        while self._tasks:
            self._tasks.popleft()[1].cancel()
