"""Reads: what was resolved, what waits, what new outlines would change."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Integer, bindparam, cast, func, select, tuple_

from core.colonies.d2_georreferenciamento.tables import (
    mantidas,
    mudancas,
    processados,
    resolucoes,
    revisoes,
)
from core.kernel.store.statement import Cursor, Dialect, Statement

LIMIT: Final = 50
Ponto = tuple[str, str]
"""Where a page ended: moment and demand of its last row."""
INICIO: Final[Ponto] = ("", "")

_S = resolucoes.c
_RESOLUTION: Final = Statement(
    select(
        _S.demanda_id,
        _S.unidade_civica_id,
        _S.nivel_minimo_resolvido,
        _S.cadeia_ucs,
        _S.municipio_id,
        _S.metodo_resolucao,
        _S.confianca_geo,
        _S.coordenadas_lat,
        _S.coordenadas_lng,
        _S.criado_em,
    ).where(_S.demanda_id == bindparam("k_demanda"))
)
_R = revisoes.c
_REVIEW_COLUMNS: Final = (
    _R.demanda_id,
    _R.coordenadas_lat,
    _R.coordenadas_lng,
    _R.precisao_local,
    _R.unidade_informada_id,
    _R.criado_em,
)
_REVIEWS: Final = Statement(
    select(*_REVIEW_COLUMNS)
    .order_by(_R.criado_em, _R.demanda_id)
    .limit(cast(bindparam("k_limite"), Integer))
    .offset(cast(bindparam("k_inicio"), Integer))
)
_REVIEWS_AFTER: Final = Statement(
    select(*_REVIEW_COLUMNS)
    .where(tuple_(_R.criado_em, _R.demanda_id) > tuple_(bindparam("k_em"), bindparam("k_demanda")))
    .order_by(_R.criado_em, _R.demanda_id)
    .limit(cast(bindparam("k_limite"), Integer))
)
_REVIEW: Final = Statement(select(*_REVIEW_COLUMNS).where(_R.demanda_id == bindparam("k_demanda")))
_REVIEW_COUNT: Final = Statement(select(func.count()).select_from(revisoes))
_M = mudancas.c
_CHANGE_COLUMNS: Final = (
    _M.demanda_id,
    _M.unidade_atual_id,
    _M.unidade_nova_id,
    _M.nivel_novo,
    _M.versao_fronteira,
    _M.detectada_em,
)
_CHANGES: Final = Statement(
    select(*_CHANGE_COLUMNS)
    .order_by(_M.detectada_em, _M.demanda_id)
    .limit(cast(bindparam("k_limite"), Integer))
    .offset(cast(bindparam("k_inicio"), Integer))
)
_CHANGES_AFTER: Final = Statement(
    select(*_CHANGE_COLUMNS)
    .where(
        tuple_(_M.detectada_em, _M.demanda_id) > tuple_(bindparam("k_em"), bindparam("k_demanda"))
    )
    .order_by(_M.detectada_em, _M.demanda_id)
    .limit(cast(bindparam("k_limite"), Integer))
)
_CHANGE: Final = Statement(select(*_CHANGE_COLUMNS).where(_M.demanda_id == bindparam("k_demanda")))
_CHANGE_COUNT: Final = Statement(select(func.count()).select_from(mudancas))
_K = mantidas.c
_KEPT: Final = Statement(
    select(
        _K.demanda_id,
        _K.event_id,
        _K.unidade_civica_id,
        _K.unidade_recusada_id,
        _K.motivo,
        _K.mantida_em,
    ).where(_K.demanda_id == bindparam("k_demanda"))
)
_OUTCOMES: Final = Statement(
    select(processados.c.resultado, func.count())
    .group_by(processados.c.resultado)
    .order_by(processados.c.resultado)
)


class ResolucaoLida(NamedTuple):
    """Where a demand belongs; ``cadeia`` from the smallest unit up."""

    demanda_id: str
    unidade_civica_id: str
    nivel: int
    cadeia: tuple[str, ...]
    municipio_id: str | None
    metodo: str
    confianca: str
    lat: float | None
    lng: float | None
    criado_em: str


class Revisao(NamedTuple):
    """A demand that waits for its unit."""

    demanda_id: str
    lat: float | None
    lng: float | None
    precisao: str
    unidade_informada_id: str | None
    criado_em: str


class Mudanca(NamedTuple):
    """A demand that the newest outlines put elsewhere; the unit is null outside all."""

    demanda_id: str
    unidade_atual_id: str
    unidade_nova_id: str | None
    nivel_novo: int | None
    versao_fronteira: str
    detectada_em: str


class Mantida(NamedTuple):
    """A person keeps the unit although outlines name another; ``motivo`` is restricted."""

    demanda_id: str
    event_id: str
    unidade_civica_id: str
    unidade_recusada_id: str | None
    motivo: str | None
    mantida_em: str


def read_resolution(cursor: Cursor, dialect: Dialect, demanda_id: str) -> ResolucaoLida | None:
    """The demand's unit; None while it has none."""
    row = _RESOLUTION.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    if row is None:
        return None
    values = list(row)
    values[3] = tuple(msgspec.json.decode(row[3], type=list[str]))
    return ResolucaoLida(*values)


