"""Reads: what is there by level and source, units by name, the way up and the way down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, String, bindparam, case, cast, func, select

from core.base.territorio.montagem import NENHUM_CONTORNO, unidade_da_linha
from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import UF, Unidade
from core.base.texto.search import searched
from core.colonies.geo_territorio.tables import lotes, unidades
from core.kernel.store.statement import Cursor, Dialect, Statement

LIMIT: Final = 50

_U = unidades.c
_COLUMNS: Final = (
    _U.unidade_civica_id, _U.fonte, _U.nivel, _U.codigo, _U.nome, _U.parent_uc_id, _U.contornos
)  # fmt: skip
_HAS_OUTLINE: Final = _U.contornos != NENHUM_CONTORNO
_ALL: Final = Statement(select(*_COLUMNS).order_by(_U.unidade_civica_id))
_ONE: Final = Statement(select(*_COLUMNS).where(_U.unidade_civica_id == bindparam("k_unidade")))
_CHILDREN: Final = Statement(
    select(*_COLUMNS)
    .where(_U.parent_uc_id == bindparam("k_pai"), _U.nivel < bindparam("k_nivel"))
    .order_by(_U.nivel.desc(), _U.nome_busca, _U.unidade_civica_id)
)
_SUMMARY: Final = Statement(
    select(
        _U.nivel,
        _U.fonte,
        func.count(),
        func.sum(case((_HAS_OUTLINE, 1), else_=0)),
        func.max(_U.atualizado_em),
    )
    .group_by(_U.nivel, _U.fonte)
    .order_by(_U.nivel.desc(), _U.fonte)
)
_UFS: Final = Statement(
    select(_U.unidade_civica_id, _U.codigo, _U.nome_busca)
    .where(_U.nivel == UF)
    .order_by(_U.unidade_civica_id)
)
_IMPORTS: Final = Statement(
    select(
        lotes.c.importacao_id,
        lotes.c.no,
        func.max(lotes.c.versao_fronteira),
        func.max(lotes.c.lotes),
        func.count(),
        func.sum(lotes.c.unidades),
        func.max(lotes.c.importado_em),
    )
    .group_by(lotes.c.importacao_id, lotes.c.no)
    .order_by(func.max(lotes.c.importado_em).desc(), lotes.c.importacao_id)
)


class UnidadeLida(NamedTuple):
    """A unit as it stands in the table; ``tem_contorno`` where an attachment may hold its outline."""

    unidade_civica_id: str
    fonte: str
    nivel: int
    codigo: str | None
    nome: str
    parent_uc_id: str | None
    tem_contorno: bool


class NivelFonte(NamedTuple):
    """One level of one source; ``atualizado_em`` is UTC."""

    nivel: int
    fonte: str
    unidades: int
    com_contorno: int
    atualizado_em: str


class ImportacaoFeita(NamedTuple):
    """One import of one node; incomplete while ``recebidos`` is less than ``lotes``."""

    importacao_id: str
    no: str
    versao_fronteira: str | None
    lotes: int
    recebidos: int
    unidades: int
    importado_em: str


@dataclass(frozen=True, slots=True)
class Filtro:
    """Which units are wanted; None where it does not matter.

    Args:
        nome: any part of the name, with or without accents.
        dentro_de: all units below this one, at any depth.
        pai: the units directly below this one.
    """

    nome: str | None = None
    nivel: int | None = None
    fonte: str | None = None
    dentro_de: str | None = None
    pai: str | None = None


def read_all(cursor: Cursor, dialect: Dialect) -> list[tuple[Unidade, str]]:
    """Every unit with its list of attachments, for ``core.base.territorio.montagem.montar``."""
    rows = _ALL.run(cursor, dialect).fetchall()
    return [(unidade_da_linha(*row[:6]), row[6]) for row in rows]


def read_summary(cursor: Cursor, dialect: Dialect) -> list[NivelFonte]:
    """By level, from the country down, and source."""
    return [NivelFonte(*row) for row in _SUMMARY.run(cursor, dialect).fetchall()]


def read_imports(cursor: Cursor, dialect: Dialect) -> list[ImportacaoFeita]:
    """Imports, newest first."""
    return [ImportacaoFeita(*row) for row in _IMPORTS.run(cursor, dialect).fetchall()]


def read_unit(cursor: Cursor, dialect: Dialect, unidade_civica_id: str) -> UnidadeLida | None:
    """A unit by its identifier."""
    row = _ONE.run(cursor, dialect, {"k_unidade": unidade_civica_id}).fetchone()
    return None if row is None else _read(row)


def read_chain(cursor: Cursor, dialect: Dialect, unidade_civica_id: str) -> list[UnidadeLida]:
    """From the unit to the highest one known; empty for an unknown one.

    A parent that is missing or not above its child ends the chain (D-2/B4.5-4).
    """
    links: list[UnidadeLida] = []
    unit = read_unit(cursor, dialect, unidade_civica_id)
    while unit is not None and (not links or unit.nivel > links[-1].nivel):
        links.append(unit)
        unit = read_unit(cursor, dialect, unit.parent_uc_id) if unit.parent_uc_id else None
    return links


def read_children(cursor: Cursor, dialect: Dialect, unidade_civica_id: str) -> list[UnidadeLida]:
    """The units directly below, by level and name."""
    above = read_unit(cursor, dialect, unidade_civica_id)
    if above is None:
        return []
    params = {"k_pai": unidade_civica_id, "k_nivel": above.nivel}
    return [_read(row) for row in _CHILDREN.run(cursor, dialect, params).fetchall()]


def find_uf(cursor: Cursor, dialect: Dialect, codigo: str | None, nome: str) -> str | None:
    """The identifier of a state by its code, else by its name."""
    rows = _UFS.run(cursor, dialect).fetchall()
    folded = nome_busca(nome)
    for unidade, known, _name in rows:
        if codigo is not None and known == codigo:
            return str(unidade)
    return next((str(row[0]) for row in rows if folded in (nome_busca(row[1] or ""), row[2])), None)


def find_units(
    cursor: Cursor, dialect: Dialect, filtro: Filtro, limite: int = LIMIT, inicio: int = 0
) -> list[UnidadeLida]:
    """Units that pass the filter: the name itself first, then names that begin so, then the rest."""
    params = _params(filtro) | {"k_limite": limite, "k_inicio": inicio}
    return [_read(row) for row in _search(*_wanted(filtro)).run(cursor, dialect, params).fetchall()]


def count_units(cursor: Cursor, dialect: Dialect, filtro: Filtro) -> int:
    """How many units pass the filter."""
    found = _count(*_wanted(filtro)).run(cursor, dialect, _params(filtro)).fetchone()
    return int(found[0])


def _wanted(filtro: Filtro) -> tuple[bool, bool, bool, bool, bool]:
    return (
        filtro.nome is not None,
        filtro.nivel is not None,
        filtro.fonte is not None,
        filtro.dentro_de is not None,
        filtro.pai is not None,
    )


def _params(filtro: Filtro) -> dict[str, Any]:
    # A folded name holds letters, digits and blanks only: nothing that LIKE would read otherwise.
    folded = searched(nome_busca(filtro.nome or ""))
    return {
        "k_nome": folded,
        "k_comeco": f"{folded}%",
        "k_parte": f"%{folded}%",
        "k_nivel": filtro.nivel,
        "k_fonte": filtro.fonte,
        "k_dentro": filtro.dentro_de,
        "k_pai": filtro.pai,
    }


@cache
def _search(nome: bool, nivel: bool, fonte: bool, dentro: bool, pai: bool) -> Statement:
    order: list[Any] = [_U.nivel.desc(), _U.nome_busca, _U.unidade_civica_id]
    if nome:
        order.insert(
            0,
            case(
                (_U.nome_busca == bindparam("k_nome"), 0),
                (_U.nome_busca.like(bindparam("k_comeco")), 1),
                else_=2,
            ),
        )
    conditions = _conditions(nome, nivel, fonte, dentro, pai)
    return Statement(
        select(*_COLUMNS)
        .where(*conditions)
        .order_by(*order)
        .limit(cast(bindparam("k_limite"), Integer))
        .offset(cast(bindparam("k_inicio"), Integer))
    )


@cache
def _count(nome: bool, nivel: bool, fonte: bool, dentro: bool, pai: bool) -> Statement:
    conditions = _conditions(nome, nivel, fonte, dentro, pai)
    return Statement(select(func.count()).select_from(unidades).where(*conditions))


def _conditions(nome: bool, nivel: bool, fonte: bool, dentro: bool, pai: bool) -> list[Any]:
    def each() -> Iterator[Any]:
        if nome:
            yield _U.nome_busca.like(bindparam("k_parte"))
        if nivel:
            yield _U.nivel == bindparam("k_nivel")
        if fonte:
            yield _U.fonte == bindparam("k_fonte")
        if pai:
            yield _U.parent_uc_id == bindparam("k_pai")
        if dentro:
            yield _U.unidade_civica_id.in_(_below())

    return list(each())


def _below() -> Any:
    """Identifiers of all units below ``k_dentro``; levels fall, so a ring of parents ends."""
    top = unidades.alias("acima")
    tree = (
        select(top.c.unidade_civica_id, top.c.nivel)
        .where(top.c.unidade_civica_id == cast(bindparam("k_dentro"), String))
        .cte("abaixo", recursive=True)
    )
    child = unidades.alias("filha")
    tree = tree.union(
        select(child.c.unidade_civica_id, child.c.nivel).where(
            child.c.parent_uc_id == tree.c.unidade_civica_id, child.c.nivel < tree.c.nivel
        )
    )
    return select(tree.c.unidade_civica_id).where(
        tree.c.unidade_civica_id != cast(bindparam("k_dentro"), String)
    )


def _read(row: Any) -> UnidadeLida:
    unidade, fonte, nivel, codigo, nome, pai, outlines = row
    return UnidadeLida(unidade, fonte, nivel, codigo, nome, pai, outlines != NENHUM_CONTORNO)
