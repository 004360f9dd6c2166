"""The backlog in the order of a heading: within each band, whatever the number of those who wait.

By place or points nothing has to be read: who waits stands in that order already. By any other
heading the lines of all who wait are read by page, in a worker. Long lists are sorted in stretches,
so that the window goes on living meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.backlog import BacklogService
from app.services.backlog_quadro import FAIXAS, LinhaDoBacklog, Quadro
from app.services.ordenacao import em_ordem
from widgets.backlog.model import Vista
from widgets.runtime.columns import Column
from widgets.runtime.sorted_rows_model import key_of

PLACE: Final = "lugar"
POINTS: Final = "pontos"


@dataclass(frozen=True, slots=True)
class Order:
    """What a heading asked for."""

    column: Column
    is_descending: bool

    @property
    def reads_all(self) -> bool:
        """Whether the lines of all who wait must be read for it."""
        return self.column.key not in (PLACE, POINTS)

    @property
    def is_natural(self) -> bool:
        """The order in which a backlog stands by itself."""
        return self.column.key == PLACE and not self.is_descending


def ordered(service: BacklogService, vista: Vista, order: Order) -> Vista:
    """The same rows in the order asked for; for a worker."""
    if order.is_natural:
        return vista
    key = key_of(order.column)
    lines = _in_bands(vista.linhas, key, is_descending=order.is_descending)
    return vista.sorted(lines, _waiting(service, vista, order, key))


def _in_bands(
    lines: Iterable[LinhaDoBacklog], key: Callable[[Any], Any], *, is_descending: bool
) -> tuple[LinhaDoBacklog, ...]:
    found = sorted(lines, key=key, reverse=is_descending)
    return tuple(sorted(found, key=lambda line: FAIXAS.index(line.faixa)))


def _waiting(
    service: BacklogService, vista: Vista, order: Order, key: Callable[[Any], Any]
) -> Sequence[int]:
    places = vista.espera
    if not order.reads_all:
        # The first in the ranking has the most points.
        is_backwards = order.is_descending == (order.column.key == PLACE)
        return list(reversed(places)) if is_backwards else places
    keyed = list(_keyed(service, vista.quadro, places, key))
    found = em_ordem(keyed, lambda pair: pair[0], is_descendente=order.is_descending)
    return [place for _key, place in found]


def _keyed(
    service: BacklogService, quadro: Quadro, places: Sequence[int], key: Callable[[Any], Any]
) -> Iterable[tuple[Any, int]]:
    """What each who waits is sorted by; one that has left meanwhile comes last."""
    at = {quadro.fila.demandas[place]: place for place in places}
    held = len(quadro.linhas)
    for line in list(service.todas(quadro, places))[held:]:
        place = at.pop(line.demanda_id, None)
        if place is not None:
            yield key(line), place
    for place in at.values():
        yield (True, 0), place
