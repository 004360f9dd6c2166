"""A unit's ranking and its public agenda.

Positions are counted when they are read; what a ranking lists is open and stands in exactly this
unit (G-075, G-028). Pages go on by key, never by offset. Source: Apêndice B D-7, G-043.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, Select, and_, bindparam, cast, func, or_, select, tuple_

from core.colonies.d7_transparencia.queries.alcance import merged
from core.colonies.d7_transparencia.queries.demanda import LIMIT
from core.colonies.d7_transparencia.queries.listas import (
    LIMITED,
    LISTADAS,
    DemandaListada,
    like,
    listed,
)
from core.colonies.d7_transparencia.rules.situacao import NA_AGENDA
from core.colonies.d7_transparencia.rules.valores import folded, from_json
from core.colonies.d7_transparencia.tables import agendas, contagens, snapshots
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

_S = snapshots.c
ESPERANDO: Final = "aguardando_vaga"


class PontoRanking(NamedTuple):
    """Where a page of a ranking ended, and at which position."""

    posicao: int
    ordem_score: int
    demanda_id: str


class Posicao(NamedTuple):
    """A line of a ranking; ``ponto`` is given back to read on."""

    posicao: int
    demanda: DemandaListada
    ponto: PontoRanking


_ORDER: Final = (_S.ordem_score, _S.demanda_id)
_IN_RANKING: Final = _S.fila_unidade_id == bindparam("k_unidade")
_RANKING_FIRST = Statement(select(*LISTADAS).where(_IN_RANKING).order_by(*_ORDER).limit(LIMITED))
_RANKING_AFTER = Statement(
    select(*LISTADAS)
    .where(
        _IN_RANKING,
        tuple_(*_ORDER) > tuple_(cast(bindparam("k_ordem"), BigInteger), bindparam("k_demanda")),
    )
    .order_by(*_ORDER)
    .limit(LIMITED)
)
_RANKED: Final = select(
    func.row_number().over(order_by=_ORDER).label("posicao"), *LISTADAS, _S.titulo_busca
).where(_IN_RANKING)
_LISTED_TOTAL = Statement(
    select(func.coalesce(func.sum(contagens.c.na_fila), 0)).where(
        contagens.c.unidade_civica_id == bindparam("k_unidade")
    )
)


@cache
def _ranking_found() -> Statement:
    """Positions among all, then those whose title holds a part: a search reads the whole unit."""
    ranked = _RANKED.subquery("classificadas")
    wanted: Select[Any] = (
        select(ranked)
        .where(
            ranked.c.titulo_busca.like(bindparam("k_titulo"), escape="\\"),
            ranked.c.posicao > cast(bindparam("k_posicao"), BigInteger),
        )
        .order_by(ranked.c.posicao)
        .limit(LIMITED)
    )
    return Statement(wanted)


def read_ranking(
    cursor: Cursor,
    dialect: Dialect,
    unidade: str,
    limite: int = LIMIT,
    depois: PontoRanking | None = None,
    titulo: str | None = None,
) -> list[Posicao]:
    """A page of a unit's ranking, numbered from 1 without gaps.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        unidade: exactly this unit (G-028).
        limite: how many lines.
        depois: where the page before ended.
        titulo: only titles that hold this part; positions stay those of the whole ranking.
    """
    before = 0 if depois is None else depois.posicao
    params: dict[str, Any] = {"k_unidade": unidade, "k_limite": limite}
    if titulo is not None:
        params |= {"k_titulo": like(folded(titulo) or ""), "k_posicao": before}
        rows = _ranking_found().run(cursor, dialect, params).fetchall()
        return [_position(int(row[0]), row[1:-1]) for row in rows]
    if depois is None:
        rows = _RANKING_FIRST.run(cursor, dialect, params).fetchall()
    else:
        params |= {"k_ordem": depois.ordem_score, "k_demanda": depois.demanda_id}
        rows = _RANKING_AFTER.run(cursor, dialect, params).fetchall()
    return [_position(number, row) for number, row in enumerate(rows, before + 1)]


def _position(number: int, row: Row) -> Posicao:
    return Posicao(number, listed(row), PontoRanking(number, row[12], row[0]))


_FOUND: Final = Statement(
    select(_S.demanda_id).where(
        _IN_RANKING,
        or_(
            and_(_S.oculta == 0, _S.titulo_busca.like(bindparam("k_titulo"), escape="\\")),
            _S.protocolo.like(bindparam("k_protocolo"), escape="\\"),
        ),
    )
)


def find_in_ranking(cursor: Cursor, dialect: Dialect, unidade: str, parte: str) -> frozenset[str]:
    """What a unit's ranking lists with this in the public title or the protocol number."""
    params = {
        "k_unidade": unidade,
        "k_titulo": like(folded(parte) or ""),
        "k_protocolo": like(parte.upper()),
    }
    rows = _FOUND.run(cursor, dialect, params).fetchall()
    return frozenset(row[0] for row in rows)


