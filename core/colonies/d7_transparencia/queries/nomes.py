"""Names for identifiers that a sentence holds: units, councillors who agreed, demands' protocols."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, select

from core.colonies.d7_transparencia.tables import conselheiros, snapshots, unidades
from core.kernel.store.statement import Cursor, Dialect, Statement

_UNIT: Final = Statement(
    select(unidades.c.nome).where(unidades.c.unidade_civica_id == bindparam("k_id"))
)
_COUNCILLOR: Final = Statement(
    select(conselheiros.c.nome_publico).where(conselheiros.c.conselheiro_id == bindparam("k_id"))
)

_PROTOCOL: Final = Statement(
    select(snapshots.c.protocolo).where(snapshots.c.demanda_id == bindparam("k_id"))
)


def _names(
    cursor: Cursor, dialect: Dialect, statement: Statement, ids: Iterable[str]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in sorted(set(ids)):
        row = statement.run(cursor, dialect, {"k_id": one}).fetchone()
        if row is not None and row[0]:
            found[one] = str(row[0])
    return found


def unit_names(cursor: Cursor, dialect: Dialect, ids: Iterable[str]) -> dict[str, str]:
    """Id -> name, of the units that are known."""
    return _names(cursor, dialect, _UNIT, ids)


def councillor_names(cursor: Cursor, dialect: Dialect, ids: Iterable[str]) -> dict[str, str]:
    """Id -> name, of the councillors who agreed to be named."""
    return _names(cursor, dialect, _COUNCILLOR, ids)


def protocols(cursor: Cursor, dialect: Dialect, ids: Iterable[str]) -> dict[str, str]:
    """Id -> protocol number, of the demands that have one."""
    return _names(cursor, dialect, _PROTOCOL, ids)
