"""Lists of demands: what was resolved, a unit's ranking and agenda, the map.

Pages go on by key, never by offset. A ranking's positions are counted when it is read; what it
lists is open and stands in the unit (G-075, G-028). Source: Apêndice B D-7, G-043.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Float,
    Integer,
    Select,
    bindparam,
    case,
    cast,
    func,
    select,
    tuple_,
)

from core.colonies.d7_transparencia.queries.alcance import Alcance, merged, units_with
from core.colonies.d7_transparencia.queries.demanda import LIMIT, score_of
from core.colonies.d7_transparencia.rules.situacao import ABERTAS, NA_AGENDA
from core.colonies.d7_transparencia.rules.valores import faixa, folded
from core.colonies.d7_transparencia.tables import contagens, snapshots
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

MAP_LIMIT: Final = 2_000
_S = snapshots.c
_TITLE: Final = case((_S.oculta == 0, _S.titulo)).label("titulo_publico")
_COLUMNS: Final = (
    _S.demanda_id,
    _S.protocolo,
    _TITLE,
    _S.situacao,
    _S.situacao_desde,
    _S.categoria_id,
    _S.subcategoria_id,
    _S.nivel_precedencia,
    _S.unidade_civica_id,
    _S.recebida_em,
    _S.concluida_em,
    _S.conclusao_via,
    _S.ordem_score,
    _S.ranqueada_em,
    _S.coordenada_lat,
    _S.coordenada_lng,
    _S.total_confirmacoes,
    _S.agregado_representante_id,
    _S.conselheiro_id,
    _S.grupo_id,
    _S.oculta,
    _S.conteudo_removido,
)
_LIMITED: Final = cast(bindparam("k_limite"), Integer)


class DemandaListada(NamedTuple):
    """A demand in a list; ``titulo`` is None where none may be shown."""

    demanda_id: str
    protocolo: str | None
    titulo: str | None
    situacao: str
    situacao_desde: str
    categoria_id: str | None
    subcategoria_id: str | None
    nivel_precedencia: int | None
    unidade_civica_id: str | None
    recebida_em: str | None
    concluida_em: str | None
    conclusao_via: str | None
    score: Decimal | None
    lat: float | None
    lng: float | None
    total_confirmacoes: int
    agregado_representante_id: str | None
    conselheiro_id: str | None
    grupo_id: str | None
    is_oculta: bool
    is_removida: bool


def _listed(row: Row) -> DemandaListada:
    order, ranked = row[12:14]
    flags = (bool(row[20]), bool(row[21]))
    return DemandaListada._make((*row[:12], score_of(order, ranked), *row[14:20], *flags))


def _like(part: str) -> str:
    """A pattern that finds a folded part anywhere."""
    for special in ("\\", "%", "_"):
        part = part.replace(special, "\\" + special)
    return f"%{part}%"


# -- what was resolved ----------------------------------------------------------------------------


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
    return Statement(select(*_COLUMNS).where(*conditions).order_by(*_ENDED).limit(_LIMITED))


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
        "k_titulo": _like(folded(filtro.titulo) or ""),
    }

    def fetch(unidade: str, last: Row | None, size: int) -> list[Row]:
        ended, demand = start if last is None else (last[10], last[0])
        place = {"k_unidade": unidade, "k_concluida": ended, "k_demanda": demand}
        params = {**common, **place, "k_limite": size}
        found: list[Row] = statement.run(cursor, dialect, params).fetchall()
        return found

    units = units_with(cursor, dialect, alcance, "concluida", filtro.categoria)
    return [_listed(row) for row in merged(units, fetch, _latest_first, limite)]


def _latest_first(row: Row) -> tuple[list[int], list[int]]:
    """Rises where moment and id fall."""
    return ([-ord(char) for char in row[10]], [-ord(char) for char in row[0]])


# -- ranking --------------------------------------------------------------------------------------


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
_RANKING_FIRST = Statement(select(*_COLUMNS).where(_IN_RANKING).order_by(*_ORDER).limit(_LIMITED))
_RANKING_AFTER = Statement(
    select(*_COLUMNS)
    .where(
        _IN_RANKING,
        tuple_(*_ORDER) > tuple_(cast(bindparam("k_ordem"), BigInteger), bindparam("k_demanda")),
    )
    .order_by(*_ORDER)
    .limit(_LIMITED)
)
_RANKED: Final = select(
    func.row_number().over(order_by=_ORDER).label("posicao"), *_COLUMNS, _S.titulo_busca
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
        .limit(_LIMITED)
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
        params |= {"k_titulo": _like(folded(titulo) or ""), "k_posicao": before}
        rows = _ranking_found().run(cursor, dialect, params).fetchall()
        return [_position(int(row[0]), row[1:-1]) for row in rows]
    if depois is None:
        rows = _RANKING_FIRST.run(cursor, dialect, params).fetchall()
    else:
        params |= {"k_ordem": depois.ordem_score, "k_demanda": depois.demanda_id}
        rows = _RANKING_AFTER.run(cursor, dialect, params).fetchall()
    return [_position(number, row) for number, row in enumerate(rows, before + 1)]


def _position(number: int, row: Row) -> Posicao:
    return Posicao(number, _listed(row), PontoRanking(number, row[12], row[0]))


def count_ranking(cursor: Cursor, dialect: Dialect, unidade: str) -> int:
    """How many demands a unit's ranking lists, by the sums."""
    return int(_LISTED_TOTAL.run(cursor, dialect, {"k_unidade": unidade}).fetchone()[0])


# -- agenda ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FiltroBacklog:
    """Which items; None where it does not matter. ``situacoes`` in the order of the bands."""

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
    return Statement(select(*_COLUMNS).where(*conditions).order_by(*_ORDER).limit(_LIMITED))


def read_backlog(
    cursor: Cursor,
    dialect: Dialect,
    unidade: str,
    filtro: FiltroBacklog = FiltroBacklog(),
    limite: int = LIMIT,
    depois: PontoBacklog | None = None,
) -> list[DemandaListada]:
    """A page of exactly this unit's agenda, the highest score first (G-043)."""
    common = {"k_unidade": unidade, "k_nivel": filtro.nivel, "k_categoria": filtro.categoria}

    def fetch(situacao: str, last: Row | None, size: int) -> list[Row]:
        after = depois if last is None else PontoBacklog(last[12], last[0])
        params = {**common, "k_situacao": situacao, "k_limite": size}
        if after is not None:
            params |= {"k_ordem": after.ordem_score, "k_demanda": after.demanda_id}
        statement = _backlog(
            filtro.nivel is not None, filtro.categoria is not None, after is not None
        )
        found: list[Row] = statement.run(cursor, dialect, params).fetchall()
        return found

    def key(row: Row) -> tuple[int, str]:
        return (row[12], row[0])

    return [_listed(row) for row in merged(filtro.situacoes, fetch, key, limite)]


# -- map ------------------------------------------------------------------------------------------


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


@cache
def _map() -> Statement:
    """One seek per strip of latitude and state, along the longitude."""
    strip = select(cast(bindparam("k_de"), Integer).label("n")).cte("faixas", recursive=True)
    strip = strip.union_all(
        select(strip.c.n + 1).where(strip.c.n < cast(bindparam("k_ate"), Integer))
    )
    return Statement(
        select(*_COLUMNS)
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
        .limit(_LIMITED)
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
        found += map(_listed, _map().run(cursor, dialect, wanted).fetchall())
        if len(found) > limite:
            break
    shown = sorted(found[:limite])
    return NoMapa(shown, len(found) > limite)
