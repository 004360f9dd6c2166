"""Units by name, state and parent, as a picker shows them: SP · São Paulo · Pinheiros.

Source: Apêndice B D-7 (``uc/poligonos``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, String, bindparam, case, cast, or_, select

from core.base.territorio.ibge import codigo_uf, sigla_uf
from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import UF
from core.base.texto.search import searched
from core.colonies.d7_transparencia.tables import unidades
from core.kernel.store.statement import Cursor, Dialect, Statement

LIMIT: Final = 50
_MAX_LINKS: Final = 7
_BEGINNING: Final = re.compile(r"[0-9a-f]{8}[0-9a-f-]*")
_U = unidades.c
_COLUMNS: Final = (_U.unidade_civica_id, _U.nivel, _U.codigo, _U.nome, _U.parent_uc_id)
_ONE = Statement(select(*_COLUMNS).where(_U.unidade_civica_id == bindparam("k_unidade")))
_STATES = Statement(
    select(_U.unidade_civica_id, _U.codigo, _U.nome_busca)
    .where(_U.nivel == UF)
    .order_by(_U.unidade_civica_id)
)


_NAMED = Statement(
    select(*_COLUMNS)
    .where(
        or_(
            _U.nome_busca == bindparam("k_nome"),
            _U.codigo == bindparam("k_codigo"),
            _U.unidade_civica_id.like(bindparam("k_comeco")),
        )
    )
    .order_by(_U.nivel.desc(), _U.unidade_civica_id)
    .limit(cast(bindparam("k_limite"), Integer))
)


class Unidade(NamedTuple):
    """A unit with where it lies: ``uf`` in two letters, ``acima`` from its parent upwards."""

    unidade_civica_id: str
    nivel: int
    codigo: str | None
    nome: str
    parent_uc_id: str | None
    uf: str | None
    acima: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FiltroUnidade:
    """Which units; None where it does not matter.

    Args:
        nome: any part of the name, with or without accents.
        uf: a state by two letters or name.
        pai: the units directly below this one.
    """

    nome: str | None = None
    nivel: int | None = None
    uf: str | None = None
    pai: str | None = None


@cache
def _search(nome: bool, nivel: bool, uf: bool, pai: bool) -> Statement:
    order: list[Any] = [_U.nivel.desc(), _U.nome_busca, _U.unidade_civica_id]
    conditions: list[Any] = []
    if nome:
        conditions.append(_U.nome_busca.like(bindparam("k_parte")))
        begins = _U.nome_busca.like(bindparam("k_comeco"))
        order.insert(0, case((_U.nome_busca == bindparam("k_nome"), 0), (begins, 1), else_=2))
    if nivel:
        conditions.append(_U.nivel == bindparam("k_nivel"))
    if pai:
        conditions.append(_U.parent_uc_id == bindparam("k_pai"))
    if uf:
        conditions.append(_U.unidade_civica_id.in_(_inside()))
    return Statement(
        select(*_COLUMNS)
        .where(*conditions)
        .order_by(*order)
        .limit(cast(bindparam("k_limite"), Integer))
        .offset(cast(bindparam("k_inicio"), Integer))
    )


def _inside() -> Any:
    """A state and all below it; no unit is visited twice."""
    tree = select(cast(bindparam("k_uf"), String).label("unidade")).cte("no_estado", recursive=True)
    tree = tree.union(select(_U.unidade_civica_id).where(_U.parent_uc_id == tree.c.unidade))
    return select(tree.c.unidade)


def find_units(
    cursor: Cursor, dialect: Dialect, filtro: FiltroUnidade, limite: int = LIMIT, inicio: int = 0
) -> list[Unidade]:
    """Units that pass: the name itself first, then names that begin so, then the rest."""
    state = None if filtro.uf is None else find_state(cursor, dialect, filtro.uf)
    if filtro.uf is not None and state is None:
        return []
    # A folded name holds letters, digits and blanks only: nothing that LIKE reads otherwise.
    name = searched(nome_busca(filtro.nome or ""))
    params = {
        "k_nome": name,
        "k_comeco": f"{name}%",
        "k_parte": f"%{name}%",
        "k_nivel": filtro.nivel,
        "k_pai": filtro.pai,
        "k_uf": state,
        "k_limite": limite,
        "k_inicio": inicio,
    }
    wanted = (
        filtro.nome is not None,
        filtro.nivel is not None,
        filtro.uf is not None,
        filtro.pai is not None,
    )
    rows = _search(*wanted).run(cursor, dialect, params).fetchall()
    return [_unit(cursor, dialect, row) for row in rows]


def read_unit(cursor: Cursor, dialect: Dialect, unidade: str) -> Unidade | None:
    """A unit by its identifier."""
    row = _ONE.run(cursor, dialect, {"k_unidade": unidade}).fetchone()
    return None if row is None else _unit(cursor, dialect, row)


def find_named(cursor: Cursor, dialect: Dialect, quem: str, limite: int) -> list[Unidade]:
    """Units that are called so, have this code or an identifier that begins so (eight digits at
    least); where there is none, those with it in the name.
    """
    begins = f"{quem.lower()}%" if _BEGINNING.fullmatch(quem.lower()) else ""
    params = {
        "k_nome": nome_busca(quem),
        "k_codigo": quem,
        "k_comeco": begins,
        "k_limite": limite,
    }
    rows = _NAMED.run(cursor, dialect, params).fetchall()
    if rows:
        return [_unit(cursor, dialect, row) for row in rows]
    if not params["k_nome"]:
        return []
    return find_units(cursor, dialect, FiltroUnidade(nome=quem), limite)


def find_state(cursor: Cursor, dialect: Dialect, uf: str) -> str | None:
    """The identifier of an imported state by its two letters, code or name."""
    code, name = codigo_uf(uf), nome_busca(uf)
    for unit, known, folded in _STATES.run(cursor, dialect).fetchall():
        if (code is not None and known == code) or known == uf or folded == name:
            return str(unit)
    return None


def _unit(cursor: Cursor, dialect: Dialect, row: Any) -> Unidade:
    """The row with its state and the names above it."""
    above: list[str] = []
    level, code, parent = row[1], row[2], row[4]
    letters = sigla_uf(code) if level == UF and code else None
    while parent is not None and len(above) < _MAX_LINKS:
        up = _ONE.run(cursor, dialect, {"k_unidade": parent}).fetchone()
        if up is None:
            break
        above.append(up[3])
        if up[1] == UF and up[2]:
            letters = sigla_uf(up[2]) or letters
        parent = up[4]
    return Unidade(row[0], level, code, row[3], row[4], letters, tuple(above))
