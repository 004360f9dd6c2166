"""Demands by the words of their public text, councillors by name: what a search finds.

A typed word of three letters is the beginning of a word of the text: one range of ``d7_palavras``, whose rows say
by themselves which demand is newest. So a search reads the entries of what was typed, never the
texts, and gives the same rows on both databases.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Integer, bindparam, cast, func, select

from core.base.texto.folding import fold
from core.base.texto.search import BEGINNING_FROM, has_words
from core.colonies.d7_transparencia.tables import conselheiros, palavras
from core.kernel.store.statement import Cursor, Dialect, Statement

TOP: Final = "\U0010ffff"
"""Sorts after every letter."""
_WHOLE: Final = " "
"""Sorts before whatever a word may go on with."""
_P, _C = palavras.c, conselheiros.c
_LIMITED: Final = cast(bindparam("k_limite"), Integer)


class Achadas(NamedTuple):
    """The newest demands that have the words, and how many have them."""

    demandas: list[str]
    total: int


def bounds(words: Sequence[str]) -> dict[str, Any]:
    """The parameters of ``has_word``."""
    found: dict[str, Any] = {}
    for n, word in enumerate(words):
        end = TOP if len(word) >= BEGINNING_FROM else _WHOLE
        found |= {f"k_p{n}": word, f"k_p{n}_fim": word + end}
    return found


def _begins(n: int) -> list[ColumnElement[bool]]:
    return [_P.palavra >= bindparam(f"k_p{n}"), _P.palavra < bindparam(f"k_p{n}_fim")]


def has_word(demanda: ColumnElement[str], n: int) -> ColumnElement[bool]:
    """Whether a demand's text has the nth word that was typed."""
    return demanda.in_(select(_P.demanda_id).where(*_begins(n)))


@cache
def _found(count: int) -> Any:
    """(demand, moment) of those that have all words; the longest word, as a rule the rarest, leads."""
    rest = [has_word(_P.demanda_id, n) for n in range(1, count)]
    return (
        select(_P.demanda_id, func.max(_P.momento).label("momento"))
        .where(*_begins(0), *rest)
        .group_by(_P.demanda_id)
    )


@cache
def _newest(count: int) -> Statement:
    found = _found(count).subquery("achadas")
    return Statement(
        select(found.c.demanda_id)
        .order_by(found.c.momento.desc(), found.c.demanda_id.desc())
        .limit(_LIMITED)
    )


@cache
def _count(count: int) -> Statement:
    return Statement(select(func.count()).select_from(_found(count).subquery("achadas")))


def find_by_words(cursor: Cursor, dialect: Dialect, words: Sequence[str], limite: int) -> Achadas:
    """Demands whose public text has words that begin so.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        words: folded (``core.base.texto.search.typed_words``); none find nothing.
        limite: how many of the newest.
    """
    if not words:
        return Achadas([], 0)
    params = {**bounds(sorted(words, key=len, reverse=True)), "k_limite": limite}
    total = int(_count(len(words)).run(cursor, dialect, params).fetchone()[0])
    rows = _newest(len(words)).run(cursor, dialect, params).fetchall() if total else []
    return Achadas([row[0] for row in rows], total)


class ConselheiroAchado(NamedTuple):
    """A councillor who agreed to be named."""

    conselheiro_id: str
    nome_publico: str
    unidade_civica_id: str | None


_NAMED: Final = Statement(
    select(_C.conselheiro_id, _C.nome_publico, _C.unidade_civica_id)
    .where(_C.nome_publico.is_not(None))
    .order_by(_C.conselheiro_id)
)


def find_councillors(
    cursor: Cursor, dialect: Dialect, words: Sequence[str]
) -> list[ConselheiroAchado]:
    """Councillors whose public name has words that begin so, by name; there are hundreds, not more."""
    if not words:
        return []
    found = [
        ConselheiroAchado(*row)
        for row in _NAMED.run(cursor, dialect).fetchall()
        if has_words(fold(row[1]).split(), words)
    ]
    return sorted(found, key=lambda one: (fold(one.nome_publico), one.conselheiro_id))
