"""Demands in a bounding box: rows, cells of a grid, and what has no place. One filter for all.

Source: Apêndice B D-7 (``demandas``); peers.md, rule 11.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import CTE, ColumnElement, Float, Integer, bindparam, cast, func, select

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


class Celula(NamedTuple):
    """Demands of one state in one cell of a grid.

    Args:
        coluna: from 180° west, in sides of a cell; ``linha`` from the south pole.
        lat, lng: their mean place.
        demanda_id: one of them: the only one where ``total`` is 1.
        nivel: the most urgent level among them; None where none has one yet.
    """

    coluna: int
    linha: int
    situacao: str
    total: int
    lat: float
    lng: float
    demanda_id: str
    nivel: int | None


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
        de: received at this moment or later (UTC); ``antes_de``: before that one.
    """

    situacoes: tuple[str, ...] = ABERTAS
    categoria: str | None = None
    nivel: int | None = None
    alcance: Alcance = field(default_factory=Alcance)
    de: str | None = None
    antes_de: str | None = None

    @property
    def quais(self) -> _Quais:
        """Which statement is needed."""
        return _Quais(
            self.alcance.tamanho,
            self.categoria is not None,
            self.nivel is not None,
            self.de is not None,
            self.antes_de is not None,
        )

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of that statement, without state and box."""
        return {
            **self.alcance.params,
            "k_categoria": self.categoria,
            "k_nivel": self.nivel,
            "k_desde": self.de,
            "k_antes": self.antes_de,
        }


class _Quais(NamedTuple):
    tamanho: Tamanho
    categoria: bool
    nivel: bool
    de: bool
    antes_de: bool


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


def _passing(quais: _Quais) -> list[ColumnElement[bool]]:
    """The conditions of a filter, for one state."""
    conditions: list[ColumnElement[bool]] = [
        _S.situacao == bindparam("k_situacao"),
        *within(_S.unidade_civica_id, quais.tamanho),
    ]
    if quais.categoria:
        conditions.append(_S.categoria_id == bindparam("k_categoria"))
    if quais.nivel:
        conditions.append(_S.nivel_precedencia == bindparam("k_nivel"))
    if quais.de:
        conditions.append(_S.recebida_em >= bindparam("k_desde"))
    if quais.antes_de:
        conditions.append(_S.recebida_em < bindparam("k_antes"))
    return conditions


@cache
def _map(quais: _Quais) -> Statement:
    """One seek per strip of latitude and state, along the longitude."""
    strip = strips()
    return Statement(
        select(*LISTADAS)
        .select_from(strip.join(snapshots, _S.faixa == strip.c.n))
        .where(*_passing(quais), *within_box(_S.coordenada_lat, _S.coordenada_lng))
        .limit(LIMITED)
    )


def _step(degrees: ColumnElement[Any], from_: float) -> ColumnElement[int]:
    """Whole sides of a cell from ``from_``: both databases cut alike what was rounded first."""
    sides = (degrees - from_) / cast(bindparam("k_lado"), Float)
    return cast(func.round(sides - 0.5), Integer)


@cache
def _cells(quais: _Quais) -> Statement:
    strip = strips()
    # Grouped outside: PostgreSQL takes the same parameter twice for two different expressions.
    placed = (
        select(
            _step(_S.coordenada_lng, -180.0).label("coluna"),
            _step(_S.coordenada_lat, -90.0).label("linha"),
            _S.coordenada_lat.label("lat"),
            _S.coordenada_lng.label("lng"),
            _S.demanda_id,
            _S.nivel_precedencia,
        )
        .select_from(strip.join(snapshots, _S.faixa == strip.c.n))
        .where(*_passing(quais), *within_box(_S.coordenada_lat, _S.coordenada_lng))
        .subquery()
    )
    p = placed.c
    return Statement(
        select(
            p.coluna,
            p.linha,
            func.count(),
            func.avg(p.lat),
            func.avg(p.lng),
            func.min(p.demanda_id),
            func.min(p.nivel_precedencia),
        ).group_by(p.coluna, p.linha)
    )


@cache
def _unplaced(quais: _Quais) -> Statement:
    return Statement(
        select(func.count()).select_from(snapshots).where(*_passing(quais), _S.faixa.is_(None))
    )


def _box(caixa: Caixa) -> dict[str, Any]:
    return {
        "k_de": faixa(caixa.sul),
        "k_ate": faixa(caixa.norte),
        "k_oeste": caixa.oeste,
        "k_leste": caixa.leste,
        "k_sul": caixa.sul,
        "k_norte": caixa.norte,
    }


def read_map(
    cursor: Cursor,
    dialect: Dialect,
    caixa: Caixa,
    filtro: FiltroMapa = FiltroMapa(),
    limite: int = MAP_LIMIT,
) -> NoMapa:
    """Demands in a box."""
    statement = _map(filtro.quais)
    params = {**filtro.params, **_box(caixa)}
    found: list[DemandaListada] = []
    for situacao in filtro.situacoes:
        wanted = {**params, "k_situacao": situacao, "k_limite": limite + 1 - len(found)}
        found += map(listed, statement.run(cursor, dialect, wanted).fetchall())
        if len(found) > limite:
            break
    shown = sorted(found[:limite])
    return NoMapa(shown, len(found) > limite)


def read_cells(
    cursor: Cursor, dialect: Dialect, caixa: Caixa, lado: float, filtro: FiltroMapa = FiltroMapa()
) -> list[Celula]:
    """How many demands lie in each cell of a grid, by state; their sum is all of the box.

    ``lado`` is the side of a cell in degrees. Cells begin at 180° west and the south pole, so that
    the same side gives the same cells wherever the box lies.
    """
    params = {**filtro.params, **_box(caixa), "k_lado": lado}
    found: list[Celula] = []
    for situacao in filtro.situacoes:
        rows = _cells(filtro.quais).run(cursor, dialect, {**params, "k_situacao": situacao})
        found += (
            Celula(column, row, situacao, total, float(lat), float(lng), one, level)
            for column, row, total, lat, lng, one, level in rows.fetchall()
        )
    return found


def count_unplaced(cursor: Cursor, dialect: Dialect, filtro: FiltroMapa = FiltroMapa()) -> int:
    """Demands that pass and that no map can show: their place has no coordinates."""
    total = 0
    for situacao in filtro.situacoes:
        params = {**filtro.params, "k_situacao": situacao}
        total += _unplaced(filtro.quais).run(cursor, dialect, params).fetchone()[0]
    return total
