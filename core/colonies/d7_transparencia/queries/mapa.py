"""Demands in a bounding box. Source: Apêndice B D-7 (``demandas``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import CTE, ColumnElement, Float, Integer, bindparam, cast, select

from core.colonies.d7_transparencia.queries.alcance import Alcance, Tamanho, within
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


@dataclass(frozen=True, slots=True)
class FiltroMapa:
    """Which demands; None where it does not matter.

    Args:
        situacoes: without others what is open: not resolved, joined or withdrawn.
        alcance: of a unit, or of a unit and all below it.
    """

    situacoes: tuple[str, ...] = ABERTAS
    categoria: str | None = None
    nivel: int | None = None
    alcance: Alcance = field(default_factory=Alcance)


def strips() -> CTE:
    """The strips of latitude from ``k_de`` to ``k_ate``, as ``n``."""
    strip = select(cast(bindparam("k_de"), Integer).label("n")).cte("faixas", recursive=True)
    return strip.union_all(
        select(strip.c.n + 1).where(strip.c.n < cast(bindparam("k_ate"), Integer))
    )


def within_box(lat: ColumnElement[Any], lng: ColumnElement[Any]) -> list[ColumnElement[bool]]:
    """The conditions on two columns of degrees."""
    return [
        lng.between(cast(bindparam("k_oeste"), Float), cast(bindparam("k_leste"), Float)),
        lat.between(cast(bindparam("k_sul"), Float), cast(bindparam("k_norte"), Float)),
    ]


@cache
def _map(tamanho: Tamanho, categoria: bool, nivel: bool) -> Statement:
    """One seek per strip of latitude and state, along the longitude."""
    strip = strips()
    conditions = [
        _S.situacao == bindparam("k_situacao"),
        *within_box(_S.coordenada_lat, _S.coordenada_lng),
        *within(_S.unidade_civica_id, tamanho),
    ]
    if categoria:
        conditions.append(_S.categoria_id == bindparam("k_categoria"))
    if nivel:
        conditions.append(_S.nivel_precedencia == bindparam("k_nivel"))
    return Statement(
        select(*LISTADAS)
        .select_from(strip.join(snapshots, _S.faixa == strip.c.n))
        .where(*conditions)
        .limit(LIMITED)
    )


def read_map(
    cursor: Cursor,
    dialect: Dialect,
    caixa: Caixa,
    filtro: FiltroMapa = FiltroMapa(),
    limite: int = MAP_LIMIT,
) -> NoMapa:
    """Demands in a box."""
    statement = _map(filtro.alcance.tamanho, filtro.categoria is not None, filtro.nivel is not None)
    params: dict[str, Any] = {
        **filtro.alcance.params,
        "k_categoria": filtro.categoria,
        "k_nivel": filtro.nivel,
        "k_de": faixa(caixa.sul),
        "k_ate": faixa(caixa.norte),
        "k_oeste": caixa.oeste,
        "k_leste": caixa.leste,
        "k_sul": caixa.sul,
        "k_norte": caixa.norte,
    }
    found: list[DemandaListada] = []
    for situacao in filtro.situacoes:
        wanted = {**params, "k_situacao": situacao, "k_limite": limite + 1 - len(found)}
        found += map(listed, statement.run(cursor, dialect, wanted).fetchall())
        if len(found) > limite:
            break
    shown = sorted(found[:limite])
    return NoMapa(shown, len(found) > limite)
