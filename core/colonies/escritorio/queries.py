"""Reads: who this office says it is."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import bindparam, select

from core.colonies.escritorio.tables import escritorio
from core.kernel.store.statement import Cursor, Dialect, Statement

_ROW = Statement(
    select(
        escritorio.c.nome,
        escritorio.c.fuso,
        escritorio.c.unidades,
        escritorio.c.sul,
        escritorio.c.oeste,
        escritorio.c.norte,
        escritorio.c.leste,
    ).where(escritorio.c.no == bindparam("k_no"))
)


_SIDES = ("sul", "oeste", "norte", "leste")


@dataclass(frozen=True, slots=True)
class EscritorioAtual:
    """Name, IANA zone, served units and bounding box (degrees; None: no box) of a node."""

    nome: str
    fuso: str
    unidades: tuple[str, ...]
    caixa: dict[str, float] | None = None


def read_escritorio(cursor: Cursor, dialect: Dialect, no: str) -> EscritorioAtual | None:
    """The present configuration of a node; None before the first."""
    row = _ROW.run(cursor, dialect, {"k_no": no}).fetchone()
    if row is None:
        return None
    box = None if row[3] is None else dict(zip(_SIDES, row[3:7], strict=True))
    units = tuple(msgspec.json.decode(row[2], type=list[str]))
    return EscritorioAtual(row[0], row[1], units, box)
