"""Which demands were waiting for a draw, rebuilt from events. Memory: the open demands.

A demand is open from its announcement until it is brought to an end, withdrawn or joined to
another; what is closed is forgotten. Source: D-6a 3.1, 3.6, 3.9, 3.11, 3.12; G-101, G-128, G-132,
G-133; design.md 11.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class OpenDemand:
    """One demand.

    Args:
        unit: it was announced in; None where only a draw told of it.
        councillor: who has it in hand, None while it waits.
        excluded: who gave it back and is not drawn for it again.
    """

    unit: str | None
    councillor: str | None = None
    excluded: set[str] = field(default_factory=set)


class Demands:
    """All open demands of the log so far."""

    def __init__(self) -> None:
        self._open: dict[str, OpenDemand] = {}

    def get(self, demand: str) -> OpenDemand | None:
        """None where the demand is not open."""
        return self._open.get(demand)

    def announce(self, demand: str, unit: str) -> None:
        """``agenda.item_disponível``: open, and of this unit, unless somebody has it in hand."""
        known = self._open.setdefault(demand, OpenDemand(unit))
        if known.councillor is None:
            known.unit = unit

    def assign(self, demand: str, unit: str, who: str) -> None:
        """``conselheiro.sorteado``."""
        self._open.setdefault(demand, OpenDemand(unit)).councillor = who

    def holder(self, demand: str, who: str) -> bool:
        """Whether this councillor has this demand in hand."""
        known = self._open.get(demand)
        return known is not None and known.councillor == who

    def give_back(self, demand: str, who: str) -> None:
        """Waiting again; the same councillor is not drawn for it again."""
        known = self._open[demand]
        known.councillor = None
        known.excluded.add(who)

    def close(self, demand: str) -> str | None:
        """Over for good; the councillor that had it in hand."""
        known = self._open.pop(demand, None)
        return None if known is None else known.councillor

    def close_waiting(self, demand: str) -> None:
        """Out of the queue; one that somebody has in hand goes on (G-133)."""
        known = self._open.get(demand)
        if known is not None and known.councillor is None:
            del self._open[demand]
