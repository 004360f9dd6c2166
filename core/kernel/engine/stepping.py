"""The steps of the engine inside one transaction: apply, react, deadline.

Everything here assumes an open transaction and commits nothing. In careful mode each step is
a transaction, each apply is fenced by a savepoint, and a failing one is parked; otherwise a fault
flies up and the whole batch is rolled back and repeated carefully (``cycle.py``). Source: design.md 2 and 3.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Final, cast

from core.kernel.clock import Clock
from core.kernel.colony import EVERYTHING, Authority, Colony, Deadline, Effect
from core.kernel.engine.context import StepContext
from core.kernel.engine.custody import Custody
from core.kernel.engine.outbox import queue_effects
from core.kernel.engine.parking import SUSPENDED, WAITING, ParkingLot, Phase
from core.kernel.engine.publishing import Outgoing, Publisher
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.suspension import Suspension
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.ids import Ids
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store.database import Database, Writer
from core.kernel.store.log_read import TypedScan, read_many

REFILL: Final = 200
_ALL_KEYS: Final = frozenset({EVERYTHING})


class StepFailed(Exception):
    """A reaction failed by its content. The transaction has to be rolled back as a whole: what the
    reaction published may already have moved the tail and other colonies.
    """

    def __init__(
        self,
        runtime: ColonyRuntime,
        event: Event,
        error: Exception,
        deadline: Deadline | None = None,
    ) -> None:
        super().__init__(runtime.id, event.sequence_number)
        self.runtime = runtime
        self.event = event
        self.error = error
        self.deadline = deadline


class Stepper:
    """Applies and reacts for all colonies of one engine.

    Args:
        database: tells environment faults from bugs.
        writer: the process's writing connection.
        runtimes: registered colonies in registration order.
        publisher_of: builds the publisher, given what to call for every appended event.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        runtimes: Sequence[ColonyRuntime],
        clock: Clock,
        ids: Ids,
        telemetry: Telemetry,
        custody: Custody,
        publisher_of: Callable[[Callable[[Event], None]], Publisher],
    ) -> None:
        self._database = database
        self._writer = writer
        self._clock = clock
        self._ids = ids
        self._telemetry = telemetry
        self.custody = custody
        self.suspension = Suspension(writer, custody)
        self.runtimes = runtimes
        self.parking = ParkingLot(writer)
        self.publisher = publisher_of(self._on_appended)
        self.careful = False
        self.touched: set[str] = set()
        # Effects were queued since the outbox was last looked at.
        self.has_effects = False
        self._by_type: dict[str, list[ColonyRuntime]] = {}
        for runtime in runtimes:
            for tipo in runtime.types:
                self._by_type.setdefault(tipo, []).append(runtime)
        self._reactions: deque[tuple[ColonyRuntime, Event]] = deque()
        self._scans: dict[str, TypedScan] = {}
        self._behind: set[str] = set()

    # -- state -----------------------------------------------------------------------------

    def reset(self) -> bool:
        """Read every colony's committed state again: at start, after a rollback, after others.

        Returns:
            True when a new colony was installed, which wrote rows.
        """
        self.custody.reset()
        self.suspension.reset()
        self._reactions.clear()
        self._scans.clear()
        self.touched.clear()
        installed = [runtime.load(self.publisher.tail.head) for runtime in self.runtimes]
        self._behind = {runtime.id for runtime in self.runtimes if runtime.active}
        return any(installed)

    def runtime(self, colony_id: str) -> ColonyRuntime:
        """A registered colony.

        Raises:
            UserFacingError: ``motor.colonia_desconhecida``.
        """
        for runtime in self.runtimes:
            if runtime.id == colony_id:
                return runtime
        raise UserFacingError("motor.colonia_desconhecida", colonia=colony_id)

    def context(self, runtime: ColonyRuntime) -> StepContext:
        """A context for one step of a colony."""
        tail = self.publisher.tail
        return StepContext(runtime.db, self._clock, self._ids, tail, self.custody)

    def settle(self, *, reacts: bool) -> bool:
        """The batch ended with nothing left to do; True where a position is to be written."""
        head = self.publisher.tail.head
        moved = [runtime for runtime in self.runtimes if runtime.settle(head, reacts=reacts)]
        return bool(moved)

    def save(self) -> None:
        """Write all moved positions."""
        for runtime in self.runtimes:
            runtime.save()

    # -- apply -----------------------------------------------------------------------------

    def _on_appended(self, event: Event) -> None:
        """Apply an event at once where the colony stands at the head; queue its reactions."""
        tipo, behind = event.tipo, self._behind
        self.touched.add(tipo)
        for runtime in self._by_type.get(tipo, ()):
            if not runtime.active:
                continue
            if not behind or runtime.id not in behind:
                self.apply(runtime, event)
            if runtime.queued and tipo in runtime.reacting:
                self._reactions.append((runtime, event))

    def apply(self, runtime: ColonyRuntime, event: Event) -> None:
        """One apply step."""
        if runtime.parked_apply and self._waits(runtime, "apply", event):
            return
        started = perf_counter_ns()
        if not self.careful:
            runtime.apply[event.tipo](event, runtime.db)
        elif not self._apply_fenced(runtime, event):
            return
        runtime.applied = event.sequence_number
        runtime.dirty = True
        self._telemetry.step("aplicado", runtime.id, event, perf_counter_ns() - started)

    def fold(self, runtime: ColonyRuntime, event: Event) -> None:
        """Apply once more without moving the position: it is a refold, not a delivery."""
        applied = runtime.applied
        if runtime.parked_apply and self._waits(runtime, "apply", event):
            runtime.applied = applied
        elif self.careful:
            self._apply_fenced(runtime, event)
            runtime.applied = applied
        else:
            runtime.apply[event.tipo](event, runtime.db)

    def _apply_fenced(self, runtime: ColonyRuntime, event: Event) -> bool:
        """Apply within a savepoint; a failing event is undone and parked, and gives False."""
        self._writer.savepoint()
        try:
            runtime.apply[event.tipo](event, runtime.db)
            runtime.db.flush()  # within the savepoint: what is undone takes nothing else along
        except Exception as error:  # noqa: BLE001 # recorded in the dead letter
            self._undo_and_park(runtime, event, error)
            return False
        self._writer.release_savepoint()
        return True

    def catch_up(self, runtime: ColonyRuntime, budget: int) -> int:
        """Apply up to ``budget`` old events of a colony; the number applied.

        A colony leaves the set of those behind when the log has nothing more for it.
        """
        scan = self._scans.get(runtime.id)
        if scan is None:
            scan = self._scans[runtime.id] = TypedScan(sorted(runtime.types), runtime.applied)
        events = scan.chunk(self._writer.cursor, self._writer.dialect, budget)
        for event in events:
            self.apply(runtime, event)
        if len(events) < budget:
            self._behind.discard(runtime.id)
            del self._scans[runtime.id]
        return len(events)

    def is_behind(self, runtime: ColonyRuntime) -> bool:
        """True while the colony has old events to apply."""
        return runtime.id in self._behind

    def first_behind(self) -> ColonyRuntime | None:
        """A colony that still has old events to apply."""
        for runtime in self.runtimes:
            if runtime.id in self._behind:
                return runtime
        return None

    def all_to_head(self) -> None:
        """Apply everything that is left, of all active colonies."""
        while (behind := self.first_behind()) is not None:
            self.catch_up(behind, REFILL)

    def caught_up(self, runtime: ColonyRuntime) -> None:
        """The colony was folded up to the head by other means (rebuild)."""
        self._behind.discard(runtime.id)
        self._scans.pop(runtime.id, None)

    def events_at(self, positions: Sequence[int]) -> dict[int, Event]:
        """Events of the log by position."""
        found = read_many(self._writer.cursor, self._writer.dialect, sorted(positions))
        return {event.sequence_number: event for event in found}

    # -- react -----------------------------------------------------------------------------

    def next_reaction(self) -> tuple[ColonyRuntime, Event] | None:
        """The reaction due next, in log order; None when all are done."""
        if not self._reactions:
            self._refill()
        return self._reactions.popleft() if self._reactions else None

    def _refill(self) -> None:
        found: list[tuple[int, int, ColonyRuntime, Event]] = []
        for runtime in self.runtimes:
            if not runtime.active or runtime.queued:
                continue
            found.extend(
                (event.sequence_number, runtime.order, runtime, event)
                for event in runtime.next_reactions(REFILL)
            )
        found.sort(key=lambda item: item[:2])
        self._reactions.extend((runtime, event) for _, _, runtime, event in found)

    def react(self, runtime: ColonyRuntime, event: Event) -> None:
        """One reaction step: what it publishes is appended and applied at once."""
        authority = runtime.colony.react[event.tipo].authority
        if self.suspension.holds_back(runtime.colony, authority, event):
            self._park(runtime, "react", event, self.keys(runtime, event), "", waiting=SUSPENDED)
            return
        parked = runtime.parked_apply or runtime.parked_react
        if parked and self._waits(runtime, "react", event):
            return
        started = perf_counter_ns()
        try:
            self.perform(runtime, event)
        except Exception as error:
            if self._is_content(error):
                raise StepFailed(runtime, event, error) from error
            raise
        runtime.reacted = event.sequence_number
        runtime.dirty = True
        self._telemetry.step("reagido", runtime.id, event, perf_counter_ns() - started)

    def perform(self, runtime: ColonyRuntime, event: Event) -> None:
        """Run the reaction to an event if this node has the authority, and publish its outcome."""
        reaction = runtime.colony.react[event.tipo]
        if not self.may_react(runtime.colony, reaction.authority, event):
            return
        outcome = reaction.fn(event, self.context(runtime))
        if not outcome:
            return
        if reaction.authority is Authority.LOCAL:
            effects = cast("Sequence[Effect]", outcome)
            queue_effects(self._writer, runtime.id, effects)
            self.has_effects = True
            return
        self.publish_reaction(runtime, event, cast("Sequence[NewEvent]", outcome))

    def publish_reaction(
        self, runtime: ColonyRuntime, cause: Event, outcome: Sequence[NewEvent]
    ) -> list[Event]:
        """Publish under the identity (cause, ``colônia/tipo/sujeito``)."""
        started = perf_counter_ns()
        events = self.publisher.publish(runtime.colony, self.outgoing(runtime, outcome), cause)
        self.published(runtime.id, events, started)
        return events

    def outgoing(self, runtime: ColonyRuntime, outcome: Sequence[NewEvent]) -> list[Outgoing]:
        """What a reaction or trabalho publishes, under ``colônia/tipo/sujeito``."""
        return [Outgoing(new, f"{runtime.id}/{new.tipo}/{new.sujeito}") for new in outcome]

    def published(self, colony_id: str, events: Sequence[Event], started: int) -> None:
        """Count and log what a step published."""
        if events:
            each = (perf_counter_ns() - started) // len(events)
            for event in events:
                self._telemetry.step("publicado", colony_id, event, each)

    def may_react(self, colony: Colony, authority: Authority, event: Event) -> bool:
        """Authority of a reaction or deadline over its defining event."""
        if authority is Authority.CUSTODIA:
            return self.custody.holds(colony, event)
        return event.no == self.publisher.tail.no

    # -- parking ---------------------------------------------------------------------------

    def keys(self, runtime: ColonyRuntime, event: Event) -> frozenset[str]:
        """The event's keys; all of them where the colony's own function fails."""
        try:
            return runtime.colony.chaves(event)
        except Exception as error:  # noqa: BLE001 # a bug: everything of the colony waits
            self._telemetry.fault("chaves", runtime.id, event, error)
            return _ALL_KEYS

    def is_held(self, keys: frozenset[str], held: set[str]) -> bool:
        """True when an event with these keys waits behind these parked ones."""
        if not held:
            return False
        return EVERYTHING in held or EVERYTHING in keys or not keys.isdisjoint(held)

    def _waits(self, runtime: ColonyRuntime, phase: Phase, event: Event) -> bool:
        """Park an event behind an earlier one that shares a key; True when it has to wait."""
        keys = self.keys(runtime, event)
        held = runtime.parked_apply
        if phase == "react":
            held = held | runtime.parked_react
        if not self.is_held(keys, held):
            return False
        self._park(runtime, phase, event, keys, "")
        return True

    def deadline_waits(self, runtime: ColonyRuntime, event: Event, authority: Authority) -> bool:
        """Park a deadline that is held back, or whose event shares a key with a parked one."""
        is_suspended = self.suspension.holds_back(runtime.colony, authority, event)
        held = runtime.parked_apply | runtime.parked_react
        if not is_suspended and not self.is_held(self.keys(runtime, event), held):
            return False
        state = SUSPENDED if is_suspended else WAITING
        now_ms = self._clock.now_ms()
        self.parking.park(runtime.id, "prazo", event, (), "", now_ms, waiting=state)
        return True

    def _park(
        self,
        runtime: ColonyRuntime,
        phase: Phase,
        event: Event,
        keys: frozenset[str],
        error: str,
        *,
        waiting: str = WAITING,
    ) -> None:
        now_ms = self._clock.now_ms()
        self.parking.park(runtime.id, phase, event, keys, error, now_ms, waiting=waiting)
        (runtime.parked_apply if phase == "apply" else runtime.parked_react).update(keys)
        if phase == "apply":
            runtime.applied = event.sequence_number
        else:
            runtime.reacted = event.sequence_number
        runtime.dirty = True

    def _is_content(self, error: Exception) -> bool:
        """Not of the environment, be it the database or a file that a colony reads."""
        return not isinstance(error, EnvironmentFault) and self._database.fault(error) is None

    def _undo_and_park(self, runtime: ColonyRuntime, event: Event, error: Exception) -> None:
        """Undo a failing apply and park its event; a fault of the environment flies on."""
        if not self._is_content(error):
            raise error
        self._writer.rollback_to_savepoint()
        runtime.db.drop_memory()
        described = self._telemetry.fault("apply", runtime.id, event, error)
        self._park(runtime, "apply", event, self.keys(runtime, event), described)

    def park_reaction(self, failed: StepFailed) -> None:
        """Park the event of a failed reaction, in the transaction after the rolled back one.

        A deadline's event was reacted to long ago: its row holds no keys, only the reason.
        """
        runtime = failed.runtime
        phase: Phase = "react" if failed.deadline is None else "prazo"
        described = self._telemetry.fault(phase, runtime.id, failed.event, failed.error)
        if failed.deadline is not None:
            now_ms = self._clock.now_ms()
            self.parking.park(runtime.id, "prazo", failed.event, (), described, now_ms)
            return
        keys = self.keys(runtime, failed.event)
        self._park(runtime, "react", failed.event, keys, described)
