"""The engine's thread: tasks, batches, waiting, faults (design.md 2).

Everything that touches the writing connection happens in this thread, except in ``inline`` mode
(tests, command line), where the caller's thread does it. A fault of the environment stops the
engine with a visible reason; it tries again after 0.5, 1, 2 s, then every 30 s.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from core.kernel.clock import Clock, parse_timestamp
from core.kernel.engine.commands import Command
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.effects import EffectRunner
from core.kernel.engine.inbox import Inbox, Task
from core.kernel.engine.jobs import JobRunner
from core.kernel.engine.redelivery import Redelivery
from core.kernel.errors import UserFacingError
from core.kernel.observability.telemetry import Telemetry, describe_fault
from core.kernel.store.database import Database, EngineLock, Writer

RETRY_S: Final = (0.5, 1.0, 2.0, 30.0)
IDLE_S: Final = 0.25
TAKEOVER_S: Final = 2.0
ALL_COLONIES: Final = ""

Pause = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class EngineState:
    """What a status line says.

    ``estado`` is ``em_dia``, ``trabalhando``, ``parado`` (with ``fault``) or ``convidado``
    (another process's engine reacts).
    """

    estado: str
    fault: UserFacingError | None
    cabeca: int


@dataclass(frozen=True, slots=True)
class LoopParts:
    """What the loop turns.

    Args:
        own: this node, 32 hex.
        wake: notified whenever there may be something to do.
        inline: run in the caller's thread.
        pause: waits that many seconds before the next try after a fault; None waits for the
            first of the time, a command and the end.
    """

    database: Database
    cycle: Cycle
    writer: Writer
    lock: EngineLock
    jobs: JobRunner
    effects: EffectRunner
    redelivery: Redelivery
    clock: Clock
    telemetry: Telemetry
    own: str
    wake: threading.Condition
    inline: bool = False
    pause: Pause | None = None


class Loop:
    """Owns the cycle. ``submit`` and ``call`` may be used from any thread."""

    def __init__(self, parts: LoopParts) -> None:
        self.database = parts.database
        self.cycle = parts.cycle
        self.writer = parts.writer
        self._lock = parts.lock
        self._jobs = parts.jobs
        self._effects = parts.effects
        self.redelivery = parts.redelivery
        self._clock = parts.clock
        self._telemetry = parts.telemetry
        self._own = parts.own
        self._wake = parts.wake
        self._inline = parts.inline
        self._pause = parts.pause or self._wait_before_retry
        self.inbox = Inbox(parts.wake, inline=parts.inline)
        # Colonies whose dead letters are to be tried again once all else is done.
        self._redeliver: set[str] = set()
        self._at_rest: list[Callable[[], object]] = []
        self._turning = self._closed = False
        self._more = True
        self._fault: UserFacingError | None = None
        self._failures = 0
        self._held = False
        self._thread: threading.Thread | None = None
        self.on_commit: Callable[[frozenset[str]], None] = lambda _types: None
        self.on_state: Callable[[EngineState], None] = lambda _state: None
        # Every quarter of a second while idle, and before the connection closes.
        self.on_idle: Callable[[], None] = lambda: None
        self.on_stop: Callable[[], None] = lambda: None
        self.cycle.on_commit = self._committed
        self.cycle.is_pressed = self._is_pressed

    # -- life ------------------------------------------------------------------------------

    def start(self) -> None:
        """Take the engine lock if it is free, retry what is parked, start the thread.

        Raises:
            EnvironmentFault: the database cannot be written to (inline mode only).
        """
        self._hold(self._lock.acquire())
        if self._inline:
            self.run_until_idle()
            return
        self._thread = threading.Thread(target=self._loop, name="motor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the running batch, close the connection, give the lock back.

        What is still queued is refused with ``motor.encerrado``, never left unanswered.
        """
        self.inbox.close()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._closed:
            return
        self._closed = True
        self._jobs.close()
        self._effects.close()
        self.inbox.empty()
        try:
            self._effects.record()
        except Exception as error:  # noqa: BLE001 # what was done and not recorded is done again
            self._telemetry.fault("efeito", "", None, error)
        self._guarded(self.on_stop)
        self.writer.close()
        self._lock.release()

    # -- queues ----------------------------------------------------------------------------

    def submit(self, command: Command) -> None:
        """Queue a command; in inline mode run it and what follows from it.

        What a ``call``'s work submits waits for that work's end: one batch answers all of it.

        Raises:
            RuntimeError: inline, and from another thread than the engine's.
        """
        if self.inbox.add(command) and self._inline and not self._turning:
            while self._turn() and self.inbox.has_commands:
                pass
            if self._fault is not None:
                self.inbox.refuse(self._fault)

    def call(self, work: Callable[[], Any]) -> Future[Any]:
        """Run ``work`` in the engine's thread between two batches; refused as by ``submit``."""
        future = self.inbox.add_task(work)
        if self._inline and not (self._turning or future.done()):
            self._turn()
        return future

    def quando_ocioso(self, work: Callable[[], object]) -> None:
        """Have ``work`` done once, in the engine's thread, when nothing is left to apply or react to.

        Its fault is logged. An engine that ends before forgets it.
        """
        self.call(lambda: self._at_rest.append(work))

    def state(self) -> EngineState:
        """The engine's state now."""
        if self._fault is not None:
            name = "parado"
        elif not self._held:
            name = "convidado"
        else:
            name = "trabalhando" if self._is_busy() else "em_dia"
        return EngineState(name, self._fault, self.cycle.committed_head)

    def aguardar_ocioso(self, *, trabalhos: bool = False, timeout_s: float = 60.0) -> None:
        """Wait until nothing is left to do: for tests and the command line.

        Args:
            trabalhos: also for slow work and local effects.
            timeout_s: seconds at most; inline, for slow work alone.

        Raises:
            TimeoutError: still busy.
            EnvironmentFault: the engine stopped.
        """
        if self._inline:
            self.run_until_idle(trabalhos=trabalhos, timeout_s=timeout_s)
            return
        with self._wake:
            idle = self._wake.wait_for(lambda: self._is_settled(trabalhos=trabalhos), timeout_s)
            if self._fault is not None:
                raise self._fault
        if not idle:
            raise TimeoutError("engine still busy")

    def _is_settled(self, *, trabalhos: bool) -> bool:
        return bool(self._fault) or not (self._is_busy() or (trabalhos and self._is_working()))

    def _is_busy(self) -> bool:
        return self._more or self.inbox.is_waiting

    def _is_working(self) -> bool:
        return bool(self._jobs.busy() or self._effects.busy())

    def run_until_idle(self, *, trabalhos: bool = False, timeout_s: float = 60.0) -> None:
        """Inline mode: run batches in the caller's thread until nothing is left, or time is up."""
        end = monotonic() + timeout_s
        while True:
            if not self._turn() and self._fault is not None:
                raise self._fault
            if self._is_busy():
                continue
            if not (trabalhos and self._is_working()):
                return
            if monotonic() >= end:
                raise TimeoutError("engine still busy")
            with self._wake:
                self._wake.wait_for(lambda: self._is_asked() or not self._is_working(), 1.0)

    # -- the loop --------------------------------------------------------------------------

    def _loop(self) -> None:
        while not self.inbox.is_closed:
            if not self._turn(wait=True):
                self._pause(RETRY_S[min(self._failures, len(RETRY_S)) - 1])

    def _turn(self, *, wait: bool = False) -> bool:
        """One round; False when a fault stopped it. A bug must not end the only writer silently.

        Raises:
            Exception: a bug, in inline mode only: the caller should see it.
        """
        self._turning = True
        try:
            self._once()
            if wait:
                self._wait_for_work()
        except Exception as error:
            fault = error if isinstance(error, UserFacingError) else self.cycle.fault(error)
            if not isinstance(fault, UserFacingError):
                fault = UserFacingError("motor.erro_interno", falha=describe_fault(error))
            self._stop_on(fault)
            if self._inline and fault.code == "motor.erro_interno":
                raise
            return False
        finally:
            self._turning = False
        return True

    def _once(self) -> None:
        """Tasks, one batch, then what follows a commit."""
        is_idle = not self._more
        # Busy until the last line: whoever waits for idleness must not see the gaps between.
        self._more = True
        while (task := self.inbox.next_task()) is not None:
            self._run_task(task)
        self._effects.record()
        commands = self.inbox.take(is_idle=is_idle)
        more = self.cycle.run_batch([*self._jobs.collect(), *commands])
        if self._fault is not None:
            self._resume()
        if not more and self._redeliver:
            for colony_id in sorted(self._redeliver):
                self.redelivery.run(colony_id or None)
                self._redeliver.discard(colony_id)
            more = True
        if self._held:
            self._jobs.dispatch(self._own)
            self._effects.dispatch()
        while not more and self._at_rest:
            self._guarded(self._at_rest.pop(0))
        self._more = more
        if not more:
            with self._wake:
                self._wake.notify_all()
            self._tell()

    def _run_task(self, task: Task) -> None:
        work, future = task
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 # the caller gets it
            self.cycle.abort()
            future.set_exception(self.cycle.fault(error) or error)
        else:
            future.set_result(result)

    def _wait_for_work(self) -> None:
        while not self._more:
            self._guarded(self.on_idle)
            with self._wake:
                self._wake.notify_all()
                if not self._is_asked():
                    self._wake.wait(IDLE_S if self._held else TAKEOVER_S)
                if self._is_asked():
                    return
            if not self._held and self._lock.acquire():
                self._telemetry.note("info", fase="motor", estado="assumido")
                self._hold(True)
                return
            if self._is_due() or self.writer.foreign_writes():
                return

    def _is_asked(self) -> bool:
        return self.inbox.has_commands or self._is_pressed()

    def _is_pressed(self) -> bool:
        """Asked by more than an import, whose rows wait for all that follows from those before."""
        return self.inbox.is_pressed or self._jobs.is_asked() or self._effects.is_asked()

    def _hold(self, held: bool) -> None:
        """Be the engine that reacts, or a guest (another workstation, a command line)."""
        self._held = self.cycle.reacts = held
        self.writer.set_checkpoints(on=held)
        self.cycle.forget()
        if held:
            self._redeliver.add(ALL_COLONIES)
            self._effects.again()

    def _is_due(self) -> bool:
        due = self.cycle.next_due
        return due is not None and self._held and parse_timestamp(due) <= self._clock.now_ms()

    # -- faults ----------------------------------------------------------------------------

    def _stop_on(self, fault: UserFacingError) -> None:
        """Stop with a visible reason."""
        self.cycle.abort()
        self._fault = fault
        self._failures += 1
        self._telemetry.note("erro", fase="motor", estado="parado", codigo=fault.code)
        with self._wake:
            self._wake.notify_all()
        self._tell()

    def _resume(self) -> None:
        """The batch went through again; the lock may have gone with a server's session."""
        self._fault, self._failures = None, 0
        self._telemetry.note("info", fase="motor", estado="retomado")
        if self._held and not self._lock.is_held():
            self._hold(self._lock.acquire())

    def _wait_before_retry(self, seconds: float) -> None:
        """Wait, or until somebody asks: a new command tries at once."""
        until = monotonic() + seconds
        with self._wake:
            while not self._is_asked():
                left = until - monotonic()
                if left <= 0:
                    break
                self._wake.wait(left)

    def _committed(self, types: frozenset[str]) -> None:
        if types:
            self._guarded(lambda: self.on_commit(types))

    def _tell(self) -> None:
        self._guarded(lambda: self.on_state(self.state()))

    def _guarded(self, listener: Callable[[], object]) -> None:
        """What a listener does wrong stays its own: the commit stands."""
        try:
            listener()
        except Exception as error:  # noqa: BLE001 # logged; the engine goes on
            self._telemetry.fault("ouvinte", "", None, error)
