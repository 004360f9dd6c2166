"""Every demand in the order that a person asks for: identifiers first, rows by page.

The list of a hundred thousand is their identifiers, read in portions, and what a page shows of
them (``listas.read_listed``): scrolling costs what is looked at. Filters are those of the panel
and the map, so that their numbers are equal (peers.md, rule 11).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, get_args

from sqlalchemy import (
    ColumnElement,
    Float,
    Integer,
    and_,
    bindparam,
    case,
    cast,
    collate,
    exists,
    or_,
    select,
)

from core.colonies.d7_transparencia.queries.alcance import Alcance, Tamanho, within
from core.colonies.d7_transparencia.queries.mapa import Caixa
from core.colonies.d7_transparencia.queries.procura import bounds, has_word
from core.colonies.d7_transparencia.rules.prazos import PADRAO, Agora, Parametros, limites
from core.colonies.d7_transparencia.rules.situacao import SITUACOES
from core.colonies.d7_transparencia.rules.somas import TIPOS_DE_ESPERA
from core.colonies.d7_transparencia.tables import esperas, snapshots, unidades
from core.kernel.store.statement import Cursor, Dialect, Statement

CHUNK: Final = 10_000
"""Identifiers that one call to the driver brings: others may use the interpreter in between."""
ATRASADA: Final = "qualquer"
"""Overdue by whatever wait."""

Ordem = Literal[
    "recebida", "situacao", "desde", "unidade", "categoria", "nivel", "pontos", "protocolo"
]
Marca = Literal["local_incerto", "sem_ponto", "oculta"]
"""Placed with low confidence; on no map for want of coordinates; with its text held back."""
MARCAS: Final[tuple[Marca, ...]] = get_args(Marca)
ORDENS: Final[tuple[Ordem, ...]] = get_args(Ordem)
_S, _U, _W = snapshots.c, unidades.c, esperas.c


@dataclass(frozen=True, slots=True)
class FiltroDemandas:
    """Which demands; None or empty where it does not matter.

    Args:
        situacoes: any of these states.
        alcance: a unit and all below it, or that unit alone.
        de: received at this moment or later.
        antes: received before this moment.
        sem_lugar: only those that no unit is known of.
        atraso: a kind of wait that is overdue, or ``ATRASADA`` for any.
        palavras: beginnings of words, all of which the public text has.
        caixa: within it.
        marca: what the panel counts apart.
    """

    situacoes: tuple[str, ...] = ()
    nivel: int | None = None
    categoria: str | None = None
    alcance: Alcance = field(default_factory=Alcance)
    de: str | None = None
    antes: str | None = None
    sem_lugar: bool = False
    atraso: str | None = None
    palavras: tuple[str, ...] = ()
    caixa: Caixa | None = None
    marca: Marca | None = None


class _Shape(NamedTuple):
    """What a statement depends on; the values come as parameters."""

    dialect: Dialect
    ordem: Ordem
    decrescente: bool
    tamanho: Tamanho
    situacoes: int
    palavras: int
    nivel: bool
    categoria: bool
    de: bool
    antes: bool
    sem_lugar: bool
    atraso: str | None
    caixa: bool
    marca: Marca | None


def _key(ordem: Ordem, dialect: Dialect) -> ColumnElement[Any]:
    """What is sorted by; text by code points on either database."""
    if ordem == "situacao":
        return case({one: place for place, one in enumerate(SITUACOES)}, value=_S.situacao)
    columns: dict[str, ColumnElement[Any]] = {
        "recebida": _S.recebida_em,
        "desde": _S.situacao_desde,
        "unidade": _U.nome_busca,
        "categoria": _S.categoria_id,
        "protocolo": _S.protocolo,
        "nivel": _S.nivel_precedencia,
        "pontos": case((_S.ranqueada_em.is_not(None), -_S.ordem_score)),
    }
    found = columns[ordem]
    is_text = ordem not in {"nivel", "pontos"}
    return collate(found, "C") if is_text and dialect == "postgresql" else found


@lru_cache(maxsize=128)
def _ids(shape: _Shape) -> Statement:
    key = _key(shape.ordem, shape.dialect)
    source: Any = snapshots
    if shape.ordem == "unidade":
        source = snapshots.outerjoin(unidades, _U.unidade_civica_id == _S.unidade_civica_id)
    order = [key.desc(), _S.demanda_id.desc()] if shape.decrescente else [key, _S.demanda_id]
    return Statement(
        select(_S.demanda_id)
        .select_from(source)
        .where(*_conditions(shape))
        .order_by(key.is_(None), *order)
    )


def _conditions(shape: _Shape) -> list[ColumnElement[bool]]:
    found = within(_S.unidade_civica_id, shape.tamanho)
    if shape.situacoes:
        found.append(_S.situacao.in_([bindparam(f"k_s{n}") for n in range(shape.situacoes)]))
    if shape.nivel:
        found.append(_S.nivel_precedencia == bindparam("k_nivel"))
    if shape.categoria:
        found.append(_S.categoria_id == bindparam("k_categoria"))
    if shape.de:
        found.append(_S.recebida_em >= bindparam("k_de"))
    if shape.antes:
        found.append(_S.recebida_em < bindparam("k_antes"))
    if shape.sem_lugar:
        found.append(_S.unidade_civica_id.is_(None))
    if shape.atraso is not None:
        found.append(_is_overdue(shape.atraso))
    if shape.marca is not None:
        found.append(_MARKED[shape.marca])
    found += [has_word(_S.demanda_id, n) for n in range(shape.palavras)]
    if shape.caixa:
        found += [
            _S.coordenada_lat.between(_degree("k_sul"), _degree("k_norte")),
            _S.coordenada_lng.between(_degree("k_oeste"), _degree("k_leste")),
        ]
    return found


_MARKED: Final[dict[Marca, ColumnElement[bool]]] = {
    "local_incerto": _S.confianca_geo == "baixa",
    "sem_ponto": _S.faixa.is_(None),
    "oculta": _S.oculta == 1,
}


def _degree(name: str) -> ColumnElement[float]:
    return cast(bindparam(name), Float)


def _is_overdue(atraso: str) -> ColumnElement[bool]:
    kinds = TIPOS_DE_ESPERA if atraso == ATRASADA else (atraso,)
    late = or_(*(and_(_W.tipo == one, _W.desde < bindparam(f"k_{one}")) for one in kinds))
    return exists().where(_W.demanda_id == _S.demanda_id, late)


def list_demands(
    cursor: Cursor,
    dialect: Dialect,
    filtro: FiltroDemandas,
    agora: Agora,
    ordem: Ordem = "recebida",
    *,
    decrescente: bool = True,
    parametros: Parametros = PADRAO,
) -> list[str]:
    """Identifiers of all demands that pass, in order; what has no value to sort by comes last.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        filtro: which.
        agora: the moment that tells what is overdue.
        ordem: by what.
        decrescente: the newest, highest or last first.
        parametros: how long is too long.
    """
    shape = _Shape(
        dialect,
        ordem,
        decrescente,
        filtro.alcance.tamanho,
        len(filtro.situacoes),
        len(filtro.palavras),
        filtro.nivel is not None,
        filtro.categoria is not None,
        filtro.de is not None,
        filtro.antes is not None,
        filtro.sem_lugar,
        filtro.atraso,
        filtro.caixa is not None,
        filtro.marca,
    )
    params: dict[str, Any] = {
        **filtro.alcance.params,
        **{f"k_s{n}": one for n, one in enumerate(filtro.situacoes)},
        **bounds(filtro.palavras),
        "k_nivel": filtro.nivel,
        "k_categoria": filtro.categoria,
        "k_de": filtro.de,
        "k_antes": filtro.antes,
    }
    if filtro.atraso is not None:
        params |= {f"k_{tipo}": limit for tipo, limit in limites(agora, parametros).items()}
    if filtro.caixa is not None:
        params |= {f"k_{side}": value for side, value in filtro.caixa._asdict().items()}
    rows = _ids(shape).run(cursor, dialect, params)
    found: list[str] = []
    while chunk := rows.fetchmany(CHUNK):
        found += [row[0] for row in chunk]
    return found


_WAITS: Final = Statement(
    select(_W.tipo, _W.desde).where(_W.demanda_id == bindparam("k_demanda")).order_by(_W.tipo)
)


class Espera(NamedTuple):
    """What a demand waits for, since when, and whether that is too long."""

    tipo: str
    desde: str
    is_atrasada: bool


def read_waits(
    cursor: Cursor,
    dialect: Dialect,
    demanda_id: str,
    agora: Agora,
    parametros: Parametros = PADRAO,
) -> list[Espera]:
    """The waits of one demand, by kind."""
    limits = limites(agora, parametros)
    rows = _WAITS.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    return [Espera(tipo, since, since < limits[tipo]) for tipo, since in rows]


class Vizinha(NamedTuple):
    """A demand near another in the same ranking."""

    posicao: int
    demanda_id: str


_AHEAD: Final = Statement(
    select(_S.demanda_id)
    .where(
        _S.fila_unidade_id == bindparam("k_unidade"),
        or_(
            _S.ordem_score < cast(bindparam("k_ordem"), Integer),
            and_(
                _S.ordem_score == cast(bindparam("k_ordem"), Integer),
                _S.demanda_id < bindparam("k_demanda"),
            ),
        ),
    )
    .order_by(_S.ordem_score.desc(), _S.demanda_id.desc())
    .limit(cast(bindparam("k_limite"), Integer))
)


def read_ahead(
    cursor: Cursor, dialect: Dialect, colunas: Any, posicao: int, limite: int
) -> list[Vizinha]:
    """Who stands directly before a demand in its unit's ranking, the nearest first.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        colunas: the demand's row of ``d7_demanda_snapshots``.
        posicao: its place now.
        limite: how many.
    """
    params = {
        "k_unidade": colunas["fila_unidade_id"],
        "k_ordem": colunas["ordem_score"],
        "k_demanda": colunas["demanda_id"],
        "k_limite": limite,
    }
    rows = _AHEAD.run(cursor, dialect, params).fetchall()
    return [Vizinha(posicao - step, row[0]) for step, row in enumerate(rows, 1)]
