"""``<colony>_consumer_offset``: how far a colony is with each type it subscribes to (design.md 3).

The specification keeps a row per type; here it is a view of the colony's pair of positions and
its dead letters. A position is contiguous: it does not pass a parked event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, select

from core.kernel.colony import Colony
from core.kernel.store import tables as t
from core.kernel.store.statement import Cursor, Dialect, Statement

_POSITIONS: Final = Statement(
    select(t.kernel_posicoes.c.aplicado_ate, t.kernel_posicoes.c.reagido_ate).where(
        t.kernel_posicoes.c.colonia == bindparam("k_colonia")
    )
)
_FIRST_PARKED: Final = Statement(
    select(
        t.dead_letter_queue.c.tipo,
        t.dead_letter_queue.c.fase,
        func.min(t.dead_letter_queue.c.sequence_number),
    )
    .where(
        t.dead_letter_queue.c.consumidor == bindparam("k_colonia"),
        t.dead_letter_queue.c.estado != "liberado",
    )
    .group_by(t.dead_letter_queue.c.tipo, t.dead_letter_queue.c.fase)
)
_LAST_OF_TYPE: Final = Statement(
    select(func.max(t.event_log.c.sequence_number)).where(
        t.event_log.c.tipo == bindparam("k_tipo"),
        t.event_log.c.sequence_number <= bindparam("ate"),
    )
)


@dataclass(frozen=True, slots=True)
class Offset:
    """Last position of a type that was applied and, where the colony reacts to it, reacted to.

    0 where nothing was; ``reagido_ate`` is None for a type without a reaction.
    """

    tipo: str
    aplicado_ate: int
    reagido_ate: int | None


def consumer_offsets(cursor: Cursor, dialect: Dialect, colony: Colony) -> list[Offset]:
    """The colony's offsets, by type; all 0 before its first start."""
    row = _POSITIONS.run(cursor, dialect, {"k_colonia": colony.id}).fetchone()
    applied, reacted = row or (0, 0)
    found = _FIRST_PARKED.run(cursor, dialect, {"k_colonia": colony.id}).fetchall()
    parked = {(tipo, phase): first for tipo, phase, first in found}

    def last(tipo: str, phase: str, upto: int) -> int:
        stop = min(upto, parked.get((tipo, phase), upto + 1) - 1)
        params = {"k_tipo": tipo, "ate": stop}
        return int(_LAST_OF_TYPE.run(cursor, dialect, params).fetchone()[0] or 0)

    return [
        Offset(
            tipo,
            last(tipo, "apply", applied),
            last(tipo, "react", reacted) if tipo in colony.react else None,
        )
        for tipo in colony.consome
    ]
