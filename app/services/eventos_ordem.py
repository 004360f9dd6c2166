"""Another order of the log than that of arrival, for as many events as a worker sorts while one waits.

The log is paged by number, in the order of arrival, whatever its length. Any other order looks at
every event that passes the filters, so it has a limit, and the screen says it. Events that are
alike under a heading stay in their order of arrival.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.services.eventos import EventosService, EventRow, colony_order
from app.services.filtro import dobrado
from app.services.ordenacao import em_ordem

ORDENAVEIS: Final = 50_000
"""So many events are put in another order; more have to be filtered first."""
_CHUNK: Final = 1_024

_POR: Final[Mapping[str, Callable[[EventRow], Any]]] = {
    "quando": lambda row: row.quando_ms,
    "exato": lambda row: row.quando_ms,
    "tipo": lambda row: dobrado(row.tipo),
    "colonia": lambda row: colony_order(row.colonia),
    "assunto": lambda row: (row.assunto is None, row.papel, row.assunto or ""),
    "event_id": lambda row: row.event_id,
    "carimbo": lambda row: row.carimbo,
}


def em_outra_ordem(
    servico: EventosService, ids: Sequence[int], coluna: str, *, is_descendente: bool
) -> Sequence[int] | None:
    """The same positions by a column, for a worker; None where they are more than ``ORDENAVEIS``.

    Args:
        servico: reads the rows.
        ids: positions that passed the filters, in the order of arrival or its reverse.
        coluna: key of the heading, e.g. ``tipo``.
        is_descendente: the last one first.
    """
    if len(ids) > ORDENAVEIS:
        return None
    key = _POR[coluna]
    found: list[tuple[Any, int]] = []
    for start in range(0, len(ids), _CHUNK):
        found.extend((key(row), row.numero) for row in servico.page(ids[start : start + _CHUNK]))
    ordered = em_ordem(found, lambda one: one[0], is_descendente=is_descendente)
    return array("q", (number for _, number in ordered))
