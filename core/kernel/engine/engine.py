"""What services, command line and tests ask of the engine; ``loop.py`` does it.

Source: design.md 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future

from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.engine.acts import Acts, never, unseen
from core.kernel.engine.commands import Command
from core.kernel.engine.job_states import JobState, open_jobs
from core.kernel.engine.loop import Loop, LoopParts
from core.kernel.engine.redelivery import NEVER_FAILED, Redelivered
from core.kernel.engine.refolding import Cancelled, Progress
from core.kernel.event import NewEvent


class Engine(Loop):
    """One engine of one office. Every method may be called from any thread."""

    def __init__(self, parts: LoopParts) -> None:
        super().__init__(parts)
        self._acts = Acts(parts.cycle, parts.jobs, parts.telemetry, self.call, self._redeliver.add)

    def executar(
        self,
        colony_id: str,
        decide: Callable[[Context], Decisao],
        *,
        comando_id: str | None = None,
        chaves: frozenset[str] = frozenset(),
        paciente: bool = False,
    ) -> Future[Recibo]:
        """Have a colony decide; the receipt comes after COMMIT.

        A patient command is one of many: it waits until nothing follows from others any more, so
        that acts in between and what follows from them need not wait behind all of it.

        The future raises ``UserFacingError`` for a refusal, ``EnvironmentFault`` when nothing
        could be written.
        """
        future: Future[Recibo] = Future()
        settled = _answers(future)
        self.submit(
            Command(colony_id, decide, comando_id, chaves, is_patient=paciente, settled=settled)
        )
        return future

    def publicar(self, colony_id: str, *events: NewEvent) -> Recibo:
        """Publish in the name of a colony and return when the events are durable (G-005)."""
        return self.executar(colony_id, lambda _context: Decisao(None, events)).result()

    def liberar(
        self, consumidor: str, fase: str, sequence: int, motivo: str, ator: Mapping[str, str]
    ) -> Future[Recibo]:
        """Let go of a discarded dead letter: recorded as ``entrega.liberada``, its keys free.

        What waited behind it is delivered next. The future raises ``UserFacingError``:
        ``motor.entrega_nao_encontrada``, ``motor.entrega_ainda_tentada``.

        Args:
            consumidor: colony id.
            fase: ``apply``, ``react`` or ``prazo``.
            sequence: position of the event.
            motivo: the operator's reason; sealed restricted.
            ator: ``{"conta_id", "papel"}``.
        """
        future: Future[Recibo] = Future()
        settled = _answers(future)
        self.submit(self._acts.release(consumidor, fase, sequence, motivo, ator, settled))
        return future

    def reprocessar(
        self, colony_id: str | None = None, sequence: int | None = None
    ) -> Future[Redelivered]:
        """Try again what is parked, of one colony or all, or of one event; failed trabalhos and
        effects, too.
        """

        def work() -> Redelivered:
            self._jobs.again()
            self._effects.again()
            return self.redelivery.run(colony_id, sequence)

        return self.call(work)

    def retomar(self) -> Future[Redelivered]:
        """Perform what waits and has never failed; what failed keeps its count of attempts."""
        return self.call(lambda: self.redelivery.run(states=NEVER_FAILED))

    def reconstruir(
        self,
        colony_id: str | None = None,
        progress: Progress = unseen,
        cancelled: Cancelled = never,
    ) -> Future[int]:
        """Fold the projections of one colony, or of all, from the log; the events applied.

        One transaction: cancelled (``RebuildCancelled``), also by ``stop``, or killed, the old
        tables stand. Refused
        with ``motor.reconstrucao_em_curso`` while one runs. ``progress`` (done, total) and
        ``cancelled`` are called in the engine's thread.
        """
        return self._acts.rebuild(colony_id, progress, lambda: cancelled() or self.inbox.is_closed)

    def desativar(self, colony_id: str) -> Future[None]:
        """Let a colony's positions stand still."""
        return self.call(lambda: self._acts.set_active(colony_id, active=False))

    def ativar(self, colony_id: str) -> Future[None]:
        """Let a colony apply everything it missed, then react to it."""
        return self.call(lambda: self._acts.set_active(colony_id, active=True))

    def carregar_historico(self, colony_id: str) -> Future[None]:
        """Have a colony react to what stood in the log before it was installed (G-001)."""
        return self.call(lambda: self._acts.load_history(colony_id))

    def trabalhos(self) -> list[JobState]:
        """The trabalhos that are not done, read over a connection of their own."""
        colonies = [runtime.colony for runtime in self.cycle.stepper.runtimes]
        reader = self.database.open_reader()
        try:
            return open_jobs(reader.cursor, reader.dialect, colonies, self._jobs.state_of)
        finally:
            reader.close()


def _answers(future: Future[Recibo]) -> Callable[[Command], None]:
    """Hands a command's outcome to a future that its owner may have given up."""

    def settled(command: Command) -> None:
        if not future.set_running_or_notify_cancel():
            return
        if command.error is not None:
            future.set_exception(command.error)
        elif command.recibo is not None:
            future.set_result(command.recibo)

    return settled
