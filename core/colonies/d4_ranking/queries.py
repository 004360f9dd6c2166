"""Reads of D-4: pages of a unit's ranking, the place of a demand, the set in force.

Positions are counted, never stored. A page goes on from a key, not from a number, so that a
demand which enters meanwhile moves none of those that were read (peers.md 8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, and_, bindparam, func, or_, select

from core.base.parametros.conjunto import PADRAO, Parametros, de_payload, para_payload
from core.colonies.d4_ranking.tables import a_ranquear, parametros, rankings
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

LIMITE: Final = 50

_R, _P = rankings.c, parametros.c


class Continuacao(NamedTuple):
    """Where a page ends: the next one begins after it."""

    score_final: float
    demanda_id: str


@dataclass(frozen=True, slots=True)
class Posicao:
    """A demand in the ranking of its unit, with the breakdown of its score.

    Args:
        posicao: from 1; None where it has left the ranking.
        correlacao_id: of the chain of events it belongs to.
        calculado_em: when the score was computed.
        is_ativo: it stands in the ranking.
    """

    posicao: int | None
    demanda_id: str
    unidade_civica_id: str
    score_final: float
    peso_nacional: float
    peso_situacional: float
    score_horizontal: int
    nivel_precedencia: int
    categoria_id: str
    versao_parametros: str
    correlacao_id: str | None
    calculado_em: str
    is_ativo: bool


@dataclass(frozen=True, slots=True)
class Pagina:
    """A page of a unit's ranking.

    Args:
        itens: in order.
        total: demands of the unit.
        proxima: None on the last page.
    """

    itens: tuple[Posicao, ...]
    total: int
    proxima: Continuacao | None


@dataclass(frozen=True, slots=True)
class EmVigor:
    """The set in force.

    Args:
        parametros: the set.
        hash_conteudo: of its content, 64 hex.
        carregado_em: None for the default, which nobody loaded.
    """

    parametros: Parametros
    hash_conteudo: str
    carregado_em: str | None


@dataclass(frozen=True, slots=True)
class Fatia:
    """Demands of one unit and level that were scored with the same weights.

    Args:
        quantas: how many stand in the ranking.
        menor: their lowest score.
        maior: their highest.
    """

    unidade_civica_id: str
    nivel_precedencia: int
    peso_nacional: float
    peso_situacional: float
    versao_parametros: str
    quantas: int
    menor: float
    maior: float


@dataclass(frozen=True, slots=True)
class Versao:
    """A set that was loaded at some time.

    Args:
        evento: hash of its ``parametros.carregados``, 64 hex.
        parametros: the set.
        hash_conteudo: of its content, 64 hex.
    """

    evento: str
    parametros: Parametros
    hash_conteudo: str
    is_em_vigor: bool
    carregado_em: str


class Pontuada(NamedTuple):
    """A row of a unit's order, with what its score was made of."""

    demanda_id: str
    score_final: float
    nivel_precedencia: int
    score_horizontal: int


_COLUMNS: Final = (
    _R.demanda_id,
    _R.unidade_civica_id,
    _R.score_final,
    _R.peso_nacional,
    _R.peso_situacional,
    _R.score_horizontal,
    _R.nivel_precedencia,
    _R.categoria_id,
    _R.versao_parametros,
    _R.correlacao_id,
    _R.calculado_em,
    _R.ativo,
)
_OF_UNIT: Final = and_(_R.unidade_civica_id == bindparam("k_unidade"), _R.ativo == 1)
_ORDER: Final = (_R.score_final.desc(), _R.demanda_id)


def _after(score: Any, demanda: Any) -> ColumnElement[bool]:
    """Rows that stand after a key."""
    return and_(
        _R.score_final <= score,
        or_(_R.score_final < score, _R.demanda_id > demanda),
    )


def _before(score: Any, demanda: Any) -> ColumnElement[bool]:
    """Rows that stand before a key."""
    return and_(
        _R.score_final >= score,
        or_(_R.score_final > score, _R.demanda_id < demanda),
    )


_KEY: Final[tuple[Any, Any]] = (bindparam("k_score"), bindparam("k_demanda"))
_FIRST: Final = Statement(
    select(*_COLUMNS).where(_OF_UNIT).order_by(*_ORDER).limit(bindparam("k_limite"))
)
_NEXT: Final = Statement(
    select(*_COLUMNS).where(_OF_UNIT, _after(*_KEY)).order_by(*_ORDER).limit(bindparam("k_limite"))
)
_TOTAL: Final = Statement(select(func.count()).select_from(rankings).where(_OF_UNIT))
_COUNT_BEFORE: Final = Statement(
    select(func.count()).select_from(rankings).where(_OF_UNIT, _before(*_KEY))
)
_DEMAND: Final = Statement(select(*_COLUMNS).where(_R.demanda_id == bindparam("k_demanda")))
_IN_FORCE: Final = Statement(
    select(_P.conteudo, _P.hash_conteudo, _P.carregado_em).where(_P.em_vigor == 1)
)
_UNITS: Final = Statement(
    select(_R.unidade_civica_id, func.count())
    .where(_R.ativo == 1)
    .group_by(_R.unidade_civica_id)
    .order_by(func.count().desc(), _R.unidade_civica_id)
    .limit(bindparam("k_limite"))
)
_OF_SET: Final = Statement(
    select(func.count())
    .select_from(rankings)
    .where(_R.ativo == 1, _R.versao_parametros == bindparam("k_versao"))
)
_WAITING: Final = Statement(select(func.count()).select_from(a_ranquear))
_SLICE: Final = (
    _R.unidade_civica_id,
    _R.nivel_precedencia,
    _R.peso_nacional,
    _R.peso_situacional,
    _R.versao_parametros,
)
_SLICES: Final = Statement(
    select(*_SLICE, func.count(), func.min(_R.score_final), func.max(_R.score_final))
    .where(_R.ativo == 1)
    .group_by(*_SLICE)
    .order_by(*_SLICE)
)
_VERSIONS: Final = Statement(
    select(_P.evento, _P.conteudo, _P.hash_conteudo, _P.em_vigor, _P.carregado_em).order_by(
        _P.em_vigor.desc(), _P.carregado_em.desc(), _P.evento
    )
)
_SCORES: Final = Statement(
    select(_R.demanda_id, _R.score_final, _R.nivel_precedencia, _R.score_horizontal)
    .where(_OF_UNIT)
    .order_by(*_ORDER)
)
_FETCH: Final = 2_000


