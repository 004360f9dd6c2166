"""Does the outbox's local effects after COMMIT, in a worker thread (design.md 3, LOCAL)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from core.kernel.engine.cycle import Cycle
from core.kernel.engine.outbox import PendingEffect, effect_done, pending_effects
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store.database import Writer

Executor = Callable[[Mapping[str, Any]], None]


class EffectRunner:
    """Runs pending effects by the executors that the composition root registered.

    Args:
        executors: effect name -> what does it; it may be slow and may raise.
        later: has work run in the engine's thread (``Engine.call``).
    """

    def __init__(
        self,
        writer: Writer,
        cycle: Cycle,
        telemetry: Telemetry,
        executors: Mapping[str, Executor],
        later: Callable[[Callable[[], Any]], Any],
    ) -> None:
        self._writer = writer
        self._cycle = cycle
        self._telemetry = telemetry
        self._executors = executors
        self._later = later
        self._running: set[tuple[str, str]] = set()
        self._pool: ThreadPoolExecutor | None = None

    def dispatch(self) -> int:
        """Start what is pending; called in the engine's thread between transactions."""
        if not self._executors:
            return 0
        started = 0
        for effect in pending_effects(self._writer.cursor, self._writer.dialect):
            key = (effect.colonia, effect.chave)
            if key not in self._running and effect.efeito in self._executors:
                self._running.add(key)
                self._start(effect)
                started += 1
        return started

    def _start(self, effect: PendingEffect) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="efeito")

        def finished(future: Future[None]) -> None:
            if future.cancelled():
                return
            error = future.exception()
            if error is not None:
                self._telemetry.fault("efeito", effect.colonia, None, error)
            self._later(lambda: self._record(effect, failed=error is not None))

        future = self._pool.submit(self._executors[effect.efeito], effect.dados)
        future.add_done_callback(finished)

    def _record(self, effect: PendingEffect, *, failed: bool) -> None:
        self._cycle.begin()
        effect_done(self._writer, effect, failed=failed)
        self._cycle.commit()
        self._running.discard((effect.colonia, effect.chave))

    def close(self) -> None:
        """Let the running effect end; one that was not recorded is done again."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
