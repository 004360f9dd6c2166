"""The transaction loop: commands first, then steps, then COMMIT; careful repetition on a fault.

No thread here: ``engine.py`` runs it in the writer thread, tests and the command line in their
own. A batch ends at 50 ms or 200 steps. Source: design.md 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, insert, select

from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.engine.deadlines import Deadliner
from core.kernel.engine.publishing import Cause, Outgoing
from core.kernel.engine.refolding import Refolder
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import StepFailed, Stepper
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import Event
from core.kernel.ids import Ids
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store import log_append
from core.kernel.store import tables as t
from core.kernel.store.database import Database, Writer
from core.kernel.store.log_append import LogTail
from core.kernel.store.statement import Statement

BATCH_NS: Final = 50_000_000
BATCH_STEPS: Final = 200

_C = t.kernel_comandos
_ANSWERED: Final = Statement(
    select(_C.c.resposta, _C.c.sequence_number).where(_C.c.comando_id == bindparam("k_comando"))
)
_ANSWER: Final = Statement(insert(_C), [column.name for column in _C.columns])


@dataclass(slots=True)
class Command:
    """A human act or a worker's result, waiting for its colony's decision.

    Args:
        colony_id: the colony whose state decides.
        decide: returns the answer and the events; writes nothing.
        comando_id: from the draft, so that a repeated click gets the first answer.
        chaves: parked keys that forbid it.
        cause: for the outcome of a trabalho, its trigger; None for a human act.
        settled: set when the outcome is known and durable.
    """

    colony_id: str
    decide: Callable[[Context], Decisao]
    comando_id: str | None = None
    chaves: frozenset[str] = frozenset()
    cause: Event | None = None
    recibo: Recibo | None = None
    error: BaseException | None = None
    settled: Callable[[Command], None] = field(default=lambda _command: None)


class Cycle:
    """Runs batches over one database. Owned by one thread at a time."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        stepper: Stepper,
        refolder: Refolder,
        deadliner: Deadliner,
        ids: Ids,
        telemetry: Telemetry,
        load_tail: Callable[[], LogTail],
        *,
        reacts: bool = True,
    ) -> None:
        self._database = database
        self._writer = writer
        self.stepper = stepper
        self.refolder = refolder
        self.deadliner = deadliner
        self._ids = ids
        self._telemetry = telemetry
        self._load_tail = load_tail
        self.reacts = reacts
        self._stale = True
        self._next_due: str | None = None
        self._saved_head = 0
        self.committed_head = 0
        self.on_commit: Callable[[frozenset[str]], None] = lambda _types: None

    # -- transactions ----------------------------------------------------------------------

    def begin(self) -> None:
        """Open a transaction with memory equal to the committed rows.

        Raises:
            EnvironmentFault: the database is locked, full, read-only or gone.
        """
        changed = self._writer.begin()
        if changed or self._stale:
            try:
                self.stepper.publisher.tail = self._load_tail()
                self._saved_head = self.stepper.publisher.tail.head
                self.stepper.reset()
                self.refolder.load(self.stepper.runtimes)
                self.deadliner.reset()
            except Exception as error:
                self.abort()
                raise self._database.fault(error) or error from error
            self._stale = False

    def commit(self) -> None:
        """Save positions and tail, and make everything durable.

        Raises:
            EnvironmentFault: nothing was written.
        """
        tail = self.stepper.publisher.tail
        try:
            self.stepper.save()
            if tail.head != self._saved_head:
                log_append.save_tail(self._writer.cursor, self._writer.dialect, tail)
            self._writer.commit()
        except Exception as error:
            self.abort()
            raise self._database.fault(error) or error from error
        self._saved_head = self.committed_head = tail.head
        self._telemetry.committed()
        touched = frozenset(self.stepper.touched)
        self.stepper.touched.clear()
        self.on_commit(touched)

    def forget(self) -> None:
        """Read everything again at the next begin."""
        self._stale = True

    @property
    def next_due(self) -> str | None:
        """When the earliest deadline falls due, as of the last batch."""
        return self._next_due

    def abort(self) -> None:
        """Roll back; memory structures and positions are read again at the next begin."""
        self._stale = True
        self._telemetry.rolled_back()
        self._writer.rollback()

    def abort_or_raise(self, error: Exception) -> None:
        """Roll back; a fault of the environment flies on, one of content is the caller's."""
        self.abort()
        environment = self._database.fault(error)
        if environment is not None:
            raise environment from error

    # -- batches ---------------------------------------------------------------------------

    def run_batch(self, commands: Sequence[Command]) -> bool:
        """Run commands and then steps in one transaction; True while work is left.

        Commands are settled after COMMIT. A fault of content rolls the batch back and repeats it
        step by step, parking what fails.

        Raises:
            EnvironmentFault: nothing was written; the commands are settled with it.
        """
        try:
            return self._run_batch(commands)
        except EnvironmentFault as fault:
            for command in commands:
                if command.recibo is None and command.error is None:
                    command.error = fault
                command.settled(command)
            raise

    def _run_batch(self, commands: Sequence[Command]) -> bool:
        self.stepper.careful = False
        self.begin()
        try:
            for command in commands:
                self._decide(command)
            more = self._steps(BATCH_STEPS)
        except Exception as error:  # noqa: BLE001 # repeated step by step, where it is parked
            self.abort_or_raise(error)
            for command in commands:
                command.recibo = command.error = None
            return self._run_carefully(commands)
        self.commit()
        for command in commands:
            command.settled(command)
        return more

    def _run_carefully(self, commands: Sequence[Command]) -> bool:
        """One command or step a transaction; what fails is answered or parked."""
        self.stepper.careful = True
        self._telemetry.counts["lotes_repetidos"] += 1
        for command in commands:
            self.begin()
            try:
                self._decide(command)
            except Exception as error:  # noqa: BLE001 # answered to whoever gave the command
                self.abort_or_raise(error)
                self._telemetry.fault("comando", command.colony_id, None, error)
                command.recibo, command.error = None, error
            else:
                self.commit()
            command.settled(command)
        return all(self._careful_step() for _ in range(BATCH_STEPS))

    def _careful_step(self) -> bool:
        self.begin()
        try:
            more = self._steps(1)
        except StepFailed as failed:
            self.abort()
            self.begin()
            self.stepper.park_reaction(failed)
            if failed.deadline is not None:
                due = failed.deadline
                event_hash = bytes.fromhex(due.evento.event_hash)
                self.deadliner.handled(failed.runtime, due.sujeito, event_hash)
            self.commit()
            return True
        except Exception as error:
            self.abort()
            raise self._database.fault(error) or error from error
        self.commit()
        return more

    # -- what a batch does -----------------------------------------------------------------

    def _steps(self, budget: int) -> bool:
        """Bring every apply to the head, then react; True when the budget ended first."""
        stop = perf_counter_ns() + BATCH_NS
        while budget > 0 and perf_counter_ns() < stop:
            behind = self.stepper.first_behind()
            if behind is not None:
                budget -= max(1, self.stepper.catch_up(behind, budget))
                continue
            if self.refolder.refold_next(self.stepper):
                budget -= 1
                continue
            if not self.reacts:
                self.stepper.settle(reacts=False)
                return False
            due = self.stepper.next_reaction()
            if due is not None:
                self.stepper.react(*due)
                budget -= 1
                continue
            if not self.deadliner.react_next(self.stepper):
                earliest = self.deadliner.earliest()
                self._next_due = earliest[1][0] if earliest else None
                self.stepper.settle(reacts=True)
                return False
            budget -= 1
        return True

    def _decide(self, command: Command) -> None:
        """Run one command inside the transaction, after its colony stands at the head."""
        runtime = self._runtime(command.colony_id)
        if command.comando_id is not None and self._answer_again(command):
            return
        if not runtime.active:
            command.error = UserFacingError("motor.colonia_desativada", colonia=runtime.id)
            return
        while self.stepper.is_behind(runtime):
            self.stepper.catch_up(runtime, BATCH_STEPS)
        self.refolder.refold_all_of(runtime, self.stepper)
        if not command.chaves.isdisjoint(runtime.parked_apply):
            command.error = UserFacingError("motor.chave_parada", colonia=runtime.id)
            return
        try:
            decision = command.decide(self.stepper.context(runtime))
            events = self._publish(runtime, command, decision)
        except UserFacingError as refusal:
            # Deciding and sealing write nothing, so there is nothing to undo.
            command.error = refusal
            return
        head = self.stepper.publisher.tail.head
        command.recibo = Recibo(
            decision.resposta, head, tuple(event.event_hash for event in events)
        )
        if command.comando_id is not None:
            self._remember(command.comando_id, decision.resposta, head)

    def _publish(self, runtime: ColonyRuntime, command: Command, decision: Decisao) -> list[Event]:
        if command.cause is not None:
            return self.stepper.publish_reaction(runtime, command.cause, decision.eventos)
        if not decision.eventos:
            return []
        identity = command.comando_id or self._ids.new_uuid()
        outgoing = [
            Outgoing(new, f"comando/{identity}/{place}")
            for place, new in enumerate(decision.eventos)
        ]
        started = perf_counter_ns()
        cause: Cause | None = None
        events = self.stepper.publisher.publish(runtime.colony, outgoing, cause)
        self.stepper.published(runtime.id, events, started)
        return events

    def _answer_again(self, command: Command) -> bool:
        row = _ANSWERED.run(
            self._writer.cursor, self._writer.dialect, {"k_comando": command.comando_id}
        ).fetchone()
        if row is None:
            return False
        command.recibo = Recibo(msgspec.json.decode(row[0]), row[1])
        return True

    def _remember(self, comando_id: str, answer: Any, head: int) -> None:
        _ANSWER.run(
            self._writer.cursor,
            self._writer.dialect,
            {
                "comando_id": comando_id,
                "resposta": msgspec.json.encode(answer).decode(),
                "sequence_number": head,
            },
        )

    def _runtime(self, colony_id: str) -> ColonyRuntime:
        for runtime in self.stepper.runtimes:
            if runtime.id == colony_id:
                return runtime
        raise UserFacingError("motor.colonia_desconhecida", colonia=colony_id)
