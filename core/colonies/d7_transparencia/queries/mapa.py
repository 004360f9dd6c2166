"""Demands in a bounding box. Source: Apêndice B D-7 (``demandas``)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import CTE, Float, Integer, bindparam, cast, select

from core.colonies.d7_transparencia.queries.listas import LIMITED, LISTADAS, DemandaListada, listed
from core.colonies.d7_transparencia.rules.situacao import ABERTAS
from core.colonies.d7_transparencia.rules.valores import faixa
from core.colonies.d7_transparencia.tables import snapshots
from core.kernel.store.statement import Cursor, Dialect, Statement

MAP_LIMIT: Final = 2_000
_S = snapshots.c


class Caixa(NamedTuple):
    """A bounding box in WGS 84 degrees."""

    sul: float
    oeste: float
    norte: float
    leste: float


class NoMapa(NamedTuple):
    """Demands in a box; ``is_cortado`` where there are more than were asked for."""

    demandas: list[DemandaListada]
    is_cortado: bool


def strips() -> CTE:
    """The strips of latitude from ``k_de`` to ``k_ate``, as ``n``."""
    strip = select(cast(bindparam("k_de"), Integer).label("n")).cte("faixas", recursive=True)
    return strip.union_all(
        select(strip.c.n + 1).where(strip.c.n < cast(bindparam("k_ate"), Integer))
    )


@cache
def _map() -> Statement:
    """One seek per strip of latitude and state, along the longitude."""
    strip = strips()
    return Statement(
        select(*LISTADAS)
        .select_from(strip.join(snapshots, _S.faixa == strip.c.n))
        .where(
            _S.situacao == bindparam("k_situacao"),
            _S.coordenada_lng.between(
                cast(bindparam("k_oeste"), Float), cast(bindparam("k_leste"), Float)
            ),
            _S.coordenada_lat.between(
                cast(bindparam("k_sul"), Float), cast(bindparam("k_norte"), Float)
            ),
        )
        .limit(LIMITED)
    )


def read_map(
    cursor: Cursor,
    dialect: Dialect,
    caixa: Caixa,
    situacoes: tuple[str, ...] = ABERTAS,
    limite: int = MAP_LIMIT,
) -> NoMapa:
    """Demands in a box; without ``situacoes`` what is open: not resolved, joined or withdrawn."""
    params: dict[str, Any] = {
        "k_de": faixa(caixa.sul),
        "k_ate": faixa(caixa.norte),
        "k_oeste": caixa.oeste,
        "k_leste": caixa.leste,
        "k_sul": caixa.sul,
        "k_norte": caixa.norte,
    }
    found: list[DemandaListada] = []
    for situacao in situacoes:
        wanted = {**params, "k_situacao": situacao, "k_limite": limite + 1 - len(found)}
        found += map(listed, _map().run(cursor, dialect, wanted).fetchall())
        if len(found) > limite:
            break
    shown = sorted(found[:limite])
    return NoMapa(shown, len(found) > limite)
