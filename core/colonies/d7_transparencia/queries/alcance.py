"""How far a read reaches: the whole office, a unit and all below it, or one unit alone (G-028).

The way down is the hierarchy as it stands when read, by the index over parents; a ring of parents
ends because no unit is visited twice. Lists over many units are merged from one seek per unit, so
that a page costs its rows and its units, never all the demands behind it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import ColumnElement, String, bindparam, cast, select

from core.colonies.d7_transparencia.tables import contagens, unidades
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

Tamanho = Literal["tudo", "abaixo", "exata"]
CHUNK: Final = 8
_ItemT = TypeVar("_ItemT")
_U = unidades.c


@dataclass(frozen=True, slots=True)
class Alcance:
    """Whose demands are meant.

    Args:
        unidade: None for the whole office, demands without a unit included.
        so_esta: the unit alone, without those below it.
    """

    unidade: str | None = None
    so_esta: bool = False

    @property
    def tamanho(self) -> Tamanho:
        """Which statement is needed."""
        if self.unidade is None:
            return "tudo"
        return "exata" if self.so_esta else "abaixo"

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of ``within``."""
        return {"k_unidade": self.unidade}


def within(column: ColumnElement[Any], tamanho: Tamanho) -> list[ColumnElement[bool]]:
    """The conditions on a column of units."""
    if tamanho == "tudo":
        return []
    if tamanho == "exata":
        return [column == bindparam("k_unidade")]
    return [column.in_(_below())]


@cache
def _below() -> Any:
    """The unit and all units below it: one expression, however often a statement names it."""
    tree = select(cast(bindparam("k_unidade"), String).label("unidade")).cte(
        "abaixo", recursive=True
    )
    tree = tree.union(select(_U.unidade_civica_id).where(_U.parent_uc_id == tree.c.unidade))
    return select(tree.c.unidade)


@cache
def _units(tamanho: Tamanho, *, situacao: bool, categoria: bool) -> Statement:
    c = contagens.c
    conditions = within(c.unidade_civica_id, tamanho)
    if situacao:
        conditions.append(c.situacao == bindparam("k_situacao"))
    if categoria:
        conditions.append(c.categoria_id == bindparam("k_categoria"))
    found = select(c.unidade_civica_id).where(*conditions).distinct()
    return Statement(found.order_by(c.unidade_civica_id))


def units_with(
    cursor: Cursor,
    dialect: Dialect,
    alcance: Alcance,
    situacao: str | None = None,
    categoria: str | None = None,
) -> list[str]:
    """Units in reach that have such a demand, by the sums; "" for demands without a unit."""
    statement = _units(
        alcance.tamanho, situacao=situacao is not None, categoria=categoria is not None
    )
    params = {**alcance.params, "k_situacao": situacao, "k_categoria": categoria}
    return [str(row[0]) for row in statement.run(cursor, dialect, params).fetchall()]


Fetch = Callable[[_ItemT, Row | None, int], list[Row]]
"""(item, the row after which to go on or None, how many) -> rows in order."""


def merged(
    items: Iterable[_ItemT], fetch: Fetch[_ItemT], key: Callable[[Row], Any], limite: int
) -> list[Row]:
    """The first rows of many ordered lists, read in small chunks.

    Args:
        items: one per list.
        fetch: reads a chunk of one list.
        key: rises along each list and over the result.
        limite: how many rows.
    """

    def rows_of(item: _ItemT) -> Iterator[Row]:
        last: Row | None = None
        while True:
            size = min(limite, 1 if last is None else CHUNK)
            found = fetch(item, last, size)
            yield from found
            if len(found) < size:
                return
            last = found[-1]

    return list(islice(heapq.merge(*map(rows_of, items), key=key), limite))
