"""Folds ``escritorio.configurado``: the last configuration of a node holds."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert

from core.colonies.escritorio.tables import escritorio
from core.kernel.colony import ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

_GONE = Statement(delete(escritorio).where(escritorio.c.no == bindparam("k_no")))
_NEW = Statement(insert(escritorio), [column.name for column in escritorio.columns])


def apply_configurado(event: Event, db: ApplyDb) -> None:
    """Replace the node's row. An erased name leaves an empty one."""
    payload = event.payload
    box: dict[str, Any] = payload.get("caixa") or {}
    db.run(_GONE, {"k_no": event.no})
    db.run(
        _NEW,
        {
            "no": event.no,
            "nome": payload.get("nome", ""),
            "fuso": payload["fuso"],
            "unidades": msgspec.json.encode(payload["unidades"]).decode(),
            "sul": box.get("sul"),
            "oeste": box.get("oeste"),
            "norte": box.get("norte"),
            "leste": box.get("leste"),
            "configurado_em": event.timestamp,
        },
    )


def keys(event: Event) -> frozenset[str]:
    """One node's configurations follow each other."""
    return frozenset({event.no})
