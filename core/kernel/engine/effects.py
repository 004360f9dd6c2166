"""Does the outbox's local effects after COMMIT, in a worker thread (design.md 3, LOCAL)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from core.kernel.engine.cycle import Cycle
from core.kernel.engine.outbox import PendingEffect, effect_done, pending_effects
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store.database import Writer

Executor = Callable[[Mapping[str, Any]], None]
# A printer that is switched off is asked again after this long.
PAUSE_S: Final = 30.0
BACKLOG: Final = 50

Key = tuple[str, str]


class EffectRunner:
    """Runs pending effects by the executors that the composition root registered.

    Everything but the effect itself happens in the engine's thread.

    Args:
        executors: effect name -> what does it; it may be slow and may raise.
        monotonic: seconds, for the pause after a failure.
        wake: tells the engine that there is something to record; called from the worker.
    """

    def __init__(
        self,
        writer: Writer,
        cycle: Cycle,
        telemetry: Telemetry,
        executors: Mapping[str, Executor],
        monotonic: Callable[[], float],
        wake: Callable[[], None],
    ) -> None:
        self._writer = writer
        self._cycle = cycle
        self._telemetry = telemetry
        self._executors = executors
        self._monotonic = monotonic
        self._wake = wake
        self._running: set[Key] = set()
        self._resting: dict[Key, float] = {}
        self._done: deque[tuple[PendingEffect, BaseException | None]] = deque()
        self._pool: ThreadPoolExecutor | None = None
        self._is_new = True

    def busy(self) -> int:
        """How many effects are being done or wait to be recorded."""
        return len(self._running)

    def is_asked(self) -> bool:
        """True when something waits to be recorded or a pause is over."""
        if self._done:
            return True
        return bool(self._resting) and min(self._resting.values()) <= self._monotonic()

    def again(self) -> None:
        """Look at the outbox again, also at what rests after a failure."""
        self._resting.clear()
        self._is_new = True

    def dispatch(self) -> int:
        """Start what is pending; called in the engine's thread between transactions."""
        now = self._monotonic()
        rested = [key for key, until in self._resting.items() if until <= now]
        for key in rested:
            del self._resting[key]
        if not self._executors or len(self._running) >= BACKLOG:
            return 0
        if not (self._is_new or rested or self._cycle.stepper.has_effects):
            return 0
        self._is_new = self._cycle.stepper.has_effects = False
        started = 0
        skipped = len(self._running) + len(self._resting)
        for effect in pending_effects(self._writer.cursor, self._writer.dialect, BACKLOG + skipped):
            key = (effect.colonia, effect.chave)
            if key in self._running or key in self._resting or effect.efeito not in self._executors:
                continue
            self._running.add(key)
            self._start(effect)
            started += 1
        return started

    def _start(self, effect: PendingEffect) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="efeito")

        def finished(future: Future[None]) -> None:
            if not future.cancelled():
                self._done.append((effect, future.exception()))
                self._wake()

        future = self._pool.submit(self._executors[effect.efeito], effect.dados)
        future.add_done_callback(finished)

    def record(self) -> None:
        """Write what was done or failed.

        Raises:
            EnvironmentFault: it stays to be recorded.
        """
        if not self._done:
            return
        ended = list(self._done)
        self._cycle.begin()
        for effect, error in ended:
            if error is not None:
                self._telemetry.fault("efeito", effect.colonia, None, error)
            effect_done(self._writer, effect, failed=error is not None)
        self._cycle.commit()
        for effect, error in ended:
            self._done.popleft()
            self._running.discard((effect.colonia, effect.chave))
            if error is not None:
                self._resting[effect.colonia, effect.chave] = self._monotonic() + PAUSE_S
        self._is_new = True

    def close(self) -> None:
        """Let the running effect end and record it; the others are done after the next start."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
