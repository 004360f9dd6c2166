"""Reads: a unit's agenda as it stands, and how many demands stand where."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from sqlalchemy import bindparam, func, select

from core.base.parametros.conjunto import PADRAO, Parametros, de_payload
from core.colonies.d5_agenda import rules
from core.colonies.d5_agenda.rows import one_of
from core.colonies.d5_agenda.tables import ESPERA, agendas, items, parametros, scores
from core.kernel.store.statement import Cursor, Dialect, Statement

_I = items.c
_ITEMS: Final = Statement(
    select(
        _I.ordem,
        _I.demanda_id,
        _I.status,
        _I.score,
        _I.categoria_id,
        _I.nivel_precedencia,
        _I.grupo_id,
        _I.conselheiro_id,
        _I.entrou_em,
        _I.anunciado_em,
        _I.vaga_cedida_em,
    )
    .where(_I.unidade_civica_id == bindparam("k_unidade"), one_of(_I.status, rules.ATIVOS))
    .order_by(one_of(_I.status, rules.EM_ANDAMENTO), _I.ordem, _I.demanda_id)
)
_BY_STATUS: Final = Statement(
    select(_I.status, func.count())
    .where(_I.unidade_civica_id == bindparam("k_unidade"))
    .group_by(_I.status)
    .order_by(_I.status)
)
_WAITING: Final = Statement(
    select(func.count()).where(
        scores.c.unidade_civica_id == bindparam("k_unidade"), scores.c.lugar == ESPERA
    )
)
_GENERATED: Final = Statement(
    select(agendas.c.gerada_em, agendas.c.event_id).where(
        agendas.c.unidade_civica_id == bindparam("k_unidade")
    )
)
_SET: Final = Statement(select(parametros.c.conteudo))


class ItemDaAgenda(NamedTuple):
    """An item that holds a place. ``posicao`` 1 is drawn for next; 0 never had a position.

    ``anunciado_em`` says since when D-6a knows that it is available; a ``conselheiro_id`` that is
    null on an assigned item means that a new draw is due; ``vaga_cedida_em`` that it found nobody and
    holds no place meanwhile.
    """

    posicao: int
    demanda_id: str
    status: str
    score: float
    categoria_id: str
    nivel_precedencia: int
    grupo_id: str | None
    conselheiro_id: str | None
    entrou_em: str
    anunciado_em: str | None
    vaga_cedida_em: str | None


def read_items(cursor: Cursor, dialect: Dialect, unidade: str) -> list[ItemDaAgenda]:
    """What is available, then what is being worked on."""
    found = _ITEMS.run(cursor, dialect, {"k_unidade": unidade}).fetchall()
    positions = rules.posicoes(row[0] for row in found)
    return [ItemDaAgenda(at, *row[1:]) for at, row in zip(positions, found, strict=True)]


def count_by_status(cursor: Cursor, dialect: Dialect, unidade: str) -> dict[str, int]:
    """How many items of a unit are in which state, ended ones too."""
    rows = _BY_STATUS.run(cursor, dialect, {"k_unidade": unidade}).fetchall()
    return {str(status): int(n) for status, n in rows}


def count_waiting(cursor: Cursor, dialect: Dialect, unidade: str) -> int:
    """How many ranked demands of a unit wait for a place."""
    return int(_WAITING.run(cursor, dialect, {"k_unidade": unidade}).fetchone()[0])


def read_generated(cursor: Cursor, dialect: Dialect, unidade: str) -> tuple[str, str] | None:
    """(moment, event id) of the last ``agenda.gerada``; None where there was none."""
    row = _GENERATED.run(cursor, dialect, {"k_unidade": unidade}).fetchone()
    return None if row is None else (row[0], row[1])


def read_parametros(cursor: Cursor, dialect: Dialect) -> Parametros:
    """The set in force."""
    row = _SET.run(cursor, dialect).fetchone()
    return PADRAO if row is None else de_payload(msgspec.json.decode(row[0]))
