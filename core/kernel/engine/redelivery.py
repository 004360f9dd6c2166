"""Dead letters again: at start, after an upgrade and by hand (design.md 2, G-002, G-029).

An apply that failed is closed by a refold of its keys; a reaction is performed again, and what
waited behind it follows in log order. The fifth failure discards the event; only a recorded act
of the operator frees its keys then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.kernel.clock import Clock
from core.kernel.colony import Authority
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.parking import PHASES, SUSPENDED, WAITING, Parked, Phase
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.engine.stepping import StepFailed
from core.kernel.event import Event
from core.kernel.observability.telemetry import Telemetry

RETRIED: Final = ("pendente", WAITING, SUSPENDED)
NEVER_FAILED: Final = (WAITING, SUSPENDED)
"""What only waits: trying it costs nothing that failed one of its attempts."""


@dataclass(frozen=True, slots=True)
class Redelivered:
    """What a redelivery came to, over all colonies asked.

    Args:
        resolvidos: dead letters that are gone.
        restantes: those that are left.
        suspensos: of those that were asked for, how many are held back: a newer program has to
            understand first what decisions depend on.
    """

    resolvidos: int
    restantes: int
    suspensos: int = 0


class Redelivery:
    """Runs in the engine's thread, between batches."""

    def __init__(self, cycle: Cycle, clock: Clock, telemetry: Telemetry) -> None:
        self._cycle = cycle
        self._stepper = cycle.stepper
        self._parking = cycle.stepper.parking
        self._clock = clock
        self._telemetry = telemetry
        self._states: Sequence[str] = RETRIED

    def run(
        self,
        colony_id: str | None = None,
        sequence: int | None = None,
        states: Sequence[str] = RETRIED,
    ) -> Redelivered:
        """Try again what is parked, of one colony or of all, or of one event alone.

        A disabled colony is left alone: its positions stand still.

        Args:
            colony_id: None for all.
            sequence: None for all.
            states: of the dead letters that are tried.

        Raises:
            EnvironmentFault: the database refuses; what was resolved so far stays resolved.
        """
        self._stepper.careful = True
        self._states = states
        resolved = left = suspended = 0
        self._cycle.begin()
        before = {
            runtime: count
            for runtime in self._stepper.runtimes
            if colony_id in (None, runtime.id) and (count := self._count(runtime))
        }
        if not before:
            self._cycle.commit()
            return Redelivered(0, 0)
        self._cycle.commit()
        for runtime, count in before.items():
            if runtime.active:
                self._apply_again(runtime, sequence)
                self._react_again(runtime, sequence)
                self._deadlines_again(runtime, sequence)
            self._cycle.begin()
            after = self._count(runtime)
            suspended += self._count_suspended(runtime, sequence)
            self._cycle.commit()
            resolved += count - after
            left += after
        return Redelivered(resolved, left, suspended)

    def _count(self, runtime: ColonyRuntime) -> int:
        return sum(
            row.estado != "liberado"
            for phase in PHASES
            for row in self._parking.rows(runtime.id, phase)
        )

    def _count_suspended(self, runtime: ColonyRuntime, sequence: int | None) -> int:
        return sum(
            row.estado == SUSPENDED
            for phase in PHASES
            for row in self._retried(runtime, phase, sequence)
        )

    def _retried(self, runtime: ColonyRuntime, phase: Phase, sequence: int | None) -> list[Parked]:
        return [
            row
            for row in self._parking.rows(runtime.id, phase)
            if row.estado in self._states and sequence in (None, row.sequence_number)
        ]

    def _apply_again(self, runtime: ColonyRuntime, sequence: int | None) -> None:
        self._cycle.begin_at_head()
        rows = self._retried(runtime, "apply", sequence)
        if rows:
            attempts = {row.sequence_number: row.tentativas for row in rows}
            events = self._stepper.events_at(list(attempts))
            keys = {key for event in events.values() for key in runtime.colony.dobra(event)}
            self._cycle.refolder.mark(runtime.id, keys)
            self._cycle.refolder.refold_all_of(runtime, self._stepper)
            for row in self._parking.rows(runtime.id, "apply"):
                if row.estado == "pendente" and row.sequence_number in attempts:
                    self._parking.count_attempts(row, attempts[row.sequence_number] + 1)
        self._cycle.commit()

    def _react_again(self, runtime: ColonyRuntime, sequence: int | None) -> None:
        self._cycle.begin_at_head()
        rows = self._retried(runtime, "react", sequence)
        events = self._stepper.events_at([row.sequence_number for row in rows])
        self._cycle.commit()
        for row in rows:
            self._react_one(runtime, row, events[row.sequence_number])

    def _react_one(self, runtime: ColonyRuntime, row: Parked, event: Event) -> None:
        self._cycle.begin_at_head()
        held = self._parking.keys_before(runtime.id, "react", row.sequence_number)
        authority = runtime.colony.react[event.tipo].authority
        if self._has_to_wait(runtime, row, event, authority, held | runtime.parked_apply):
            self._cycle.commit()
            return
        try:
            self._stepper.perform(runtime, event)
        except Exception as error:  # noqa: BLE001 # recorded in the dead letter
            self._fail(runtime, row, event, error)
            return
        self._parking.resolve(row)
        runtime.parked_react = self._parking.keys_of(runtime.id, "react")
        self._cycle.commit()

    def _deadlines_again(self, runtime: ColonyRuntime, sequence: int | None) -> None:
        deadlines = runtime.colony.deadlines
        if deadlines is None:
            return
        self._cycle.begin_at_head()
        rows = self._retried(runtime, "prazo", sequence)
        events = self._stepper.events_at([row.sequence_number for row in rows])
        self._cycle.commit()
        for row in rows:
            event = events[row.sequence_number]
            self._cycle.begin_at_head()
            held = runtime.parked_apply | runtime.parked_react
            if self._has_to_wait(runtime, row, event, deadlines.authority, held):
                self._cycle.commit()
                continue
            try:
                self._cycle.deadliner.react_again(self._stepper, runtime, event)
            except StepFailed as failed:
                self._fail(runtime, row, event, failed.error)
                continue
            self._parking.resolve(row)
            self._cycle.commit()

    def _has_to_wait(
        self,
        runtime: ColonyRuntime,
        row: Parked,
        event: Event,
        authority: Authority,
        held: set[str],
    ) -> bool:
        """Whether it is still held back, or behind another; the row says which."""
        if self._stepper.suspension.holds_back(runtime.colony, authority, event):
            self._parking.wait(row, SUSPENDED)
            return True
        if self._stepper.is_held(self._stepper.keys(runtime, event), held):
            self._parking.wait(row, WAITING)
            return True
        return False

    def _fail(self, runtime: ColonyRuntime, row: Parked, event: Event, error: Exception) -> None:
        self._cycle.abort_or_raise(error)
        described = self._telemetry.fault(row.fase, runtime.id, event, error)
        self._cycle.begin()
        self._parking.failed_again(row, described, self._clock.now_ms())
        self._cycle.commit()
