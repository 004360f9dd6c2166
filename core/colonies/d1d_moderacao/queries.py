"""Reads of D-1d: the queue by pages, one item with its history, trails, and the denylist.

The queue is read by key, never by offset: its order is stable while the list changes (peers.md 8).
What waits and has no content in this office can be decided on nowhere here, and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Integer, and_, bindparam, case, cast, func, select, tuple_

from core.colonies.d1d_moderacao.rules import PENDENTE
from core.colonies.d1d_moderacao.tables import (
    anotacoes,
    decisoes_moderacao,
    denylist,
    descricoes_midia,
    fila_moderacao,
    reservas,
)
from core.kernel.store.statement import Cursor, Dialect, Row, Statement

LIMIT: Final = 50
CHUNK: Final = 500
MIN_ID_CHARS: Final = 8
_OF_AN_ID: Final = frozenset("0123456789abcdef-")
_F, _D, _M, _R, _A, _L = (
    fila_moderacao.c,
    decisoes_moderacao.c,
    descricoes_midia.c,
    reservas.c,
    anotacoes.c,
    denylist.c,
)
_LIMITED: Final = cast(bindparam("k_limite"), Integer)
_WISHED: Final = (
    select(_A.item_id).where(_A.item_id == _F.item_id, _A.segunda_opiniao == 1).exists()
)
_COLUMNS: Final = (
    _F.item_id,
    _F.demanda_id,
    _F.tipo,
    _F.referencia_id,
    _F.status,
    _F.vigente,
    _F.bloqueio_provisorio,
    _F.tipo_mime,
    _F.indice,
    _F.midia_object_key,
    _F.url_acesso,
    _F.motivo,
    _F.titulo,
    _F.trecho,
    _F.tem_conteudo,
    _F.versao_vista,
    _F.entrou_em,
    _F.decidido_em,
    _F.causa,
    _F.via,
    case((_WISHED, 1), else_=0).label("segunda_opiniao"),
)
_HERE: Final = (_F.status != PENDENTE) | (_F.tem_conteudo == 1)
_ORDER: Final = (_F.entrou_em, _F.item_id)


class Ponto(NamedTuple):
    """Where a page of the queue ended."""

    entrou_em: str
    item_id: str


@dataclass(frozen=True, slots=True)
class FiltroFila:
    """Which items; None where it does not matter. ``opiniao``: only where a second one is wanted."""

    status: str | None = PENDENTE
    tipo: str | None = None
    demanda_id: str | None = None
    opiniao: bool = False


@dataclass(frozen=True, slots=True)
class ItemModeracao:
    """An item of the queue.

    Args:
        status: pendente, aprovado, bloqueado, removido or substituido.
        is_vigente: its text still stands.
        is_bloqueado_ja: held back by a threshold until a person decides.
        motivo: terms, names of patterns, or why a file was flagged; restricted.
        titulo: restricted, as ``trecho``; None where there is none, or it is not here.
        versao_vista: to be given back with the decision.
        causa: hash of the event behind it, whose author wrote the text.
        via: how a file came: ``captura``, ``atualizacao`` …; None for texts.
        quer_opiniao: somebody asked for a second opinion.
    """

    item_id: str
    demanda_id: str
    tipo: str
    referencia_id: str
    status: str
    is_vigente: bool
    is_bloqueado_ja: bool
    tipo_mime: str | None
    indice: int | None
    midia_object_key: str | None
    url_acesso: str | None
    motivo: tuple[str, ...]
    titulo: str | None
    trecho: str | None
    tem_conteudo: bool
    versao_vista: str
    entrou_em: str
    decidido_em: str | None
    causa: str | None
    via: str | None
    quer_opiniao: bool

    @property
    def ponto(self) -> Ponto:
        """To read on from here."""
        return Ponto(self.entrou_em, self.item_id)


class Decisao(NamedTuple):
    """A line of an item's history; motive and moderator are restricted, None where erased."""

    item_id: str
    tipo: str
    referencia_id: str
    decisao: str
    is_reaberto: bool
    remover_texto_demanda: bool
    motivo: str | None
    moderador_id: str | None
    data: str
    event_id: str
    evento: str


class Descricao(NamedTuple):
    """What a model said of a picture: the translation, and the original where it was translated."""

    descricao: str | None
    descricao_original: str | None
    is_traduzida: bool
    modelo: str | None


class Reserva(NamedTuple):
    """Who holds an item, and until when (UTC)."""

    conta_id: str
    nome: str
    expira_em: str


class Anotacao(NamedTuple):
    """What a moderator told the others of an item."""

    escrita_em: str
    conta_id: str
    nome: str
    texto: str
    quer_opiniao: bool


