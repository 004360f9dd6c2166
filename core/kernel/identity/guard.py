"""The guard: a memory outside the data folder of how far the log had come (sync.md 2.12).

A database put back from a copy is found at the next start, because the guard is ahead of it. It is
written at most one second after a commit and always before a checkpoint, export, print or close
(sync.md decision 8). Losing a guard write loses no event: the commit came before.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

from core.kernel.errors import EnvironmentFault
from core.kernel.identity.guard_file import GuardFile, GuardReading, GuardRecord, GuardState

MAX_DELAY_S = 1.0
DEFAULT_DELAY_S = 0.5
RETRY_S = 1.0


class GuardVerdict(enum.Enum):
    """What guard and database say of each other."""

    OK = "ok"
    GUARD_BEHIND = "guarda_atras"  # normal after a crash within the last second
    DATABASE_BEHIND = "banco_atras"  # put back from a copy: recovery
    DIVERGED = "divergente"  # as far or farther, but another history
    OTHER_INSTANCE = "outra_instancia"  # another installation's guard, or a cloned folder
    MISSING = "ausente"
    UNREADABLE = "ilegivel"


def compare(
    reading: GuardReading,
    head: GuardRecord,
    root_at: Callable[[int], bytes] | None = None,
) -> GuardVerdict:
    """Judge the guard against the database's own head.

    Args:
        reading: what the guard file says.
        head: what the database says of itself.
        root_at: size -> root over the first so many events of the open epoch, to tell a database
            that is ahead from one with another history; None skips that.
    """
    guard = reading.record
    if guard is None:
        is_missing = reading.state is GuardState.AUSENTE
        return GuardVerdict.MISSING if is_missing else GuardVerdict.UNREADABLE
    if (guard.instancia, guard.no) != (head.instancia, head.no):
        return GuardVerdict.OTHER_INSTANCE
    if (guard.epoca, guard.tamanho) > (head.epoca, head.tamanho):
        return GuardVerdict.DATABASE_BEHIND
    if guard.epoca < head.epoca:
        return GuardVerdict.GUARD_BEHIND
    if guard.tamanho == head.tamanho:
        return GuardVerdict.OK if guard.raiz == head.raiz else GuardVerdict.DIVERGED
    if root_at is not None and root_at(guard.tamanho) != guard.raiz:
        return GuardVerdict.DIVERGED
    return GuardVerdict.GUARD_BEHIND


class GuardWriter:
    """Decides when the guard is due. Not thread-safe: it belongs to the writer thread.

    ``now_s`` everywhere is any clock that only goes forward, in seconds.

    Args:
        file: where it is written.
        delay_s: how long after the first unwritten commit a write is due; below ``MAX_DELAY_S``
            by as much as the caller's loop may be late.
    """

    def __init__(self, file: GuardFile, delay_s: float = DEFAULT_DELAY_S) -> None:
        if not 0 <= delay_s <= MAX_DELAY_S:
            raise ValueError(f"the guard may wait 0 to {MAX_DELAY_S} s, not {delay_s}")
        self._file = file
        self._delay_s = delay_s
        self._pending: GuardRecord | None = None
        self._due_at_s = 0.0
        self.last_fault: EnvironmentFault | None = None

    @property
    def is_pending(self) -> bool:
        """Whether a commit has not reached the guard yet."""
        return self._pending is not None

    def committed(self, head: GuardRecord, now_s: float) -> None:
        """Note the head after a COMMIT; nothing is written yet, nothing can fail."""
        if self._pending is None:
            self._due_at_s = now_s + self._delay_s
        self._pending = head

    def due_in_s(self, now_s: float) -> float | None:
        """Seconds until ``tick`` has something to do, at least 0; None when nothing waits."""
        return None if self._pending is None else max(0.0, self._due_at_s - now_s)

    def tick(self, now_s: float) -> bool:
        """Write if due; whether it wrote.

        A failing disk is kept in ``last_fault`` for Saúde and tried again after ``RETRY_S``: the
        events are committed, so this must never stop or roll back anything.

        Raises:
            IntegrityFault: ``guarda.recuo``, ``guarda.conflito``, ``guarda.outra_instancia``,
                ``guarda.ilegivel``: this process and the guard do not belong together.
        """
        if self._pending is None or now_s < self._due_at_s:
            return False
        try:
            self.flush()
        except EnvironmentFault:
            self._due_at_s = now_s + RETRY_S
            return False
        return True

    def flush(self) -> None:
        """Write what waits, now: before a checkpoint, export, print or close.

        Raises:
            EnvironmentFault: ``guarda.nao_gravada``; it still waits, and what asked for it must
                not go on.
            IntegrityFault: as ``tick``.
        """
        if self._pending is None:
            return
        try:
            self._file.write(self._pending)
        except EnvironmentFault as fault:
            self.last_fault = fault
            raise
        self._pending = None
        self.last_fault = None
