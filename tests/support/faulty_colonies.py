"""Colonies that go wrong on demand: the toys with a switch, and one that answers itself for ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.kernel.colony import ApplyDb, Authority, Colony, Context, Reaction
from core.kernel.event import Event, NewEvent
from tests.support.toy_colonies import by_demand


@dataclass
class Switch:
    """Which events fail in which phase, and how often they were tried.

    Args:
        failing: demand ids (or other payload values) that fail.
        times: how many times each fails at most; None for ever.
    """

    failing: set[str] = field(default_factory=set)
    times: int | None = None
    calls: list[tuple[str, str]] = field(default_factory=list)
    _failed: dict[str, int] = field(default_factory=dict)

    def check(self, phase: str, event: Event) -> None:
        """Raise where the event is one of the failing."""
        demand = str(event.payload.get("demanda_id", ""))
        self.calls.append((phase, demand))
        if demand not in self.failing:
            return
        before = self._failed.get(demand, 0)
        if self.times is not None and before >= self.times:
            return
        self._failed[demand] = before + 1
        raise RuntimeError(f"falha provocada: {event.payload}")


def failing_apply(colony: Colony, tipo: str, switch: Switch) -> Colony:
    """The colony with an apply that fails where the switch says so, after having written."""
    inner = colony.apply[tipo]

    def apply(event: Event, db: ApplyDb) -> None:
        inner(event, db)
        switch.check("apply", event)

    return replace(colony, apply={**colony.apply, tipo: apply})


def failing_react(colony: Colony, tipo: str, switch: Switch) -> Colony:
    """The colony with a reaction that fails where the switch says so."""
    reaction = colony.react[tipo]
    inner: Callable[[Event, Context], Any] = reaction.fn

    def react(event: Event, context: Context) -> Any:
        switch.check("react", event)
        return inner(event, context)

    return replace(colony, react={**colony.react, tipo: Reaction(reaction.authority, react)})


def failing_deadline(colony: Colony, switch: Switch) -> Colony:
    """The colony with a deadline reaction that fails where the switch says so."""
    assert colony.deadlines is not None
    inner = colony.deadlines.fn

    def due(deadline: Any, context: Context) -> Sequence[NewEvent]:
        switch.check("prazo", deadline.evento)
        return inner(deadline, context)

    return replace(colony, deadlines=replace(colony.deadlines, fn=due))


def _nothing(_event: Event, _db: ApplyDb) -> None:
    """T-4 keeps nothing."""


def _echo(event: Event, _context: Context) -> Sequence[NewEvent]:
    demanda = event.payload["demanda_id"]
    return (NewEvent("brinquedo.eco", {"demanda_id": demanda}, sujeito=demanda),)


T4 = Colony(
    id="T-4",
    prefixo="t4",
    nome="Eco",
    publica=("brinquedo.eco",),
    apply={"brinquedo.eco": _nothing},
    react={"brinquedo.eco": Reaction(Authority.AUTOR, _echo)},
    chaves=by_demand,
    dobra=by_demand,
)


def eco(demanda: str) -> NewEvent:
    """The first of an endless row."""
    return NewEvent("brinquedo.eco", {"demanda_id": demanda}, sujeito=demanda)
