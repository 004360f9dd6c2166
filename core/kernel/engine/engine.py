"""The engine's thread: one writer per process, commands in, receipts out (design.md 2).

Everything that touches the writing connection happens in this thread, except in ``inline`` mode
(tests, command line), where the caller's thread does it. A fault of the environment stops the
engine with a visible reason; it tries again after 0.5, 1, 2 s, then every 30 s.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from core.kernel.clock import Clock, parse_timestamp
from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.engine.cycle import Command, Cycle
from core.kernel.engine.effects import EffectRunner
from core.kernel.engine.jobs import JobRunner
from core.kernel.engine.redelivery import Redelivery
from core.kernel.errors import UserFacingError
from core.kernel.event import NewEvent
from core.kernel.observability.telemetry import Telemetry, describe_fault
from core.kernel.store.database import EngineLock, Writer

RETRY_S: Final = (0.5, 1.0, 2.0, 30.0)
IDLE_S: Final = 0.25
TAKEOVER_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class EngineState:
    """What a status line says.

    ``estado`` is ``em_dia``, ``trabalhando``, ``parado`` (with ``fault``) or ``convidado``
    (another process's engine reacts).
    """

    estado: str
    fault: UserFacingError | None
    cabeca: int


class Engine:
    """Owns the cycle. ``executar`` may be called from any thread."""

    def __init__(
        self,
        cycle: Cycle,
        writer: Writer,
        lock: EngineLock,
        jobs: JobRunner,
        effects: EffectRunner,
        redelivery: Redelivery,
        *,
        clock: Clock,
        telemetry: Telemetry,
        own: str,
        inline: bool = False,
    ) -> None:
        self.cycle = cycle
        self._writer = writer
        self._lock = lock
        self._jobs = jobs
        self._effects = effects
        self.redelivery = redelivery
        self._clock = clock
        self._telemetry = telemetry
        self._own = own
        self._inline = inline
        self._commands: deque[Command] = deque()
        self._tasks: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._more = True
        self._fault: UserFacingError | None = None
        self._failures = 0
        self._held = False
        self._owner = threading.get_ident()
        self._thread: threading.Thread | None = None
        self.on_commit: Callable[[frozenset[str]], None] = lambda _types: None
        self.on_state: Callable[[EngineState], None] = lambda _state: None
        cycle.on_commit = self._committed

    # -- life ------------------------------------------------------------------------------

    def start(self) -> None:
        """Take the engine lock if it is free, retry what is parked, start the thread.

        Raises:
            EnvironmentFault: the database cannot be written to (inline mode only).
        """
        self._held = self._lock.acquire()
        self.cycle.reacts = self._held
        if self._held:
            self._tasks.append((self.redelivery.run, Future()))
        if self._inline:
            self.run_until_idle()
            return
        self._thread = threading.Thread(target=self._loop, name="motor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread after the running batch, close the connection, give the lock back."""
        with self._wake:
            self._stopping = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._jobs.close()
        self._effects.close()
        refusal = UserFacingError("motor.encerrado")
        for command in self._take_commands():
            command.error = refusal
            command.settled(command)
        while self._tasks:
            self._tasks.popleft()[1].cancel()
        self._writer.close()
        self._lock.release()

    # -- what others ask -------------------------------------------------------------------

    def executar(
        self,
        colony_id: str,
        decide: Callable[[Context], Decisao],
        *,
        comando_id: str | None = None,
        chaves: frozenset[str] = frozenset(),
    ) -> Future[Recibo]:
        """Have a colony decide; the receipt comes after COMMIT.

        The future raises ``UserFacingError`` for a refusal, ``EnvironmentFault`` when nothing
        could be written.
        """
        future: Future[Recibo] = Future()

        def settled(command: Command) -> None:
            if command.error is not None:
                future.set_exception(command.error)
            elif command.recibo is not None:
                future.set_result(command.recibo)

        self.submit(Command(colony_id, decide, comando_id, chaves, settled=settled))
        return future

    def publicar(self, colony_id: str, *events: NewEvent) -> Recibo:
        """Publish in the name of a colony and return when the events are durable (G-005)."""
        return self.executar(colony_id, lambda _context: Decisao(None, events)).result()

    def submit(self, command: Command) -> None:
        """Queue a command; in inline mode run it and all that follows from it."""
        with self._wake:
            if self._stopping:
                command.error = UserFacingError("motor.encerrado")
            else:
                self._commands.append(command)
                self._wake.notify_all()
        if command.error is not None:
            command.settled(command)
        elif self._inline and threading.get_ident() == self._owner:
            self._once()

    def call(self, work: Callable[[], Any]) -> Future[Any]:
        """Run ``work`` in the engine's thread between two batches (rebuild, redelivery, backup)."""
        future: Future[Any] = Future()
        with self._wake:
            self._tasks.append((work, future))
            self._wake.notify_all()
        if self._inline:
            self._once()
        return future

    def state(self) -> EngineState:
        """The engine's state now."""
        if self._fault is not None:
            name = "parado"
        elif not self._held:
            name = "convidado"
        else:
            name = "trabalhando" if self._more or self._commands or self._tasks else "em_dia"
        return EngineState(name, self._fault, self.cycle.committed_head)

    def aguardar_ocioso(self, *, trabalhos: bool = False, timeout_s: float = 60.0) -> None:
        """Wait until nothing is left to do: for tests and the command line.

        Raises:
            TimeoutError: still busy.
            EnvironmentFault: the engine stopped.
        """
        if self._inline:
            self.run_until_idle(trabalhos=trabalhos)
            return
        with self._wake:
            idle = self._wake.wait_for(
                lambda: self._fault is not None or self._is_idle(trabalhos=trabalhos), timeout_s
            )
            if self._fault is not None:
                raise self._fault
        if not idle:
            raise TimeoutError("engine still busy")

    def _is_idle(self, *, trabalhos: bool) -> bool:
        busy = self._more or self._commands or self._tasks
        return not busy and not (trabalhos and self._jobs.busy())

    def run_until_idle(self, *, trabalhos: bool = False) -> None:
        """Inline mode: run batches in the caller's thread until nothing is left."""
        while True:
            self._once()
            if self._more or self._commands or self._tasks:
                continue
            if not (trabalhos and self._jobs.busy()):
                return
            with self._wake:
                self._wake.wait_for(lambda: bool(self._commands) or not self._jobs.busy(), 1.0)

    # -- the loop --------------------------------------------------------------------------

    def _loop(self) -> None:
        while not self._stopping:
            try:
                self._once()
            except UserFacingError as fault:
                self._stop_on(fault)
                continue
            except Exception as error:  # noqa: BLE001 # a bug must not end the only writer silently
                self._stop_on(UserFacingError("motor.erro_interno", falha=describe_fault(error)))
                continue
            self._wait_for_work()

    def _once(self) -> None:
        """Tasks, one batch, then what follows a commit."""
        # Busy until the last line: whoever waits for idleness must not see the gaps between.
        self._more = True
        while self._tasks:
            self._run_task()
        more = self.cycle.run_batch(self._take_commands())
        if self._fault is not None:
            self._fault, self._failures = None, 0
            self._telemetry.note("info", fase="motor", estado="retomado")
        if self._held:
            self._jobs.dispatch(self._own)
            self._effects.dispatch()
        self._more = more
        if not more:
            with self._wake:
                self._wake.notify_all()
            self.on_state(self.state())

    def _run_task(self) -> None:
        work, future = self._tasks.popleft()
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except Exception as error:  # noqa: BLE001 # the caller gets it
            self.cycle.abort()
            future.set_exception(error)

    def _take_commands(self) -> list[Command]:
        with self._wake:
            commands = list(self._commands)
            self._commands.clear()
        return commands

    def _wait_for_work(self) -> None:
        while not self._more:
            with self._wake:
                self._wake.notify_all()
                if self._is_asked():
                    return
                self._wake.wait(IDLE_S if self._held else TAKEOVER_S)
                if self._is_asked():
                    return
            if not self._held and self._may_take_over():
                return
            if self._is_due() or self._writer.foreign_writes():
                return

    def _is_asked(self) -> bool:
        return bool(self._commands or self._tasks or self._stopping)

    def _may_take_over(self) -> bool:
        """Become the engine when its holder is gone (another workstation, PostgreSQL)."""
        if not self._lock.acquire():
            return False
        self._held = self.cycle.reacts = True
        self.cycle.forget()
        self._telemetry.note("info", fase="motor", estado="assumido")
        return True

    def _is_due(self) -> bool:
        due = self.cycle.next_due
        return due is not None and self._held and parse_timestamp(due) <= self._clock.now_ms()

    def _stop_on(self, fault: UserFacingError) -> None:
        """Stop with a visible reason and wait before the next try; a new command tries at once."""
        self._fault = fault
        wait_s = RETRY_S[min(self._failures, len(RETRY_S) - 1)]
        self._failures += 1
        self._telemetry.note("erro", fase="motor", estado="parado", codigo=fault.code)
        self.on_state(self.state())
        until = monotonic() + wait_s
        with self._wake:
            self._wake.notify_all()
            while not self._is_asked():
                left = until - monotonic()
                if left <= 0:
                    break
                self._wake.wait(left)

    def _committed(self, types: frozenset[str]) -> None:
        if types:
            self.on_commit(types)
