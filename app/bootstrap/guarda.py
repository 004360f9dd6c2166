"""Keeps the guard at most a second behind the log, and exactly at it when the office closes.

Source: sync.md section 7, decision 8; section 2.12.
"""

from __future__ import annotations

from time import monotonic

from core.kernel.engine.cycle import Cycle
from core.kernel.identity.guard import GuardWriter
from core.kernel.identity.guard_file import GuardFile, GuardRecord
from core.kernel.store.installation import Installation


class GuardKeeper:
    """Writes the guard after commits. Every method runs in the engine's thread.

    A disk that refuses is tried again later and never holds up the log: the guard then lags, and
    a later opening only finds it behind.
    """

    def __init__(self, cycle: Cycle, file: GuardFile, installation: Installation) -> None:
        self._cycle = cycle
        self._writer = GuardWriter(file)
        self._installation = installation
        self._size: int | None = None

    def tick(self) -> None:
        """Note the committed head and write it when due; costs nothing when nothing changed."""
        tail = self._cycle.committed_tail
        if tail is not None and tail.size != self._size:
            self._size = tail.size
            record = GuardRecord(
                self._installation.instancia,
                tail.no,
                tail.epoca,
                tail.size,
                tail.frontier.root(),
            )
            self._writer.committed(record, monotonic())
        self._writer.tick(monotonic())

    def flush(self) -> None:
        """Bring the guard to the head now: before a checkpoint, export, print or close.

        Raises:
            EnvironmentFault: ``guarda.nao_gravada``.
        """
        self.tick()
        self._writer.flush()