class Lista(NamedTuple):
    """A node's denylist; ``termos`` None where it is not here."""

    versao: int
    termos: tuple[str, ...] | None
    motivo: str | None
    atualizada_em: str


@cache
def _queue(
    *, status: bool, tipo: bool, demanda: bool, opiniao: bool, depois: bool, descending: bool
) -> Statement:
    conditions: list[ColumnElement[bool]] = [_HERE]
    if status:
        conditions.append(_F.status == bindparam("k_status"))
    if tipo:
        conditions.append(_F.tipo == bindparam("k_tipo"))
    if demanda:
        conditions.append(_F.demanda_id == bindparam("k_demanda"))
    if opiniao:
        conditions.append(_WISHED)
    if depois:
        point = tuple_(bindparam("p_entrou"), bindparam("p_item"))
        here = tuple_(*_ORDER)
        conditions.append(here < point if descending else here > point)
    order = [one.desc() for one in _ORDER] if descending else list(_ORDER)
    return Statement(select(*_COLUMNS).where(and_(*conditions)).order_by(*order).limit(_LIMITED))


_ONE = Statement(select(*_COLUMNS).where(_F.item_id == bindparam("k_item")))
_BEGINNING = Statement(
    select(_F.item_id).where(_F.item_id.like(bindparam("k_comeco"))).order_by(_F.item_id).limit(2)
)
_COUNTS = Statement(
    select(_F.status, _F.tipo, func.count())
    .where(_HERE)
    .group_by(_F.status, _F.tipo)
    .order_by(_F.status, _F.tipo)
)
_DECISION_COLUMNS: Final = (
    _D.item_id,
    _D.tipo,
    _D.referencia_id,
    _D.decisao,
    _D.reaberto,
    _D.remover_texto_demanda,
    _D.motivo,
    _D.moderador_id,
    _D.data,
    _D.event_id,
    _D.evento,
)
_HISTORY = Statement(
    select(*_DECISION_COLUMNS)
    .where(_D.item_id == bindparam("k_item"))
    .order_by(_D.altura, _D.evento)
)
_TRAIL = Statement(
    select(*_DECISION_COLUMNS)
    .where(_D.moderador_id == bindparam("k_conta"), _D.data >= bindparam("k_desde"))
    .order_by(_D.data.desc(), _D.evento.desc())
    .limit(_LIMITED)
)
_TRAIL_COUNT = Statement(
    select(_D.decisao, func.count())
    .where(_D.moderador_id == bindparam("k_conta"), _D.data >= bindparam("k_desde"))
    .group_by(_D.decisao)
    .order_by(_D.decisao)
)
_DESCRIPTION = Statement(
    select(_M.descricao, _M.descricao_original, _M.traduzida, _M.modelo).where(
        _M.demanda_id == bindparam("k_demanda"), _M.indice == bindparam("k_indice")
    )
)
_DESCRIPTIONS = Statement(
    select(_M.demanda_id, _M.descricao)
    .where(_M.descricao.is_not(None))
    .order_by(_M.demanda_id, _M.indice)
)
_LEASE = Statement(
    select(_R.conta_id, _R.nome, _R.expira_em).where(_R.item_id == bindparam("k_item"))
)
_NOTES = Statement(
    select(_A.escrita_em, _A.conta_id, _A.nome, _A.texto, _A.segunda_opiniao)
    .where(_A.item_id == bindparam("k_item"))
    .order_by(_A.escrita_em, _A.conta_id)
)
_LIST = Statement(
    select(_L.versao, _L.termos, _L.motivo, _L.atualizada_em).where(_L.no == bindparam("k_no"))
)
_LISTS = Statement(select(_L.termos).where(_L.termos.is_not(None)).order_by(_L.no))


def read_queue(
    cursor: Cursor,
    dialect: Dialect,
    filtro: FiltroFila = FiltroFila(),
    limite: int = LIMIT,
    depois: Ponto | None = None,
) -> list[ItemModeracao]:
    """A page: what waits the longest first, what is decided the newest first."""
    statement = _queue(
        status=filtro.status is not None,
        tipo=filtro.tipo is not None,
        demanda=filtro.demanda_id is not None,
        opiniao=filtro.opiniao,
        depois=depois is not None,
        descending=filtro.status != PENDENTE,
    )
    params: dict[str, Any] = {
        "k_status": filtro.status,
        "k_tipo": filtro.tipo,
        "k_demanda": filtro.demanda_id,
        "k_limite": limite,
    }
    if depois is not None:
        params |= {"p_entrou": depois.entrou_em, "p_item": depois.item_id}
    return [_item(row) for row in statement.run(cursor, dialect, params).fetchall()]


