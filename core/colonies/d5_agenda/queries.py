"""Reads: a unit's agenda as it stands, who waits for a place, and how many demands stand where."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import and_, bindparam, func, or_, select

from core.base.parametros.conjunto import PADRAO, Parametros, de_payload
from core.colonies.d5_agenda import rules
from core.colonies.d5_agenda.rows import one_of
from core.colonies.d5_agenda.tables import AGENDA, ESPERA, agendas, items, parametros, scores
from core.kernel.store.statement import Cursor, Dialect, Statement

CHUNK: Final = 20_000
"""Rows taken over at once: no call holds the interpreter for more."""

_I, _S = items.c, scores.c
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
_WAITS: Final = and_(_S.unidade_civica_id == bindparam("k_unidade"), _S.lugar == ESPERA)
_QUEUE: Final = Statement(
    select(_S.demanda_id, _S.score_final)
    .where(_WAITS)
    .order_by(_S.score_final.desc(), _S.demanda_id)
)
_SCORED_COLUMNS: Final = (
    _S.demanda_id,
    _S.unidade_civica_id,
    _S.categoria_id,
    _S.nivel_precedencia,
    _S.score_final,
    _S.peso_nacional,
    _S.peso_situacional,
    _S.score_horizontal,
    _S.versao_parametros,
    _S.lugar,
    _S.criado_em,
)
LOT: Final = 64
"""Demands that one execution seeks."""
_SCORED_LOT: Final = Statement(
    select(*_SCORED_COLUMNS).where(_S.demanda_id.in_([bindparam(f"k_{n}") for n in range(LOT)]))
)
_SCORED: Final = Statement(select(*_SCORED_COLUMNS).where(_S.demanda_id == bindparam("k_demanda")))
_AHEAD: Final = Statement(
    select(_S.nivel_precedencia, func.count())
    .where(
        _WAITS,
        _S.score_final >= bindparam("k_score"),
        or_(_S.score_final > bindparam("k_score"), _S.demanda_id < bindparam("k_demanda")),
    )
    .group_by(_S.nivel_precedencia)
    .order_by(_S.nivel_precedencia)
)
_OTHER_SETS: Final = Statement(
    select(_S.versao_parametros, func.count())
    .where(
        _S.unidade_civica_id == bindparam("k_unidade"),
        one_of(_S.lugar, (ESPERA, AGENDA)),
        _S.versao_parametros != bindparam("k_versao"),
    )
    .group_by(_S.versao_parametros)
    .order_by(_S.versao_parametros)
)


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


class Fila(NamedTuple):
    """Who waits for a place in a unit, in the order of the ranking; both of the same length.

    ``scores`` holds the points as doubles, which their shortest text gives exactly.
    """

    demandas: list[str]
    scores: array[float]


class Pontuada(NamedTuple):
    """What D-5 knows of a ranked demand: its score with the factors, and where it stands.

    ``lugar`` is espera, agenda or fora (worked on or ended).
    """

    demanda_id: str
    unidade_civica_id: str
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    peso_nacional: float
    peso_situacional: float
    score_horizontal: int
    versao_parametros: str
    lugar: str
    criado_em: str


def read_queue(cursor: Cursor, dialect: Dialect, unidade: str) -> Fila:
    """Everybody who waits for a place, best first: ids and points only, for lists of any length."""
    found = Fila([], array("d"))
    _QUEUE.run(cursor, dialect, {"k_unidade": unidade})
    while rows := cursor.fetchmany(CHUNK):
        found.demandas.extend(row[0] for row in rows)
        found.scores.extend(row[1] for row in rows)
    return found


def read_scored(cursor: Cursor, dialect: Dialect, demandas: Iterable[str]) -> dict[str, Pontuada]:
    """Id -> score and factors, of the demands that were ever ranked; a seek each."""
    wanted = list(dict.fromkeys(demandas))
    found: dict[str, Pontuada] = {}
    while len(wanted) >= LOT:
        lot, wanted = wanted[:LOT], wanted[LOT:]
        params = {f"k_{n}": one for n, one in enumerate(lot)}
        for row in _SCORED_LOT.run(cursor, dialect, params).fetchall():
            found[row[0]] = Pontuada(*row)
    for one in wanted:
        row = _SCORED.run(cursor, dialect, {"k_demanda": one}).fetchone()
        if row is not None:
            found[one] = Pontuada(*row)
    return found


def count_ahead(
    cursor: Cursor, dialect: Dialect, unidade: str, score: float, demanda: str
) -> dict[int, int]:
    """Level -> how many wait in a unit before a key of the ranking."""
    params = {"k_unidade": unidade, "k_score": score, "k_demanda": demanda}
    return {int(nivel): int(n) for nivel, n in _AHEAD.run(cursor, dialect, params).fetchall()}


def count_other_sets(cursor: Cursor, dialect: Dialect, unidade: str, versao: str) -> dict[str, int]:
    """Label -> how many, of those available or waiting whose score is by another set than this."""
    params = {"k_unidade": unidade, "k_versao": versao}
    return {str(name): int(n) for name, n in _OTHER_SETS.run(cursor, dialect, params).fetchall()}
