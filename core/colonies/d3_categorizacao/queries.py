"""Reads of D-3: the category with its history, the review queue, what waits, what was corrected.

The queue is read by key, never by offset: its order is stable while the list changes (peers.md 8).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, Select, and_, bindparam, cast, func, select, tuple_

from core.base.taxonomia.classifier import Alternativa
from core.colonies.d3_categorizacao.rows import VERSION_COLUMNS, suggestions_of, version_of
from core.colonies.d3_categorizacao.rules import Versao
from core.colonies.d3_categorizacao.tables import (
    categorizacoes,
    contestacoes,
    demandas,
    espera,
    fila_revisao,
    projecao_geo,
    reservas,
)
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

LIMIT: Final = 50

_V, _F, _C, _D, _G = (
    categorizacoes.c,
    fila_revisao.c,
    contestacoes.c,
    demandas.c,
    projecao_geo.c,
)
_HISTORY = Statement(
    select(
        *(_V[name] for name in VERSION_COLUMNS),
        _V.versao,
        _V.atual,
        _V.evento,
        _V.categorizada_em,
        _V.motivo,
    )
    .where(_V.demanda_id == bindparam("k_demanda"))
    .order_by(_V.versao)
)
_QUEUE_COLUMNS: Final = (
    _F.demanda_id,
    _F.prioridade,
    _F.motivo,
    _F.confianca,
    _F.categoria_id,
    _F.subcategoria_id,
    _F.sugestoes,
    _F.versao_classificador,
    _F.versao_taxonomia,
    _F.versao_vista,
    _F.entrou_em,
    _D.texto,
    _D.idioma,
    _G.unidade_civica_id,
    _V.event_id,
    _V.versao,
)
_SUGGESTIONS: Final = 6
_LIMITED: Final = cast(bindparam("k_limite"), Integer)


def _queue() -> Select[Any]:
    joined = (
        fila_revisao.outerjoin(demandas, _D.demanda_id == _F.demanda_id)
        .outerjoin(projecao_geo, _G.demanda_id == _F.demanda_id)
        .outerjoin(categorizacoes, and_(_V.demanda_id == _F.demanda_id, _V.atual == 1))
    )
    return select(*_QUEUE_COLUMNS).select_from(joined)


_ORDER: Final = (_F.prioridade, _F.confianca, _F.demanda_id)
_FIRST = Statement(_queue().order_by(*_ORDER).limit(_LIMITED))
_AFTER = Statement(
    _queue()
    .where(
        tuple_(*_ORDER)
        > tuple_(bindparam("p_prioridade"), bindparam("p_confianca"), bindparam("p_demanda"))
    )
    .order_by(*_ORDER)
    .limit(_LIMITED)
)
_ONE = Statement(_queue().where(_F.demanda_id == bindparam("k_demanda")))
_BY_MOTIVE = Statement(select(_F.motivo, func.count()).group_by(_F.motivo).order_by(_F.motivo))
_CONTESTS = Statement(
    select(_C.categoria_sugerida, _C.motivo, _C.aberta, _C.contestada_em, _C.desfaz_event_id)
    .where(_C.demanda_id == bindparam("k_demanda"))
    # Of one moment, the closed ones came first: what closed them came later.
    .order_by(_C.contestada_em, _C.aberta, _C.evento)
)
_LEASE = Statement(
    select(reservas.c.conta_id, reservas.c.nome, reservas.c.expira_em).where(
        reservas.c.demanda_id == bindparam("k_demanda")
    )
)
_W = espera.c
_WAITING = Statement(
    select(_W.demanda_id, _W.falta, _W.desde)
    .order_by(_W.desde, _W.demanda_id)
    .limit(_LIMITED)
    .offset(cast(bindparam("k_inicio"), Integer))
)
_WAIT_COUNTS = Statement(select(_W.falta, func.count()).group_by(_W.falta).order_by(_W.falta))
_TEXT = Statement(select(_D.texto, _D.idioma).where(_D.demanda_id == bindparam("k_demanda")))
_CORRECTIONS = Statement(
    select(_D.texto, _V.categoria_id)
    .select_from(
        categorizacoes.join(demandas, _D.demanda_id == _V.demanda_id).outerjoin(
            fila_revisao, _F.demanda_id == _V.demanda_id
        )
    )
    .where(
        _V.atual == 1,
        _V.autoria == "revisao",
        _D.texto.is_not(None),
        _D.retirada == 0,
        _F.demanda_id.is_(None),
    )
    .order_by(_V.demanda_id)
)


@dataclass(frozen=True, slots=True)
class VersaoLida:
    """One version of a demand's category; ``carimbo`` is its event's hash, ``motivo`` restricted."""

    dita: Versao
    versao: int
    is_atual: bool
    carimbo: str
    categorizada_em: str
    motivo: str | None = None


@dataclass(frozen=True, slots=True)
class ItemDaFila:
    """A demand that a person has to look at.

    Args:
        motivo: ``contestada``, ``confianca_baixa``, ``amostra`` or ``texto_corrigido``.
        categoria_id: what the classifier would say, or what stands; None without either.
        versao_vista: to be given back with the decision.
        texto: what was classified, restricted; None where erased.
        unidade_civica_id: None while it waits for its unit.
        publicada: event id of the category that is public meanwhile; None where none is.
    """

    demanda_id: str
    prioridade: int
    motivo: str
    confianca: float
    categoria_id: str | None
    subcategoria_id: str | None
    sugestoes: tuple[Alternativa, ...]
    versao_classificador: str | None
    versao_taxonomia: str | None
    versao_vista: str
    entrou_em: str
    texto: str | None
    idioma: str | None
    unidade_civica_id: str | None
    publicada: str | None
    versao: int | None


class Contestacao(NamedTuple):
    """Somebody said that the category is wrong; ``motivo`` is restricted."""

    categoria_sugerida: str | None
    motivo: str | None
    is_aberta: bool
    contestada_em: str
    desfaz_event_id: str | None


class Reserva(NamedTuple):
    """Who holds an item, and until when (UTC)."""

    conta_id: str
    nome: str
    expira_em: str


class Espera(NamedTuple):
    """A demand that cannot be categorised yet; ``falta``: texto, unidade or categoria."""

    demanda_id: str
    falta: str
    desde: str


class Ponto(NamedTuple):
    """Where a page of the queue ended."""

    prioridade: int
    confianca: float
    demanda_id: str


def read_history(cursor: Cursor, dialect: Dialect, demanda_id: str) -> list[VersaoLida]:
    """All versions of a demand's category, oldest first; empty until it has one."""
    size = len(VERSION_COLUMNS)
    return [
        VersaoLida(version_of(row[:size]), row[size], bool(row[size + 1]),
                   bytes(row[size + 2]).hex(), row[size + 3], row[size + 4])
        for row in _HISTORY.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    ]  # fmt: skip


