"""Puts an engine together from its parts; the one place that knows how they fit.

Used by ``app.bootstrap``, by tests and by benchmarks, so that all run the same engine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from core.kernel.clock import Clock
from core.kernel.colony import Colony
from core.kernel.engine.commands import Decider
from core.kernel.engine.custody import Custody, FullCustody
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.deadlines import Deadliner
from core.kernel.engine.effects import EffectRunner, Executor
from core.kernel.engine.engine import Engine
from core.kernel.engine.jobs import JobRunner
from core.kernel.engine.loop import LoopParts, Pause
from core.kernel.engine.nucleo import NUCLEO
from core.kernel.engine.publishing import Publisher
from core.kernel.engine.redelivery import Redelivery
from core.kernel.engine.refolding import Refolder
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import Stepper
from core.kernel.event import Event
from core.kernel.ids import Ids
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.sealing import Sealer
from core.kernel.store import log_append, log_read
from core.kernel.store.attachments import Attachments, NoAttachments
from core.kernel.store.database import Database, Writer
from core.kernel.store.log_append import LogTail


def _full_custody(_writer: Writer) -> Custody:
    return FullCustody()


@dataclass(frozen=True, slots=True)
class EngineParts:
    """What an engine is made of.

    Args:
        database: where the office is.
        registry: all event types.
        colonies: in registration order, which is the order of reactions to one event; the
            kernel's own publishers come by themselves.
        rede: 64 hex.
        no: 32 hex.
        epoca: the node's open epoch.
        attachments: the content store that events' attachments are read from.
        custody: who decides, given the engine's own connection; everything by default.
        executors: outbox effect name -> what does it.
        inline: run in the caller's thread (tests, command line).
        monotonic: seconds for the time-outs of trabalhos and the rest of failed effects.
        pause: see ``LoopParts``.
        stepper: the class of the steps; another one only where a test shows what would go wrong.
    """

    database: Database
    registry: Registry
    colonies: Sequence[Colony]
    rede: str
    no: str
    epoca: int
    clock: Clock
    ids: Ids
    telemetry: Telemetry
    attachments: Attachments = field(default_factory=NoAttachments)
    custody: Callable[[Writer], Custody] = _full_custody
    executors: Mapping[str, Executor] = field(default_factory=dict)
    inline: bool = False
    monotonic: Callable[[], float] = monotonic
    pause: Pause | None = None
    stepper: type[Stepper] = Stepper


def build_engine(parts: EngineParts) -> Engine:
    """An engine that is not started yet.

    Raises:
        EnvironmentFault: the database cannot be opened for writing.
    """
    # A guest until it is started and holds the lock.
    writer = parts.database.open_writer(checkpoints=False)
    try:
        return _engine(parts, writer)
    except Exception:
        writer.close()
        raise


def _engine(parts: EngineParts, writer: Writer) -> Engine:
    wake = threading.Condition()
    cycle = _cycle(parts, writer)
    telemetry, clock = parts.telemetry, parts.clock

    def notify() -> None:
        with wake:
            wake.notify_all()

    return Engine(
        LoopParts(
            database=parts.database,
            cycle=cycle,
            writer=writer,
            lock=parts.database.engine_lock(),
            jobs=JobRunner(writer, cycle, telemetry, parts.monotonic, notify),
            effects=EffectRunner(
                writer, cycle, telemetry, parts.executors, parts.monotonic, notify
            ),
            redelivery=Redelivery(cycle, clock, telemetry),
            clock=clock,
            telemetry=telemetry,
            own=parts.no,
            wake=wake,
            inline=parts.inline,
            pause=parts.pause,
        )
    )


def _cycle(parts: EngineParts, writer: Writer) -> Cycle:
    colonies = (*NUCLEO, *parts.colonies)
    runtimes = [
        ColonyRuntime(colony, writer, n, parts.attachments) for n, colony in enumerate(colonies)
    ]
    sealer = Sealer(parts.rede, parts.clock, parts.ids)

    def publisher_of(appended: Callable[[Event], None]) -> Publisher:
        return Publisher(writer, parts.registry, sealer, parts.clock, appended)

    def load_tail() -> LogTail:
        cursor, dialect = writer.cursor, writer.dialect
        return log_append.load_tail(cursor, dialect, parts.no, parts.epoca, to_write=True)

    def types_after(sequence_number: int) -> frozenset[str]:
        types = parts.registry.tipos()
        return log_read.types_after(writer.cursor, writer.dialect, types, sequence_number)

    stepper = parts.stepper(
        parts.database,
        writer,
        runtimes,
        parts.clock,
        parts.ids,
        parts.telemetry,
        parts.custody(writer),
        publisher_of,
    )
    refolder = Refolder(writer)
    return Cycle(
        parts.database,
        writer,
        stepper,
        refolder,
        Deadliner(parts.database, writer, parts.clock, runtimes),
        Decider(writer, stepper, refolder, parts.ids),
        parts.telemetry,
        load_tail,
        types_after=types_after,
    )