def read_reviews(
    cursor: Cursor, dialect: Dialect, limite: int = LIMIT, inicio: int = 0
) -> list[Revisao]:
    """Demands that wait for their unit, oldest first."""
    params = {"k_limite": limite, "k_inicio": inicio}
    return [Revisao(*row) for row in _REVIEWS.run(cursor, dialect, params).fetchall()]


def read_reviews_after(
    cursor: Cursor, dialect: Dialect, limite: int, depois: Ponto = INICIO
) -> list[Revisao]:
    """The same, read on from where a page ended."""
    params = {"k_limite": limite, "k_em": depois[0], "k_demanda": depois[1]}
    return [Revisao(*row) for row in _REVIEWS_AFTER.run(cursor, dialect, params).fetchall()]


def read_review(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Revisao | None:
    """One that waits for its unit; None where it does not."""
    row = _REVIEW.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else Revisao(*row)


def count_reviews(cursor: Cursor, dialect: Dialect) -> int:
    """How many demands wait for their unit."""
    return int(_REVIEW_COUNT.run(cursor, dialect).fetchone()[0])


def read_changes(
    cursor: Cursor, dialect: Dialect, limite: int = LIMIT, inicio: int = 0
) -> list[Mudanca]:
    """Demands whose unit would change, oldest finding first."""
    params = {"k_limite": limite, "k_inicio": inicio}
    return [Mudanca(*row) for row in _CHANGES.run(cursor, dialect, params).fetchall()]


def read_changes_after(
    cursor: Cursor, dialect: Dialect, limite: int, depois: Ponto = INICIO
) -> list[Mudanca]:
    """The same, read on from where a page ended."""
    params = {"k_limite": limite, "k_em": depois[0], "k_demanda": depois[1]}
    return [Mudanca(*row) for row in _CHANGES_AFTER.run(cursor, dialect, params).fetchall()]


def read_change(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Mudanca | None:
    """What would change for one demand; None where nothing would."""
    row = _CHANGE.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else Mudanca(*row)


def read_kept(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Mantida | None:
    """The decision that a demand's unit stays; None where nobody made one that holds."""
    row = _KEPT.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else Mantida(*row)


def count_changes(cursor: Cursor, dialect: Dialect) -> int:
    """How many demands' unit would change."""
    return int(_CHANGE_COUNT.run(cursor, dialect).fetchone()[0])


def read_outcomes(cursor: Cursor, dialect: Dialect) -> dict[str, int]:
    """How many processed events ended how."""
    return {str(name): int(total) for name, total in _OUTCOMES.run(cursor, dialect).fetchall()}