def read_queue(
    cursor: Cursor, dialect: Dialect, limite: int = LIMIT, depois: Ponto | None = None
) -> list[ItemDaFila]:
    """The queue from its head, or from where a page ended."""
    params: dict[str, Any] = {"k_limite": limite}
    if depois is None:
        return [_item(row) for row in _FIRST.run(cursor, dialect, params).fetchall()]
    params |= {
        "p_prioridade": depois.prioridade,
        "p_confianca": depois.confianca,
        "p_demanda": depois.demanda_id,
    }
    return [_item(row) for row in _AFTER.run(cursor, dialect, params).fetchall()]


def read_item(cursor: Cursor, dialect: Dialect, demanda_id: str) -> ItemDaFila | None:
    """One item of the queue; None where nobody needs to look at the demand."""
    row = _ONE.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None else _item(row)


def _item(row: Row) -> ItemDaFila:
    values = list(row)
    values[_SUGGESTIONS] = suggestions_of(row[_SUGGESTIONS])
    return ItemDaFila(*values)


def count_queue(cursor: Cursor, dialect: Dialect) -> dict[str, int]:
    """How many items by motive."""
    return {str(name): int(n) for name, n in _BY_MOTIVE.run(cursor, dialect).fetchall()}


def read_contests(cursor: Cursor, dialect: Dialect, demanda_id: str) -> list[Contestacao]:
    """What was said against a demand's category, oldest first."""
    rows = _CONTESTS.run(cursor, dialect, {"k_demanda": demanda_id}).fetchall()
    return [Contestacao(row[0], row[1], bool(row[2]), row[3], row[4]) for row in rows]


def read_lease(cursor: Cursor, dialect: Dialect, demanda_id: str, agora: str) -> Reserva | None:
    """Who holds an item now; None where nobody does, or no longer."""
    row = _LEASE.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return None if row is None or row[2] <= agora else Reserva(*row)


def read_waiting(
    cursor: Cursor, dialect: Dialect, limite: int = LIMIT, inicio: int = 0
) -> list[Espera]:
    """Demands that cannot be categorised yet, the longest waiting first."""
    params = {"k_limite": limite, "k_inicio": inicio}
    return [Espera(*row) for row in _WAITING.run(cursor, dialect, params).fetchall()]


def count_waiting(cursor: Cursor, dialect: Dialect) -> dict[str, int]:
    """How many demands lack what."""
    return {str(name): int(n) for name, n in _WAIT_COUNTS.run(cursor, dialect).fetchall()}


def read_text(cursor: Cursor, dialect: Dialect, demanda_id: str) -> tuple[str | None, str | None]:
    """(text, language) as the classifier reads it, restricted; (None, None) where there is none."""
    row = _TEXT.run(cursor, dialect, {"k_demanda": demanda_id}).fetchone()
    return (None, None) if row is None else (row[0], row[1])


def read_corrections(cursor: Cursor, dialect: Dialect) -> list[tuple[str, str]]:
    """(text, category) of every decision of a person that nobody contests, restricted."""
    return [(row[0], row[1]) for row in _CORRECTIONS.run(cursor, dialect).fetchall()]
