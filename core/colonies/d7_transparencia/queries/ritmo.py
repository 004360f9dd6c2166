"""How fast demands move: how long until somebody acts, until the end, and how many a week.

Sums tell a mean and nothing else; a median needs every value, so that these reads walk the demands
that have one. They are for a screen that reads in the background.
Source: Apêndice B D-7 (Dashboard básico); issue of part 4, Painel.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Integer, and_, bindparam, case, cast, func, select, union_all

from core.colonies.d7_transparencia.queries.alcance import Alcance, Tamanho, within
from core.colonies.d7_transparencia.rules.situacao import ABERTAS
from core.colonies.d7_transparencia.tables import snapshots
from core.kernel.store.statement import Cursor, Dialect, Statement

CHUNK: Final = 20_000
"""Values taken over at once: no call holds the interpreter for more."""
_S = snapshots.c


@cache
def _starts(tamanho: Tamanho) -> Statement:
    return Statement(
        select(_S.inicio_s)
        .where(_S.inicio_s.is_not(None), *within(_S.unidade_civica_id, tamanho))
        .order_by(_S.inicio_s)
    )


@cache
def _ends(tamanho: Tamanho) -> Statement:
    return Statement(
        select(_S.conclusao_s)
        .where(
            _S.situacao == "concluida",
            _S.concluida_em.is_not(None),
            _S.conclusao_s.is_not(None),
            *within(_S.unidade_civica_id, tamanho),
        )
        .order_by(_S.conclusao_s)
    )


def read_starts(cursor: Cursor, dialect: Dialect, alcance: Alcance) -> array[int]:
    """Seconds from reception to the first act, rising, of every demand that had one."""
    return _values(cursor, dialect, _starts(alcance.tamanho), alcance)


def read_ends(cursor: Cursor, dialect: Dialect, alcance: Alcance) -> array[int]:
    """Seconds from reception to the end, rising, of every concluded demand that tells them."""
    return _values(cursor, dialect, _ends(alcance.tamanho), alcance)


def _values(cursor: Cursor, dialect: Dialect, statement: Statement, alcance: Alcance) -> array[int]:
    found = array("q")
    statement.run(cursor, dialect, alcance.params)
    while rows := cursor.fetchmany(CHUNK):
        found.extend(int(row[0]) for row in rows)
    return found


class Semana(NamedTuple):
    """How many came and how many were concluded between two moments."""

    recebidas: int
    concluidas: int


@cache
def _per_week(tamanho: Tamanho, semanas: int, *, fim: bool) -> Statement:
    column = _S.concluida_em if fim else _S.recebida_em
    conditions: list[ColumnElement[bool]] = [
        column >= bindparam("k_w0"),
        column < bindparam(f"k_w{semanas}"),
        *within(_S.unidade_civica_id, tamanho),
    ]
    if fim:
        conditions.append(_S.situacao == "concluida")
    return Statement(
        select(
            *(
                func.count(
                    case(
                        (
                            and_(column >= bindparam(f"k_w{n}"), column < bindparam(f"k_w{n + 1}")),
                            1,
                        )
                    )
                )
                for n in range(semanas)
            )
        ).where(*conditions)
    )


def read_weeks(
    cursor: Cursor, dialect: Dialect, alcance: Alcance, limites: Sequence[str]
) -> list[Semana]:
    """What came and what was concluded between each two neighbouring moments.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        alcance: whose demands.
        limites: rising UTC moments, the end of the last span included.
    """
    spans = len(limites) - 1
    params: dict[str, Any] = {
        **alcance.params,
        **{f"k_w{n}": moment for n, moment in enumerate(limites)},
    }
    size = alcance.tamanho
    came = _per_week(size, spans, fim=False).run(cursor, dialect, params).fetchone()
    done = _per_week(size, spans, fim=True).run(cursor, dialect, params).fetchone()
    return [Semana(int(a), int(b)) for a, b in zip(came, done, strict=True)]


@cache
def _without_point(tamanho: Tamanho) -> Statement:
    """Seeks along the map's index: a strip that is null is a demand no map can show."""
    each = union_all(
        *(
            select(_S.demanda_id).where(
                _S.situacao == one,
                _S.faixa.is_(None),
                *within(_S.unidade_civica_id, tamanho),
            )
            for one in ABERTAS
        )
    ).subquery("sem_ponto")
    return Statement(select(cast(func.count(), Integer)).select_from(each))


def count_without_point(cursor: Cursor, dialect: Dialect, alcance: Alcance) -> int:
    """Open demands that have no coordinates, so that no map can show them."""
    row = _without_point(alcance.tamanho).run(cursor, dialect, alcance.params).fetchone()
    return int(row[0])
