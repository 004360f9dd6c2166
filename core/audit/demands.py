"""Which demands were waiting for a draw, rebuilt from events.

A demand waits from its announcement until a draw takes it or it is closed. Memory: the open
demands, and one number for each that is closed: whatever comes late for such a demand is nothing.
Source: D-6a 3.1, 3.6, 3.9, 3.11, 3.12; G-101, G-128, G-132, G-133, G-134; design.md 11.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID


@dataclass(slots=True)
class OpenDemand:
    """One demand.

    Args:
        unit: it was announced in; of one that was never announced, what its draw said.
        councillor: who has it in hand, None while it waits.
        excluded: who gave it back and is not drawn for it again.
    """

    unit: str
    councillor: str | None = None
    excluded: set[str] = field(default_factory=set)


class Demands:
    """All demands of the log so far."""

    def __init__(self) -> None:
        self._open: dict[str, OpenDemand] = {}
        self._closed: set[int] = set()

    def get(self, demand: str) -> OpenDemand | None:
        """None where the demand neither waits nor is in anybody's hands."""
        return self._open.get(demand)

    def waiting(self) -> list[str]:
        """Demands that wait for a draw, the longest waiting first."""
        return [demand for demand, known in self._open.items() if known.councillor is None]

    def is_closed(self, demand: str) -> bool:
        """Over for good, though somebody may still have it in hand (G-133)."""
        return _number(demand) in self._closed

    def announce(self, demand: str, unit: str) -> None:
        """``agenda.item_disponível``: it waits, in this unit, unless it is held or closed."""
        known = self._open.get(demand)
        if known is not None and known.councillor is None:
            known.unit = unit
        elif known is None and not self.is_closed(demand):
            self._open[demand] = OpenDemand(unit)

    def can_assign(self, demand: str) -> bool:
        """Of two draws for one demand the first holds, and none for one that is closed (G-135)."""
        known = self._open.get(demand)
        return not self.is_closed(demand) and (known is None or known.councillor is None)

    def assign(self, demand: str, unit: str, who: str) -> None:
        """``conselheiro.sorteado``."""
        self._open.setdefault(demand, OpenDemand(unit)).councillor = who

    def is_held(self, demand: str, who: str) -> bool:
        """Whether this councillor has this demand in hand."""
        known = self._open.get(demand)
        return known is not None and known.councillor == who

    def give_back(self, demand: str, who: str) -> None:
        """Waiting again, if it is not closed; the same councillor is not drawn for it again."""
        known = self._open[demand]
        known.councillor = None
        known.excluded.add(who)
        if self.is_closed(demand):
            del self._open[demand]

    def close(self, demand: str) -> str | None:
        """Over for good; whoever had it in hand has it no more."""
        self._closed.add(_number(demand))
        known = self._open.pop(demand, None)
        return None if known is None else known.councillor

    def close_unheld(self, demand: str) -> None:
        """Over for good; whoever has it in hand goes on to the end (G-133)."""
        self._closed.add(_number(demand))
        known = self._open.get(demand)
        if known is not None and known.councillor is None:
            del self._open[demand]


def _number(demand: str) -> int:
    """A third of the memory of the text."""
    return UUID(demand).int
