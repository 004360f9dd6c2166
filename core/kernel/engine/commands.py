"""Commands: a colony decides at the head of the log, and the answer is released after COMMIT.

A repeated ``comando_id`` gets the first answer, also after a restart. Source: design.md 2, 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, insert, select

from core.kernel.colony import EVERYTHING, Context, Decisao, Recibo
from core.kernel.engine.publishing import Outgoing
from core.kernel.engine.refolding import Refolder
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import Stepper
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.event import Event
from core.kernel.ids import Ids
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.log_append import Batch
from core.kernel.store.statement import Statement

CATCH_UP: Final = 200

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
        along: the kernel's own rows that belong to the act, written in the same transaction.
        is_patient: one of many, whose turn comes when nothing follows from others any more.
        settled: called once, when the outcome is known and durable.
    """

    colony_id: str
    decide: Callable[[Context], Decisao]
    comando_id: str | None = None
    chaves: frozenset[str] = frozenset()
    cause: Event | None = None
    along: Callable[[Sequence[Event]], None] | None = None
    is_patient: bool = False
    settled: Callable[[Command], None] = field(default=lambda _command: None)
    recibo: Recibo | None = None
    error: BaseException | None = None
    is_settled: bool = False

    def settle(self) -> None:
        """Tell whoever waits; a second time does nothing."""
        if not self.is_settled:
            self.is_settled = True
            self.settled(self)

    def refuse(self, error: BaseException) -> None:
        """Settle with an error: nothing of it was written."""
        if not self.is_settled:
            self.recibo, self.error = None, error
            self.settle()

    def undo(self) -> None:
        """The transaction that held its outcome was rolled back."""
        self.recibo = self.error = None


class Decider:
    """Runs commands inside the running transaction."""

    def __init__(self, writer: Writer, stepper: Stepper, refolder: Refolder, ids: Ids) -> None:
        self._writer = writer
        self._stepper = stepper
        self._refolder = refolder
        self._ids = ids
        self._runtimes = {runtime.id: runtime for runtime in stepper.runtimes}

    def decide(self, command: Command) -> None:
        """Have the colony, applied up to the head, decide; sets the receipt or the refusal.

        Whatever else it raises has left rows behind: the caller rolls back.
        """
        if command.comando_id is not None and self._answer_again(command):
            return
        runtime = self._runtimes.get(command.colony_id)
        if runtime is None:
            command.error = UserFacingError("motor.colonia_desconhecida", colonia=command.colony_id)
            return
        if not runtime.active:
            command.error = UserFacingError("motor.colonia_desativada", colonia=runtime.id)
            return
        while self._stepper.is_behind(runtime):
            self._stepper.catch_up(runtime, CATCH_UP)
        self._refolder.refold_all_of(runtime, self._stepper)
        held = runtime.parked_apply
        if held and command.chaves and (EVERYTHING in held or not held.isdisjoint(command.chaves)):
            command.error = UserFacingError("motor.chave_parada", colonia=runtime.id)
            return
        try:
            # Deciding and sealing write nothing, so after a refusal there is nothing to undo.
            decision = command.decide(self._stepper.context(runtime))
            prepared = self._prepare(runtime, command, decision)
        except (EnvironmentFault, IntegrityFault):
            raise
        except UserFacingError as refusal:
            command.error = refusal
            return
        started = perf_counter_ns()
        events = self._stepper.publisher.append(prepared)
        self._stepper.published(runtime.id, events, started)
        if command.along is not None:
            command.along(events)
        head = self._stepper.publisher.tail.head
        hashes = tuple([event.event_hash for event in events])
        command.recibo = Recibo(decision.resposta, head, hashes)
        if command.comando_id is not None:
            self._remember(command.comando_id, command.recibo)

    def _prepare(self, runtime: ColonyRuntime, command: Command, decision: Decisao) -> Batch:
        publisher = self._stepper.publisher
        if command.cause is not None:
            outgoing = self._stepper.outgoing(runtime, decision.eventos)
            return publisher.prepare(runtime.colony, outgoing, command.cause)
        identity = command.comando_id or self._ids.new_uuid()
        outgoing = [
            Outgoing(new, f"comando/{identity}/{place}")
            for place, new in enumerate(decision.eventos)
        ]
        return publisher.prepare(runtime.colony, outgoing, None)

    def _answer_again(self, command: Command) -> bool:
        row = _ANSWERED.run(
            self._writer.cursor, self._writer.dialect, {"k_comando": command.comando_id}
        ).fetchone()
        if row is None:
            return False
        answer, hashes = msgspec.json.decode(row[0], type=tuple[Any, tuple[str, ...]])
        command.recibo = Recibo(answer, row[1], hashes)
        return True

    def _remember(self, comando_id: str, receipt: Recibo) -> None:
        _ANSWER.run(
            self._writer.cursor,
            self._writer.dialect,
            {
                "comando_id": comando_id,
                "resposta": msgspec.json.encode((receipt.resposta, receipt.eventos)).decode(),
                "sequence_number": receipt.sequence_number,
            },
        )