def count_ranking(cursor: Cursor, dialect: Dialect, unidade: str) -> int:
    """How many demands a unit's ranking lists, by the sums."""
    return int(_LISTED_TOTAL.run(cursor, dialect, {"k_unidade": unidade}).fetchone()[0])


# -- agenda ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FiltroBacklog:
    """Which items; None where it does not matter."""

    situacoes: tuple[str, ...] = NA_AGENDA
    nivel: int | None = None
    categoria: str | None = None


class PontoBacklog(NamedTuple):
    """Where a page of an agenda ended."""

    ordem_score: int
    demanda_id: str


@cache
def _backlog(nivel: bool, categoria: bool, depois: bool) -> Statement:
    conditions = [
        _S.unidade_civica_id == bindparam("k_unidade"),
        _S.situacao == bindparam("k_situacao"),
    ]
    if nivel:
        conditions.append(_S.nivel_precedencia == bindparam("k_nivel"))
    if categoria:
        conditions.append(_S.categoria_id == bindparam("k_categoria"))
    if depois:
        after = tuple_(cast(bindparam("k_ordem"), BigInteger), bindparam("k_demanda"))
        conditions.append(tuple_(*_ORDER) > after)
    return Statement(select(*LISTADAS).where(*conditions).order_by(*_ORDER).limit(LIMITED))


def read_backlog(
    cursor: Cursor,
    dialect: Dialect,
    unidade: str,
    filtro: FiltroBacklog = FiltroBacklog(),
    limite: int = LIMIT,
    depois: PontoBacklog | None = None,
) -> list[DemandaListada]:
    """A page of exactly this unit's agenda, the highest score first (G-043).

    On the agenda is what was announced or is worked on, and what headed the agenda when it was last
    made and still waits there: D-5 announces only its first item (G-118).
    """
    common = {"k_unidade": unidade, "k_nivel": filtro.nivel, "k_categoria": filtro.categoria}

    heads = _heads(cursor, dialect, unidade, filtro)

    def key(row: Row) -> tuple[int, str]:
        return (row[12], row[0])

    def fetch(situacao: str | None, last: Row | None, size: int) -> list[Row]:
        after = depois if last is None else PontoBacklog(last[12], last[0])
        if situacao is None:
            return [row for row in heads if after is None or key(row) > tuple(after)][:size]
        params = {**common, "k_situacao": situacao, "k_limite": size}
        if after is not None:
            params |= {"k_ordem": after.ordem_score, "k_demanda": after.demanda_id}
        statement = _backlog(
            filtro.nivel is not None, filtro.categoria is not None, after is not None
        )
        found: list[Row] = statement.run(cursor, dialect, params).fetchall()
        return found

    lists = [*filtro.situacoes, None] if heads else filtro.situacoes
    return [listed(row) for row in merged(lists, fetch, key, limite)]


_HEADS: Final = Statement(
    select(agendas.c.primeiras).where(agendas.c.unidade_civica_id == bindparam("k_unidade"))
)
_HEAD: Final = Statement(
    select(*LISTADAS).where(
        _S.demanda_id == bindparam("k_demanda"),
        _S.unidade_civica_id == bindparam("k_unidade"),
        _S.situacao == ESPERANDO,
    )
)


def _heads(cursor: Cursor, dialect: Dialect, unidade: str, filtro: FiltroBacklog) -> list[Row]:
    """Demands that headed the agenda when it was made and wait for their turn, by score."""
    if ESPERANDO in filtro.situacoes or not set(NA_AGENDA) <= set(filtro.situacoes):
        return []
    row = _HEADS.run(cursor, dialect, {"k_unidade": unidade}).fetchone()
    found: list[Row] = []
    for demanda in from_json(row[0]) or () if row else ():
        params = {"k_demanda": demanda, "k_unidade": unidade}
        one = _HEAD.run(cursor, dialect, params).fetchone()
        if one is not None and _passes(one, filtro):
            found.append(one)
    return sorted(found, key=lambda row: (row[12], row[0]))


def _passes(row: Row, filtro: FiltroBacklog) -> bool:
    category, level = row[5], row[7]
    return filtro.categoria in {None, category} and filtro.nivel in {None, level}
