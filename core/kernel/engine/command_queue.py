"""Commands that wait for the next batch: acts at once, patient ones when nothing else is left.

Not safe by itself: the loop asks under its lock. Source: design.md 2.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from core.kernel.engine.commands import Command

AT_ONCE: Final = 200
"""Commands that a batch begins with at most; a long queue is answered batch by batch."""


class CommandQueue:
    """First come, first served, within each of the two kinds."""

    __slots__ = ("_acts", "_patient")

    def __init__(self) -> None:
        self._acts: deque[Command] = deque()
        self._patient: deque[Command] = deque()

    def __len__(self) -> int:
        return len(self._acts) + len(self._patient)

    @property
    def has_acts(self) -> bool:
        """Somebody waits for the next batch; may be asked by the engine's thread without the lock."""
        return bool(self._acts)

    def add(self, command: Command) -> None:
        """Put a command at the end of its kind."""
        (self._patient if command.is_patient else self._acts).append(command)

    def take(self, *, is_idle: bool) -> list[Command]:
        """What the next batch begins with.

        Args:
            is_idle: nothing was left to apply or react to when the last batch ended. Then one
                patient command may come, where no act waits: what follows from it comes first,
                too, before the next.
        """
        if not self._acts and self._patient and is_idle:
            return [self._patient.popleft()]
        return [self._acts.popleft() for _ in range(min(AT_ONCE, len(self._acts)))]

    def refuse(self, error: Exception) -> None:
        """Answer all that wait: nothing of theirs was written, and nothing will be."""
        for waiting in (self._acts, self._patient):
            while waiting:
                waiting.popleft().refuse(error)
