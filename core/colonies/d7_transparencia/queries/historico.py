"""What was resolved in a unit and below it, the latest conclusion first, by pages.

Source: Apêndice B D-7 (``uc/historico``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from sqlalchemy import bindparam, select, tuple_

from core.colonies.d7_transparencia.queries.alcance import Alcance, merged, units_with
from core.colonies.d7_transparencia.queries.demanda import LIMIT
from core.colonies.d7_transparencia.queries.listas import (
    LIMITED,
    LISTADAS,
    DemandaListada,
    like,
    listed,
)
from core.colonies.d7_transparencia.rules.valores import folded
from core.colonies.d7_transparencia.tables import snapshots
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_S = snapshots.c


@dataclass(frozen=True, slots=True)
class FiltroHistorico:
    """Which concluded demands; None where it does not matter.

    Args:
        titulo: part of the title, with or without accents.
        de: concluded at or after this UTC moment.
        antes_de: concluded before this UTC moment.
    """

    categoria: str | None = None
    titulo: str | None = None
    de: str | None = None
    antes_de: str | None = None


class PontoHistorico(NamedTuple):
    """Where a page ended."""

    concluida_em: str
    demanda_id: str


# After every moment and id, in whatever order a database collates.
_LAST: Final = PontoHistorico("9999-12-31T23:59:59.999Z", "ffffffff-ffff-ffff-ffff-ffffffffffff")
_ENDED: Final = (_S.concluida_em.desc(), _S.demanda_id.desc())


@cache
def _history(categoria: bool, titulo: bool) -> Statement:
    conditions = [
        _S.unidade_civica_id == bindparam("k_unidade"),
        _S.situacao == "concluida",
        _S.concluida_em >= bindparam("k_de"),
        tuple_(_S.concluida_em, _S.demanda_id)
        < tuple_(bindparam("k_concluida"), bindparam("k_demanda")),
    ]
    if categoria:
        conditions.append(_S.categoria_id == bindparam("k_categoria"))
    if titulo:
        conditions.append(_S.titulo_busca.like(bindparam("k_titulo"), escape="\\"))
    return Statement(select(*LISTADAS).where(*conditions).order_by(*_ENDED).limit(LIMITED))


def read_history(
    cursor: Cursor,
    dialect: Dialect,
    alcance: Alcance,
    filtro: FiltroHistorico = FiltroHistorico(),
    limite: int = LIMIT,
    depois: PontoHistorico | None = None,
) -> list[DemandaListada]:
    """Concluded demands in reach, the latest conclusion first."""
    statement = _history(filtro.categoria is not None, filtro.titulo is not None)
    start = depois or PontoHistorico(filtro.antes_de or _LAST.concluida_em, "")
    if depois is None and filtro.antes_de is None:
        start = _LAST
    common = {
        "k_de": filtro.de or "",
        "k_categoria": filtro.categoria,
        "k_titulo": like(folded(filtro.titulo) or ""),
    }

    def fetch(unidade: str, last: Row | None, size: int) -> list[Row]:
        ended, demand = start if last is None else (last[10], last[0])
        place = {"k_unidade": unidade, "k_concluida": ended, "k_demanda": demand}
        params = {**common, **place, "k_limite": size}
        found: list[Row] = statement.run(cursor, dialect, params).fetchall()
        return found

    units = units_with(cursor, dialect, alcance, "concluida", filtro.categoria)
    return [listed(row) for row in merged(units, fetch, _latest_first, limite)]


def _latest_first(row: Row) -> tuple[list[int], list[int]]:
    """Rises where moment and id fall."""
    return ([-ord(char) for char in row[10]], [-ord(char) for char in row[0]])
