"""The rankings as the log makes them: order of each unit, categories, parameters in force.

Scores enter the order as their events tell them, right or wrong, because the next positions were
told from there; whether a score is right is another question (``score_check``). Memory: what is
ranked. Source: D-4 3.4, 3.5, 4.4, G-075, G-083; design.md 7 and 11.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from core.base.parametros.conjunto import PADRAO, Parametros, de_payload
from core.kernel.event import Event, Payload

CATEGORIZADA: Final = "demanda.categorizada"
RANQUEADA: Final = "demanda.ranqueada"
ATUALIZADO: Final = "ranking.atualizado"
CARREGADOS: Final = "parametros.carregados"
TYPES: Final = (
    CATEGORIZADA,
    RANQUEADA,
    ATUALIZADO,
    CARREGADOS,
    "duplicidade.agregada",
    "demanda.retirada",
)

Key = tuple[float, str]
"""(-score, demanda_id): ascending is the order of the ranking, ties by the id."""


class Category(NamedTuple):
    """What a score is made of, besides the weights.

    Args:
        source: hash of the event that says so.
        unit: the demand's.
        categoria_id: as published.
        level: of precedence; None where the event does not tell.
        horizontal: score of the category within its level.
    """

    source: str
    unit: str
    categoria_id: str | None
    level: int | None
    horizontal: int


class Place(NamedTuple):
    """Where a demand stands, and what its score was made of."""

    unit: str
    key: Key
    category: Category


class RankingState:
    """All rankings of the log so far, or that of one unit.

    Args:
        only: a unit; None for all.
    """

    def __init__(self, only: str | None = None) -> None:
        self._only = only
        self._order: dict[str, list[Key]] = {}
        self._places: dict[str, Place] = {}
        self._gone: set[str] = set()
        self._categories: dict[str, Category] = {}
        self.parameters: Parametros = PADRAO

    def order(self, unit: str) -> list[Key]:
        """The keys of a unit, first place first."""
        return self._order.get(unit, [])

    def place(self, demand: str) -> Place | None:
        """None where it stands in no ranking that is followed."""
        return self._places.get(demand)

    def units(self) -> list[str]:
        """Units that have a ranking."""
        return sorted(unit for unit, order in self._order.items() if order)

    def category(self, demand: str) -> Category | None:
        """The last category of a demand that has no score yet."""
        return self._categories.get(demand)

    def is_gone(self, demand: str) -> bool:
        """Withdrawn, or a member of an aggregate."""
        return demand in self._gone

    def concerns(self, unit: str) -> bool:
        """Whether this unit's ranking is followed."""
        return self._only is None or unit == self._only

    def position(self, unit: str, key: Key) -> int:
        """Where a key stands in a unit, or would stand, from 1."""
        return bisect_left(self.order(unit), key) + 1

    def fold(self, event: Event) -> None:
        """Take one event into account, from its public fields alone."""
        payload = event.publico()
        if event.tipo == CATEGORIZADA:
            self._categorized(event, payload)
        elif event.tipo == RANQUEADA:
            self._ranked(event, payload)
        elif event.tipo == CARREGADOS:
            self.parameters = de_payload(payload)
        elif event.tipo == "demanda.retirada":
            self._leave(payload["demanda_id"])
        elif event.tipo == "duplicidade.agregada":
            for member in payload["membros"]:
                if member["demanda_id"] != payload["representante_demanda_id"]:
                    self._leave(member["demanda_id"])

    def _categorized(self, event: Event, payload: Payload) -> None:
        demand, unit = payload["demanda_id"], payload.get("unidade_civica_id")
        if unit is None or demand in self._gone or not self.concerns(unit):
            self._categories.pop(demand, None)
            return
        self._categories[demand] = category_of(event.event_hash, unit, payload, payload)

    def _ranked(self, event: Event, payload: Payload) -> None:
        demand, unit = payload["demanda_id"], payload["unidade_civica_id"]
        if demand in self._gone:
            return
        self._take_out(demand)
        waiting = self._categories.get(demand)
        if waiting is not None and waiting.source == event.causa:
            del self._categories[demand]
        if self.concerns(unit):
            key = (-float(payload["score_final"]), demand)
            insort(self._order.setdefault(unit, []), key)
            told = category_of(event.event_hash, unit, payload, payload["breakdown"])
            if waiting is not None and told.level is None:
                told = told._replace(categoria_id=waiting.categoria_id, level=waiting.level)
            self._places[demand] = Place(unit, key, told)

    def _leave(self, demand: str) -> None:
        self._gone.add(demand)
        self._categories.pop(demand, None)
        self._take_out(demand)

    def _take_out(self, demand: str) -> None:
        place = self._places.pop(demand, None)
        if place is not None:
            order = self._order[place.unit]
            del order[bisect_left(order, place.key)]


def category_of(
    source: str, unit: str, payload: Mapping[str, Any], factors: Mapping[str, Any]
) -> Category:
    """A category as an event tells it; ``factors`` holds its ``score_horizontal``."""
    return Category(
        source,
        unit,
        payload.get("categoria_id"),
        payload.get("nivel_precedencia"),
        factors["score_horizontal"],
    )
