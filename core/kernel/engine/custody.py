"""Who decides about a civic unit: one node of the network (design.md 3, Authority; sync.md 3.2).

The kernel knows no network document; it asks this port, which the composition root fills. A
reaction of authority CUSTODIA runs where ``holds`` says so for its event, and publishes nothing
about units for which ``holds_unit`` says no.
"""

from __future__ import annotations

from typing import Protocol

from core.kernel.colony import Colony
from core.kernel.event import Event


class Custody(Protocol):
    """Does this node hold custody of what a reaction is about?"""

    def holds(self, colony: Colony, event: Event, /) -> bool:
        """True where this node decides. Asked with the colony applied up to the head."""

    def holds_unit(self, unidade: str, /) -> bool:
        """True where this node decides about a unit."""

    def reset(self) -> None:
        """What was read may be out of date: at start, after a rollback, after others wrote, after
        an import brought another version of the network document.
        """


class FullCustody:
    """A stand-alone office holds custody of everything (design.md 3)."""

    def holds(self, _colony: Colony, _event: Event, /) -> bool:
        """Always."""
        return True

    def holds_unit(self, _unidade: str, /) -> bool:
        """Always."""
        return True

    def reset(self) -> None:
        """Nothing was read."""
