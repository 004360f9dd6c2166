"""Folds the territory, and takes up again what waited for it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select

from core.base.territorio.montagem import anexo_de_contornos, com_contorno, linhas_do_evento
from core.colonies.d2_georreferenciamento.handlers.demanda import resolved, waiting_of
from core.colonies.d2_georreferenciamento.handlers.mapa import changes_of_all
from core.colonies.d2_georreferenciamento.tables import importacoes, mudancas, unidades
from core.kernel.colony import ApplyDb, Context
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement

_UNIT_COLUMNS = [column.name for column in unidades.columns]
_IS_UNIT = unidades.c.unidade_civica_id == bindparam("k_unidade")
_OUTLINES = Statement(select(unidades.c.contornos).where(_IS_UNIT))
_UNIT_GONE = Statement(delete(unidades).where(_IS_UNIT))
_UNIT_NEW = Statement(insert(unidades), _UNIT_COLUMNS)
_IMPORT_GONE = Statement(
    delete(importacoes).where(
        importacoes.c.importacao_id == bindparam("k_importacao"),
        importacoes.c.no == bindparam("k_no"),
    )
)
_IMPORT_NEW = Statement(insert(importacoes), [column.name for column in importacoes.columns])
_CHANGES_GONE = Statement(delete(mudancas))
_CHANGE_NEW = Statement(insert(mudancas), [column.name for column in mudancas.columns])


def apply_territorio(event: Event, db: ApplyDb) -> None:
    """Upsert the units; the last lot of an import judges every resolved demand."""
    payload = event.payload
    attachment = anexo_de_contornos(event.anexos)
    rows = []
    for line in linhas_do_evento(payload):
        before = db.one(_OUTLINES, {"k_unidade": line["unidade_civica_id"]})
        line["contornos"] = com_contorno(before[0] if before else None, attachment)
        rows.append({name: line[name] for name in _UNIT_COLUMNS})
    db.run_many(_UNIT_GONE, [{"k_unidade": row["unidade_civica_id"]} for row in rows])
    db.run_many(_UNIT_NEW, rows)
    db.drop_memory()
    if not is_last_lot(event):
        return
    db.run(_IMPORT_GONE, {"k_importacao": payload["importacao_id"], "k_no": event.no})
    db.run(
        _IMPORT_NEW,
        {
            "importacao_id": payload["importacao_id"],
            "no": event.no,
            "versao_fronteira": payload.get("versao_fronteira") or payload["importacao_id"],
            "evento": bytes.fromhex(event.event_hash),
            "altura": event.altura,
            "concluida_em": event.timestamp,
        },
    )
    db.run(_CHANGES_GONE)
    db.run_many(_CHANGE_NEW, changes_of_all(db))


def react_territorio(event: Event, context: Context) -> Sequence[NewEvent]:
    """After the last lot: resolve what this office left waiting (G-062)."""
    if not is_last_lot(event):
        return ()
    rows = waiting_of(event.no, context.db)
    return resolved(rows, context.db.memory) if rows else ()


def is_last_lot(event: Event) -> bool:
    """Whether an import is whole with this event: its lots follow each other in the log."""
    return bool(event.payload["lote"] == event.payload["lotes"])
