"""The top of a unit: told where it changed, remembered as it was told.

Source: D-4 3.3 and 4.5, G-072, G-073, G-083.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, update

from core.colonies.d4_ranking import rows, rules
from core.colonies.d4_ranking.order import Chave, Previa
from core.colonies.d4_ranking.progress import UNIDADE, advance
from core.colonies.d4_ranking.tables import topos
from core.kernel.colony import ApplyDb, Context
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement

_TOP_AGAIN: Final = Statement(
    update(topos)
    .where(topos.c.unidade_civica_id == bindparam("k_unidade"))
    .values(top_10=bindparam("n_top"), atualizado_em=bindparam("n_em"))
)
_TOP_NEW: Final = rows.new(topos)


def apply_atualizado(event: Event, db: ApplyDb) -> None:
    """The top as it was told: what a later one is compared with."""
    payload = event.payload
    unidade = payload["unidade_civica_id"]
    advance(event, db, UNIDADE + unidade)
    told = [(item["demanda_id"], float(item["score_final"]) + 0.0) for item in payload["top_10"]]
    top = msgspec.json.encode(told).decode()
    again = {"k_unidade": unidade, "n_top": top, "n_em": event.timestamp}
    if db.run_counted(_TOP_AGAIN, again) == 0:
        row = {"unidade_civica_id": unidade, "top_10": top, "atualizado_em": event.timestamp}
        db.run(_TOP_NEW, row)


def changed_top(
    context: Context, unidade_civica_id: str, depois: Previa, gatilho: str
) -> list[NewEvent]:
    """The top of a unit where a moved demand changed it, else nothing.

    Args:
        context: of the step.
        unidade_civica_id: the unit.
        depois: its order before and after.
        gatilho: the demand that moved.
    """
    top = depois.top(rules.TOPO)
    motivo = rules.significancia(
        _demand(depois.first_before()), _demand(top[0] if top else None), depois.moved_at()
    )
    if motivo is None:
        return []
    return [told_top(context, unidade_civica_id, motivo, gatilho, (top, len(depois)))]


def _demand(key: Chave | None) -> str | None:
    return None if key is None else key[1]


def told_top(
    context: Context,
    unidade_civica_id: str,
    motivo: rules.Motivo,
    gatilho: str,
    ordem: tuple[Sequence[Chave], int],
) -> NewEvent:
    """``ranking.atualizado``; ``ordem`` is (top, total)."""
    payload = rules.atualizado(
        unidade_civica_id,
        motivo,
        gatilho,
        *ordem,
        versao_parametros=rows.memory(context.db).parametros.versao,
        agora=context.now(),
    )
    return NewEvent(rules.ATUALIZADO, payload, sujeito=unidade_civica_id)
