"""Folds the hierarchy of units, and lets waiting demands stand under the units above them."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select

from core.base.territorio.montagem import linhas_do_evento
from core.colonies.d6a_sorteio import rows
from core.colonies.d6a_sorteio.tables import fila_cobertura, fila_pendentes, unidades
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

_COLUMNS = [column.name for column in unidades.columns]
_IS_UNIT = unidades.c.unidade_civica_id == bindparam("k_unidade")
_PARENT = Statement(select(unidades.c.parent_uc_id).where(_IS_UNIT))
_GONE = Statement(delete(unidades).where(_IS_UNIT))
_NEW = Statement(insert(unidades), _COLUMNS)
_ANY_WAITING = Statement(select(fila_pendentes.c.demanda_id).limit(1))
_UNDER = Statement(
    select(fila_cobertura.c.demanda_id)
    .where(fila_cobertura.c.unidade_civica_id == bindparam("k_unidade"))
    .order_by(fila_cobertura.c.demanda_id)
)
_ANY_UNDER = Statement(
    select(fila_cobertura.c.demanda_id)
    .where(fila_cobertura.c.unidade_civica_id == bindparam("k_unidade"))
    .limit(1)
)


def apply_territorio(event: Event, db: ApplyDb) -> None:
    """Upsert the units; demands that wait under one with another parent are covered anew."""
    lines = [{name: line[name] for name in _COLUMNS} for line in linhas_do_evento(event.payload)]
    moved = []
    if db.one(_ANY_WAITING) is not None:
        for line in lines:
            before = db.one(_PARENT, {"k_unidade": line["unidade_civica_id"]})
            if (before[0] if before else None) != line["parent_uc_id"]:
                moved.append(line["unidade_civica_id"])
    db.run_many(_GONE, [{"k_unidade": line["unidade_civica_id"]} for line in lines])
    db.run_many(_NEW, lines)
    under = {row[0] for unit in moved for row in db.all(_UNDER, {"k_unidade": unit})}
    for demanda in sorted(under):
        waiting = rows.read_waiting(db, demanda)
        if waiting is not None:
            rows.cover_anew(db, waiting)


def with_waiting(event: Event, db: ReadDb) -> list[str]:
    """The units of an import under which demands wait."""
    if db.one(_ANY_WAITING) is None:
        return []
    units = [line["unidade_civica_id"] for line in linhas_do_evento(event.payload)]
    return [unit for unit in units if db.one(_ANY_UNDER, {"k_unidade": unit}) is not None]
