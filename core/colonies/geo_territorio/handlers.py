"""Folds ``territorio.importado``: units are put in place or replaced, none is ever taken away."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select

from core.base.territorio.montagem import anexo_de_contornos, com_contorno, linhas_do_evento
from core.colonies.geo_territorio.tables import lotes, unidades
from core.kernel.colony import EVERYTHING, ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

_U = unidades.c
_OUTLINES = Statement(select(_U.contornos).where(_U.unidade_civica_id == bindparam("k_unidade")))
_GONE = Statement(delete(unidades).where(_U.unidade_civica_id == bindparam("k_unidade")))
_NEW = Statement(insert(unidades), [column.name for column in unidades.columns])
_LOT_GONE = Statement(
    delete(lotes).where(
        lotes.c.importacao_id == bindparam("k_importacao"), lotes.c.lote == bindparam("k_lote")
    )
)
_LOT_NEW = Statement(insert(lotes), [column.name for column in lotes.columns])


def apply_importado(event: Event, db: ApplyDb) -> None:
    """Upsert the event's units; one that comes without an outline keeps the one it had."""
    payload = event.payload
    attachment = anexo_de_contornos(event.anexos)
    rows = linhas_do_evento(payload)
    for row in rows:
        before = db.one(_OUTLINES, {"k_unidade": row["unidade_civica_id"]})
        row["contornos"] = com_contorno(before[0] if before else None, attachment)
        row["importacao_id"] = payload["importacao_id"]
        row["atualizado_em"] = event.timestamp
    db.run_many(_GONE, [{"k_unidade": row["unidade_civica_id"]} for row in rows])
    db.run_many(_NEW, rows)
    db.run(_LOT_GONE, {"k_importacao": payload["importacao_id"], "k_lote": payload["lote"]})
    db.run(
        _LOT_NEW,
        {
            "importacao_id": payload["importacao_id"],
            "lote": payload["lote"],
            "lotes": payload["lotes"],
            "no": event.no,
            "fonte": payload["fonte"],
            "unidades": len(rows),
            "anexo_sha256": attachment,
            "versao_fronteira": payload.get("versao_fronteira"),
            "importado_em": event.timestamp,
        },
    )


def keys(_event: Event) -> frozenset[str]:
    """Imports may name the same units: they follow each other."""
    return frozenset({EVERYTHING})
