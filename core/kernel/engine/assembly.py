"""Puts an engine together from its parts; the one place that knows how they fit.

Used by ``app.bootstrap``, by tests and by benchmarks, so that all run the same engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.kernel.clock import Clock
from core.kernel.colony import Colony
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.deadlines import Deadliner
from core.kernel.engine.effects import EffectRunner, Executor
from core.kernel.engine.engine import Engine
from core.kernel.engine.jobs import JobRunner
from core.kernel.engine.publishing import Publisher
from core.kernel.engine.redelivery import Redelivery
from core.kernel.engine.refolding import Refolder
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import Custody, FullCustody, Stepper
from core.kernel.event import Event
from core.kernel.ids import Ids
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.sealing import Sealer
from core.kernel.store import log_append
from core.kernel.store.database import Database
from core.kernel.store.log_append import LogTail


@dataclass(frozen=True, slots=True)
class EngineParts:
    """What an engine is made of.

    Args:
        database: where the office is.
        registry: all event types.
        colonies: in registration order, which is the order of reactions to one event.
        rede: 64 hex.
        no: 32 hex.
        epoca: the node's open epoch.
        executors: outbox effect name -> what does it.
        inline: run in the caller's thread (tests, command line).
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
    custody: Custody = field(default_factory=FullCustody)
    executors: Mapping[str, Executor] = field(default_factory=dict)
    inline: bool = False


def build_engine(parts: EngineParts) -> Engine:
    """An engine that is not started yet.

    Raises:
        EnvironmentFault: the database cannot be opened for writing.
    """
    lock = parts.database.engine_lock()
    writer = parts.database.open_writer(checkpoints=True)
    runtimes = [ColonyRuntime(colony, writer, n) for n, colony in enumerate(parts.colonies)]
    sealer = Sealer(parts.rede, parts.clock, parts.ids)

    def publisher_of(appended: Callable[[Event], None]) -> Publisher:
        return Publisher(writer, parts.registry, sealer, parts.clock, appended)

    def load_tail() -> LogTail:
        return log_append.load_tail(writer.cursor, writer.dialect, parts.no, parts.epoca)

    stepper = Stepper(
        parts.database,
        writer,
        runtimes,
        parts.clock,
        parts.ids,
        parts.telemetry,
        parts.custody,
        publisher_of,
    )
    deadliner = Deadliner(parts.database, writer, parts.clock, runtimes)
    cycle = Cycle(
        parts.database,
        writer,
        stepper,
        Refolder(writer),
        deadliner,
        parts.ids,
        parts.telemetry,
        load_tail,
    )
    engine: Engine
    jobs = JobRunner(writer, runtimes, parts.telemetry, lambda command: engine.submit(command))  # noqa: PLW0108 # engine is bound later
    effects = EffectRunner(
        writer,
        cycle,
        parts.telemetry,
        parts.executors,
        lambda work: engine.call(work),  # noqa: PLW0108 # engine is bound later
    )
    engine = Engine(
        cycle,
        writer,
        lock,
        jobs,
        effects,
        Redelivery(cycle, parts.clock, parts.telemetry),
        clock=parts.clock,
        telemetry=parts.telemetry,
        own=parts.no,
        inline=parts.inline,
    )
    return engine
