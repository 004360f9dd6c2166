"""Custody of units as the network document declares it: the most specific claim wins.

A claim is a unit with all below it, or everything that nobody claims more closely. The tree and a
demand's unit are projections, told by a port; whoever else has the same events and the same
document comes to the same answer. Source: FORMATO.md 4.1, sync.md 3.2, design.md 3 (Authority).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from core.kernel.colony import Colony
from core.kernel.event import Event
from core.kernel.identity.network_document import NetworkDocument
from core.kernel.identity.node_entry import EVERYTHING

_UNIT: Final = "unidade_civica_id"
_DEMANDS: Final = ("demanda_id", "representante_demanda_id")


class Units(Protocol):
    """What the projections know, at the head of the log."""

    def chain(self, unidade: str, /) -> Iterable[str]:
        """The unit and those above it, from the smallest up; the unit alone where it is unknown."""

    def of_demand(self, demanda: str, /) -> str | None:
        """The unit that a demand lies in; None while it has none."""


class Claims:
    """Who holds which unit, by one version of the network document.

    In a network of one its node holds everything, whatever is declared.
    """

    def __init__(self, document: NetworkDocument) -> None:
        self._only = document.nos[0].no if len(document.nos) == 1 else None
        self._claims = {claim: entry.no for entry in document.nos for claim in entry.custodia}

    @property
    def only(self) -> str | None:
        """The one node there is; None where there are more."""
        return self._only

    def holder(self, chain: Iterable[str]) -> str | None:
        """The node that decides about a unit; None where nobody claims it.

        Args:
            chain: the unit and those above it, from the smallest up.
        """
        if self._only is not None:
            return self._only
        for unidade in chain:
            holder = self._claims.get(unidade)
            if holder is not None:
                return holder
        return self._claims.get(EVERYTHING)


class NetworkCustody:
    """This node's custody; a ``core.kernel.engine.custody.Custody``.

    Args:
        no: this node, 32 hex.
        newest: the newest version of the network document that is stored; asked after ``reset``.
        units: what the projections know.
    """

    def __init__(self, no: str, newest: Callable[[], NetworkDocument], units: Units) -> None:
        self._no = no
        self._newest = newest
        self._units = units
        self._known: Claims | None = None

    def holds(self, _colony: Colony, event: Event, /) -> bool:
        """See ``Custody``: by the event's unit, else by its demand's.

        A demand that has no unit yet is its author's; what is about no demand and no unit (a set
        of parameters, an imported territory) concerns every node, each for its own units.
        """
        if self._claims().only is not None:
            return self._claims().only == self._no
        unidade = event.payload.get(_UNIT)
        demands = [one for name in _DEMANDS if (one := event.payload.get(name)) is not None]
        if unidade is None and demands:
            unidade = self._units.of_demand(demands[0])
        if unidade is not None:
            return self.holds_unit(unidade)
        return not demands or event.no == self._no

    def holds_unit(self, unidade: str, /) -> bool:
        """See ``Custody``."""
        claims = self._claims()
        if claims.only is not None:
            return claims.only == self._no
        return claims.holder(self._units.chain(unidade)) == self._no

    def reset(self) -> None:
        """See ``Custody``."""
        self._known = None

    def _claims(self) -> Claims:
        if self._known is None:
            self._known = Claims(self._newest())
        return self._known
