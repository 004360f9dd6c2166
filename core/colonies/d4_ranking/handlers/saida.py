"""Demands that leave the ranking for good: members of an aggregate, and what was withdrawn.

Source: D-4 3.4, G-074, design.md 11.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.colonies.d4_ranking import rows, rules
from core.colonies.d4_ranking.handlers.topo import told_top
from core.colonies.d4_ranking.order import Chave
from core.colonies.d4_ranking.tables import demandas_agregadas, retiradas
from core.kernel.colony import ApplyDb, Context
from core.kernel.event import Event, NewEvent

_MEMBER_GONE: Final = rows.gone(demandas_agregadas)
_MEMBER_NEW: Final = rows.new(demandas_agregadas)
_WITHDRAWN_GONE: Final = rows.gone(retiradas)
_WITHDRAWN_NEW: Final = rows.new(retiradas)


def _members(event: Event) -> list[str]:
    """The members that are not the representative, each once, in order."""
    first = event.payload["representante_demanda_id"]
    told = [one["demanda_id"] for one in event.payload["membros"]]
    return sorted({one for one in told if one != first})


def apply_agregada(event: Event, db: ApplyDb) -> None:
    """Members leave; the representative keeps its place."""
    payload = event.payload
    for demanda in _members(event):
        db.run(_MEMBER_GONE, {"k_demanda": demanda})
        db.run(
            _MEMBER_NEW,
            {
                "demanda_id": demanda,
                "agregado_id": payload["agregado_id"],
                "representante_demanda_id": payload["representante_demanda_id"],
                "evento_id": event.event_id,
                "agregado_em": event.timestamp,
            },
        )
        rows.leave_ranking(db, demanda, bytes.fromhex(event.event_hash))


def apply_retirada(event: Event, db: ApplyDb) -> None:
    """Terminal, whatever comes later of the demand."""
    demanda = event.payload["demanda_id"]
    db.run(_WITHDRAWN_GONE, {"k_demanda": demanda})
    db.run(
        _WITHDRAWN_NEW,
        {
            "demanda_id": demanda,
            "motivo": event.payload["motivo"],
            "retirada_em": event.timestamp,
        },
    )
    rows.leave_ranking(db, demanda, bytes.fromhex(event.event_hash))


def react_agregada(event: Event, context: Context) -> Sequence[NewEvent]:
    """The top of every unit that lost a member by this event."""
    representative = event.payload["representante_demanda_id"]
    return _told(event, context, _members(event), representative, sempre=True)


def react_retirada(event: Event, context: Context) -> Sequence[NewEvent]:
    """The top of the unit, where the demand stood in it."""
    demanda = event.payload["demanda_id"]
    return _told(event, context, (demanda,), demanda, sempre=False)


def _told(
    event: Event, context: Context, left: Iterable[str], gatilho: str, *, sempre: bool
) -> list[NewEvent]:
    own = bytes.fromhex(event.event_hash)
    lost: dict[str, list[Chave]] = {}
    for demanda in left:
        place = rows.read_place(context.db, demanda)
        if place is not None and place.saiu_por == own:
            lost.setdefault(place.unidade_civica_id, []).append(place.chave)
    events = []
    for unidade, keys in sorted(lost.items()):
        if not context.holds(unidade):
            continue
        order = rows.memory(context.db).unidade(unidade)
        motivo = rules.significancia_da_saida(order.before(min(keys)) + 1, sempre=sempre)
        if motivo is not None:
            top = rows.memory(context.db).topo(unidade, rules.TOPO)
            events.append(told_top(context, unidade, motivo, gatilho, (top, len(order))))
    return events
