"""An item's rows, read and written: what handlers and commands have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from core.colonies.d1d_moderacao.rules import status_of
from core.colonies.d1d_moderacao.tables import (
    anotacoes,
    decisoes_moderacao,
    denylist,
    descricoes_midia,
    fila_moderacao,
    reservas,
)
from core.kernel.colony import EVERYTHING, ApplyDb, ReadDb
from core.kernel.store.statement import Statement

ITEM: Final = tuple(column.name for column in fila_moderacao.columns)
DECISION: Final = tuple(column.name for column in decisoes_moderacao.columns)
_F, _D, _M = fila_moderacao.c, decisoes_moderacao.c, descricoes_midia.c
_IS = _F.item_id == bindparam("k_item")
_ONE = Statement(select(fila_moderacao).where(_IS))
_NEW = Statement(insert(fila_moderacao), list(ITEM))
_SET = Statement(
    update(fila_moderacao)
    .where(_IS)
    .values({name: bindparam(f"n_{name}") for name in ITEM if name != "item_id"})
)
_OF_DEMAND = Statement(
    select(fila_moderacao)
    .where(_F.demanda_id == bindparam("k_demanda"), _F.tipo == bindparam("k_tipo"))
    .order_by(_F.item_id)
)
_DECISIONS = Statement(
    select(decisoes_moderacao)
    .where(_D.item_id == bindparam("k_item"))
    .order_by(_D.altura, _D.evento)
)
_DECISION_KNOWN = Statement(
    select(_D.altura).where(_D.item_id == bindparam("k_item"), _D.evento == bindparam("k_evento"))
)
_DECISION_NEW = Statement(insert(decisoes_moderacao), list(DECISION))
_DESCRIPTIONS_GONE = Statement(
    delete(descricoes_midia).where(_M.demanda_id == bindparam("k_demanda"))
)
_DESCRIPTION_GONE = Statement(
    delete(descricoes_midia).where(
        _M.demanda_id == bindparam("k_demanda"), _M.indice == bindparam("k_indice")
    )
)
_DESCRIPTION_NEW = Statement(
    insert(descricoes_midia), [column.name for column in descricoes_midia.columns]
)
_NOTES_GONE = Statement(delete(anotacoes).where(anotacoes.c.demanda_id == bindparam("k_demanda")))
_NOTES_OF_GONE = Statement(delete(anotacoes).where(anotacoes.c.conta_id == bindparam("k_conta")))
_LEASES_OF_GONE = Statement(delete(reservas).where(reservas.c.conta_id == bindparam("k_conta")))
_LEASES_GONE = Statement(
    delete(reservas).where(
        reservas.c.item_id.in_(select(_F.item_id).where(_F.demanda_id == bindparam("k_demanda")))
    )
)
_L = denylist.c
_LIST = Statement(select(_L.versao, _L.termos).where(_L.no == bindparam("k_no")))
_LIST_GONE = Statement(delete(denylist).where(_L.no == bindparam("k_no")))
_LIST_NEW = Statement(insert(denylist), [column.name for column in denylist.columns])


def read_item(db: ReadDb, item_id: str) -> dict[str, Any] | None:
    """The row of the queue."""
    row = db.one(_ONE, {"k_item": item_id})
    return None if row is None else dict(zip(ITEM, row, strict=True))


def texts_of(db: ReadDb, demanda_id: str) -> list[dict[str, Any]]:
    """All items about a demand's text."""
    return _of_demand(db, demanda_id, "texto")


def files_of(db: ReadDb, demanda_id: str, anexo_id: str) -> list[dict[str, Any]]:
    """All items about one file of a demand."""
    return [one for one in _of_demand(db, demanda_id, "anexo") if one["referencia_id"] == anexo_id]


def _of_demand(db: ReadDb, demanda_id: str, tipo: str) -> list[dict[str, Any]]:
    rows = db.all(_OF_DEMAND, {"k_demanda": demanda_id, "k_tipo": tipo})
    return [dict(zip(ITEM, row, strict=True)) for row in rows]


def decisions(db: ReadDb, item_id: str) -> list[dict[str, Any]]:
    """What was decided on an item, in fold order."""
    rows = db.all(_DECISIONS, {"k_item": item_id})
    return [dict(zip(DECISION, row, strict=True)) for row in rows]


def add_decision(db: ApplyDb, values: Mapping[str, Any]) -> bool:
    """Append to the history; False where it is there already."""
    key = {"k_item": values["item_id"], "k_evento": values["evento"]}
    if db.one(_DECISION_KNOWN, key) is not None:
        return False
    db.run(_DECISION_NEW, values)
    return True


def settle(db: ApplyDb, item: Mapping[str, Any], *, is_new: bool = False) -> None:
    """Write an item with the status that its decisions give it, whenever they came."""
    made = decisions(db, item["item_id"])
    values = {
        **item,
        "status": status_of(
            [one["decisao"] for one in made],
            is_current=bool(item["vigente"]),
            is_taken_along=bool(item["removido_junto"]),
        ),
    }
    if made:
        values["decidido_em"] = made[-1]["data"]
        values["versao_vista"] = bytes(made[-1]["evento"]).hex()
    if is_new:
        db.run(_NEW, values)
        return
    changes = {f"n_{name}": value for name, value in values.items() if name != "item_id"}
    db.run(_SET, {"k_item": values["item_id"], **changes})


def set_descriptions(db: ApplyDb, demanda_id: str, rows: list[dict[str, Any]]) -> None:
    """What a model said of a demand's media, in the place of what it said before."""
    db.run(_DESCRIPTIONS_GONE, {"k_demanda": demanda_id})
    if rows:
        db.run_many(_DESCRIPTION_NEW, rows)


def drop_description(db: ApplyDb, demanda_id: str, indice: int) -> None:
    """What a model said of a file that was removed."""
    db.run(_DESCRIPTION_GONE, {"k_demanda": demanda_id, "k_indice": indice})


def forget_local(ids: frozenset[str], db: ApplyDb) -> None:
    """Notes and leases about demands, for a note may quote a text, and those of an erased account."""
    for one in sorted(ids - {EVERYTHING}):
        for statement in (_NOTES_GONE, _LEASES_GONE):
            db.run(statement, {"k_demanda": one})
        for statement in (_NOTES_OF_GONE, _LEASES_OF_GONE):
            db.run(statement, {"k_conta": one})


def read_list(db: ReadDb, no: str) -> tuple[int, str | None] | None:
    """(version, JSON of the terms) of a node's denylist; None where it never told one."""
    row = db.one(_LIST, {"k_no": no})
    return None if row is None else (row[0] or 0, row[1])


def set_list(db: ApplyDb, values: Mapping[str, Any]) -> None:
    """Put a node's denylist in the place of the one before."""
    db.run(_LIST_GONE, {"k_no": values["no"]})
    db.run(_LIST_NEW, values)


def decoded(listed: str) -> tuple[str, ...]:
    """Terms out of their JSON array."""
    return msgspec.json.decode(listed, type=tuple[str, ...])
