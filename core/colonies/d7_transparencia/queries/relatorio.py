"""A unit's report: its demands by category, with the oldest open one of each.

Without a window of days the sums are read; with one, the index over reception.
Source: Apêndice B D-7 (``uc/relatorio``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, func, literal, select

from core.colonies.d7_transparencia.queries.alcance import Alcance, Tamanho, within
from core.colonies.d7_transparencia.rules.situacao import ABERTAS, SITUACOES
from core.colonies.d7_transparencia.tables import contagens, snapshots
from core.kernel.store.statement import Cursor, Dialect, Statement

_C, _S = contagens.c, snapshots.c


@dataclass(frozen=True, slots=True)
class FiltroRelatorio:
    """What a report is of; None where it does not matter.

    Args:
        de: received at or after this UTC moment.
        antes_de: received before this UTC moment.
    """

    categoria: str | None = None
    situacao: str | None = None
    de: str | None = None
    antes_de: str | None = None


class MaisAntiga(NamedTuple):
    """The open demand of a category that waits longest."""

    demanda_id: str
    recebida_em: str
    situacao: str


@dataclass(frozen=True, slots=True)
class LinhaDeCategoria:
    """A category of a report; "" for demands without one yet."""

    categoria_id: str
    por_situacao: Mapping[str, int] = field(default_factory=dict)
    mais_antiga: MaisAntiga | None = None

    @property
    def total(self) -> int:
        """How many demands."""
        return sum(self.por_situacao.values())

    @property
    def abertas(self) -> int:
        """How many are open."""
        return sum(self.por_situacao.get(one, 0) for one in ABERTAS)


_ShapeT = tuple[Tamanho, bool, bool, bool]


@cache
def _by_category(tamanho: Tamanho, categoria: bool, situacao: bool, janela: bool) -> Statement:
    """From the sums; where a window is wanted, from the index over reception."""
    table = snapshots if janela else contagens
    c = table.c
    conditions: list[ColumnElement[bool]] = within(c.unidade_civica_id, tamanho)
    if categoria:
        conditions.append(c.categoria_id == bindparam("k_categoria"))
    if situacao:
        conditions.append(c.situacao == bindparam("k_situacao"))
    if janela:
        conditions += [_S.recebida_em >= bindparam("k_de"), _S.recebida_em < bindparam("k_ate")]
    total = func.count() if janela else func.sum(_C.total)
    keys = (c.categoria_id, c.situacao)
    return Statement(select(*keys, total).where(*conditions).group_by(*keys))


@cache
def _oldest(tamanho: Tamanho, categoria: bool, situacao: bool, janela: bool) -> Statement:
    """(category, state, unit, first reception) of every open cell: a seek each."""
    inner = [
        _S.unidade_civica_id == _C.unidade_civica_id,
        _S.categoria_id == _C.categoria_id,
        _S.situacao == _C.situacao,
        _S.recebida_em.is_not(None),
    ]
    if janela:
        inner += [_S.recebida_em >= bindparam("k_de"), _S.recebida_em < bindparam("k_ate")]
    first = select(func.min(_S.recebida_em)).where(and_(*inner)).scalar_subquery()
    conditions = within(_C.unidade_civica_id, tamanho)
    conditions += [_C.situacao.in_([literal(one) for one in ABERTAS]), _C.categoria_id != ""]
    if categoria:
        conditions.append(_C.categoria_id == bindparam("k_categoria"))
    if situacao:
        conditions.append(_C.situacao == bindparam("k_situacao"))
    cells = (
        select(_C.categoria_id, _C.situacao, _C.unidade_civica_id, first.label("primeira"))
        .where(*conditions)
        .distinct()
    )
    return Statement(cells)


_FIRST_OF: Final = Statement(
    select(func.min(_S.demanda_id)).where(
        _S.unidade_civica_id == bindparam("k_de_unidade"),
        _S.categoria_id == bindparam("k_categoria"),
        _S.situacao == bindparam("k_situacao"),
        _S.recebida_em == bindparam("k_recebida"),
    )
)
_EARLIEST: Final = ""
_LATEST: Final = "9999-12-31T23:59:59.999Z"


def read_report(
    cursor: Cursor, dialect: Dialect, alcance: Alcance, filtro: FiltroRelatorio
) -> list[LinhaDeCategoria]:
    """Demands in reach by category, with the oldest open one of each."""
    shape: _ShapeT = (
        alcance.tamanho,
        filtro.categoria is not None,
        filtro.situacao is not None,
        filtro.de is not None or filtro.antes_de is not None,
    )
    params = {
        **alcance.params,
        "k_categoria": filtro.categoria,
        "k_situacao": filtro.situacao,
        "k_de": filtro.de or _EARLIEST,
        "k_ate": filtro.antes_de or _LATEST,
    }
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for category, state, total in _by_category(*shape).run(cursor, dialect, params).fetchall():
        found[category or ""][state] = int(total)
    oldest: dict[str, tuple[str, str, str]] = {}
    for category, state, unit, first in _oldest(*shape).run(cursor, dialect, params).fetchall():
        if first is not None and (category not in oldest or (first, unit) < oldest[category][:2]):
            oldest[category] = (first, unit, state)
    return [
        LinhaDeCategoria(
            category,
            {state: states[state] for state in SITUACOES if state in states},
            _read_oldest(cursor, dialect, category, oldest.get(category)),
        )
        for category, states in sorted(found.items())
    ]


def _read_oldest(
    cursor: Cursor, dialect: Dialect, category: str, found: tuple[str, str, str] | None
) -> MaisAntiga | None:
    if found is None:
        return None
    first, unit, state = found
    params = {
        "k_de_unidade": unit,
        "k_categoria": category,
        "k_situacao": state,
        "k_recebida": first,
    }
    row = _FIRST_OF.run(cursor, dialect, params).fetchone()
    return None if row[0] is None else MaisAntiga(row[0], first, state)