def read_page(
    cursor: Cursor,
    dialect: Dialect,
    unidade_civica_id: str,
    depois: Continuacao | None = None,
    limite: int = LIMITE,
) -> Pagina:
    """A page of a unit's ranking, with the positions that hold now.

    Args:
        cursor: of a reader.
        dialect: of that connection.
        unidade_civica_id: the exact unit (G-028).
        depois: ``proxima`` of the page before; None for the first.
        limite: rows of a page.
    """
    params: dict[str, Any] = {"k_unidade": unidade_civica_id, "k_limite": limite + 1}
    statement = _FIRST
    if depois is not None:
        statement = _NEXT
        params |= {"k_score": depois.score_final, "k_demanda": depois.demanda_id}
    found = statement.run(cursor, dialect, params).fetchall()
    first = 1 if depois is None or not found else 1 + _count_before(cursor, dialect, found[0])
    items = tuple(_position(row, first + place) for place, row in enumerate(found[:limite]))
    last = items[-1] if len(found) > limite else None
    return Pagina(
        items,
        read_total(cursor, dialect, unidade_civica_id),
        None if last is None else Continuacao(last.score_final, last.demanda_id),
    )


def read_top(
    cursor: Cursor, dialect: Dialect, unidade_civica_id: str, quantas: int
) -> tuple[Posicao, ...]:
    """The first demands of a unit."""
    params = {"k_unidade": unidade_civica_id, "k_limite": quantas}
    found = _FIRST.run(cursor, dialect, params).fetchall()
    return tuple(_position(row, place) for place, row in enumerate(found, 1))


def read_total(cursor: Cursor, dialect: Dialect, unidade_civica_id: str) -> int:
    """How many demands a unit's ranking has."""
    row = _TOTAL.run(cursor, dialect, {"k_unidade": unidade_civica_id}).fetchone()
    return int(row[0])


def read_position(cursor: Cursor, dialect: Dialect, demanda_id: str) -> Posicao | None:
    """A demand's place and breakdown; None where it has no score."""
    row = _DEMAND.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    if row is None:
        return None
    return _position(row, 1 + _count_before(cursor, dialect, row) if row[-1] else None)


def read_units(cursor: Cursor, dialect: Dialect, limite: int = LIMITE) -> list[tuple[str, int]]:
    """(unit, its demands), the largest ranking first."""
    return [tuple(row) for row in _UNITS.run(cursor, dialect, {"k_limite": limite}).fetchall()]


def read_in_force(cursor: Cursor, dialect: Dialect) -> EmVigor:
    """The set that weighs now."""
    row = _IN_FORCE.run(cursor, dialect).fetchone()
    if row is None:
        return EmVigor(PADRAO, para_payload(PADRAO)["hash_conteudo"], None)
    return EmVigor(de_payload(msgspec.json.decode(row[0])), row[1], row[2])


def count_of_set(cursor: Cursor, dialect: Dialect, versao: str) -> int:
    """How many demands of the rankings have their score by a set of that label."""
    return int(_OF_SET.run(cursor, dialect, {"k_versao": versao}).fetchone()[0])


def read_waiting(cursor: Cursor, dialect: Dialect) -> int:
    """How many demands have a category and no score for it yet."""
    return int(_WAITING.run(cursor, dialect).fetchone()[0])


def read_slices(cursor: Cursor, dialect: Dialect) -> list[Fatia]:
    """Which weights the ranked demands have, unit by unit and level by level: one scan."""
    return [Fatia(*row) for row in _SLICES.run(cursor, dialect).fetchall()]


def read_versions(cursor: Cursor, dialect: Dialect) -> list[Versao]:
    """Every set that was loaded: the one in force, then the others, last loaded first."""
    return [
        Versao(
            bytes(row[0]).hex(),
            de_payload(msgspec.json.decode(row[1])),
            row[2],
            bool(row[3]),
            row[4],
        )
        for row in _VERSIONS.run(cursor, dialect).fetchall()
    ]


def read_scores(
    cursor: Cursor, dialect: Dialect, unidade_civica_id: str
) -> Iterator[list[Pontuada]]:
    """A unit's whole order in portions; the cursor is in use until the last one."""
    _SCORES.run(cursor, dialect, {"k_unidade": unidade_civica_id})
    while rows := cursor.fetchmany(_FETCH):
        yield [Pontuada(*row) for row in rows]


def _count_before(cursor: Cursor, dialect: Dialect, row: Row) -> int:
    params = {"k_unidade": row[1], "k_score": row[2], "k_demanda": row[0]}
    return int(_COUNT_BEFORE.run(cursor, dialect, params).fetchone()[0])


def _position(row: Row, posicao: int | None) -> Posicao:
    return Posicao(*(posicao, *row[:-1], bool(row[-1])))
