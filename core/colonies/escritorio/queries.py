"""Reads: who this office says it is."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import bindparam, select

from core.colonies.escritorio.tables import escritorio
from core.kernel.store.statement import Cursor, Dialect, Statement

_ROW = Statement(
    select(escritorio.c.nome, escritorio.c.fuso, escritorio.c.unidades).where(
        escritorio.c.no == bindparam("k_no")
    )
)


@dataclass(frozen=True, slots=True)
class EscritorioAtual:
    """Name, IANA zone and served units of a node."""

    nome: str
    fuso: str
    unidades: tuple[str, ...]


def read_escritorio(cursor: Cursor, dialect: Dialect, no: str) -> EscritorioAtual | None:
    """The present configuration of a node; None before the first."""
    row = _ROW.run(cursor, dialect, {"k_no": no}).fetchone()
    if row is None:
        return None
    return EscritorioAtual(row[0], row[1], tuple(msgspec.json.decode(row[2], type=list[str])))