def read_item(cursor: Cursor, dialect: Dialect, item_id: str) -> ItemModeracao | None:
    """One item, whatever became of it."""
    row = _ONE.run(cursor, dialect, {"k_item": item_id}).fetchone()
    return None if row is None else _item(row)


def find_items(cursor: Cursor, dialect: Dialect, beginning: str) -> list[str]:
    """Ids that begin so, two at most; of too few characters none is found."""
    if len(beginning) < MIN_ID_CHARS or not _OF_AN_ID.issuperset(beginning):
        return []
    params = {"k_comeco": f"{beginning}%"}
    return [row[0] for row in _BEGINNING.run(cursor, dialect, params).fetchall()]


def count_queue(cursor: Cursor, dialect: Dialect) -> dict[tuple[str, str], int]:
    """How many items by status and kind."""
    rows = _COUNTS.run(cursor, dialect).fetchall()
    return {(str(status), str(tipo)): int(n) for status, tipo, n in rows}


def read_history(cursor: Cursor, dialect: Dialect, item_id: str) -> list[Decisao]:
    """What was decided on an item, oldest first."""
    rows = _HISTORY.run(cursor, dialect, {"k_item": item_id}).fetchall()
    return [_decision(row) for row in rows]


def read_trail(
    cursor: Cursor, dialect: Dialect, conta_id: str, desde: str = "", limite: int = LIMIT
) -> list[Decisao]:
    """What one moderator decided, newest first."""
    params = {"k_conta": conta_id, "k_desde": desde, "k_limite": limite}
    return [_decision(row) for row in _TRAIL.run(cursor, dialect, params).fetchall()]


def count_trail(cursor: Cursor, dialect: Dialect, conta_id: str, desde: str = "") -> dict[str, int]:
    """How many decisions of each kind one moderator took since then."""
    rows = _TRAIL_COUNT.run(cursor, dialect, {"k_conta": conta_id, "k_desde": desde}).fetchall()
    return {str(name): int(n) for name, n in rows}


def read_description(
    cursor: Cursor, dialect: Dialect, demanda_id: str, indice: int | None
) -> Descricao | None:
    """What a model said of the picture at this place of the capture."""
    if indice is None:
        return None
    params = {"k_demanda": demanda_id, "k_indice": indice}
    row = _DESCRIPTION.run(cursor, dialect, params).fetchone()
    return None if row is None else Descricao(row[0], row[1], bool(row[2]), row[3])


def read_descriptions(cursor: Cursor, dialect: Dialect) -> Iterator[tuple[str, str]]:
    """(demand, what a model said of a medium) of every description that is here, by chunks."""
    rows = _DESCRIPTIONS.run(cursor, dialect)
    while chunk := rows.fetchmany(CHUNK):
        yield from ((row[0], row[1]) for row in chunk)


def read_lease(cursor: Cursor, dialect: Dialect, item_id: str, agora: str) -> Reserva | None:
    """Who holds an item now; None where nobody does, or no longer."""
    row = _LEASE.run(cursor, dialect, {"k_item": item_id}).fetchone()
    return None if row is None or row[2] <= agora else Reserva(*row)


def read_notes(cursor: Cursor, dialect: Dialect, item_id: str) -> list[Anotacao]:
    """What moderators told each other of an item, oldest first."""
    rows = _NOTES.run(cursor, dialect, {"k_item": item_id}).fetchall()
    return [Anotacao(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows]


def read_list(cursor: Cursor, dialect: Dialect, no: str) -> Lista | None:
    """A node's own denylist; None where it never told one."""
    row = _LIST.run(cursor, dialect, {"k_no": no}).fetchone()
    if row is None:
        return None
    return Lista(row[0] or 0, None if row[1] is None else _texts(row[1]), row[2], row[3])


def read_terms(cursor: Cursor, dialect: Dialect) -> tuple[str, ...]:
    """The terms of all lists that are known here."""
    rows = _LISTS.run(cursor, dialect).fetchall()
    return tuple(dict.fromkeys(term for row in rows for term in _texts(row[0])))


def _texts(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


def _item(row: Row) -> ItemModeracao:
    values = list(row)
    for place in (5, 6, 14, 20):
        values[place] = bool(values[place])
    values[11] = () if values[11] is None else _texts(values[11])
    values[18] = None if values[18] is None else bytes(values[18]).hex()
    return ItemModeracao(*values)


def _decision(row: Row) -> Decisao:
    return Decisao._make((*row[:4], bool(row[4]), bool(row[5]), *row[6:10], bytes(row[10]).hex()))
