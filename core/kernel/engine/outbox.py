"""Local effects: queued in the transaction of the step, done after COMMIT, at least once.

The outbox is never filled by a rebuild or an import. Source: design.md 3, Authority (LOCAL).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from core.kernel.colony import Effect
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.statement import Cursor, Dialect, Statement

MAX_ATTEMPTS: Final = 5

_S = t.kernel_saida
_COLUMNS: Final = [column.name for column in _S.columns]
_QUEUE: Final = {
    "sqlite": Statement(sqlite.insert(_S).on_conflict_do_nothing(), _COLUMNS),
    "postgresql": Statement(postgresql.insert(_S).on_conflict_do_nothing(), _COLUMNS),
}
_PENDING: Final = Statement(
    select(_S.c.colonia, _S.c.chave, _S.c.efeito, _S.c.dados, _S.c.tentativas)
    .where(_S.c.estado == "pendente")
    .order_by(_S.c.colonia, _S.c.chave)
    .limit(bindparam("limite"))
)
_DONE: Final = Statement(
    update(_S)
    .where(_S.c.colonia == bindparam("k_colonia"), _S.c.chave == bindparam("k_chave"))
    .values(estado=bindparam("estado_novo"), tentativas=bindparam("tentativas_novas"))
)


@dataclass(frozen=True, slots=True)
class PendingEffect:
    """An effect to be done: its executor's name and its values."""

    colonia: str
    chave: str
    efeito: str
    dados: Mapping[str, Any]
    tentativas: int


def queue_effects(writer: Writer, colony_id: str, effects: Sequence[Effect]) -> None:
    """Queue effects; a key that is there already, done or not, is left alone."""
    for effect in effects:
        _QUEUE[writer.dialect].run(
            writer.cursor,
            writer.dialect,
            {
                "colonia": colony_id,
                "chave": effect.chave,
                "efeito": effect.efeito,
                "dados": msgspec.json.encode(effect.dados).decode(),
                "estado": "pendente",
                "tentativas": 0,
            },
        )


def pending_effects(cursor: Cursor, dialect: Dialect, limit: int = 50) -> list[PendingEffect]:
    """Effects not done yet."""
    rows = _PENDING.run(cursor, dialect, {"limite": limit}).fetchall()
    return [
        PendingEffect(colony, key, name, msgspec.json.decode(values), attempts)
        for colony, key, name, values, attempts in rows
    ]


def effect_done(writer: Writer, effect: PendingEffect, *, failed: bool) -> None:
    """Record the outcome; after five failures the effect stays as ``falhou``, shown in Saúde."""
    attempts = effect.tentativas + 1
    state = "feito" if not failed else ("falhou" if attempts >= MAX_ATTEMPTS else "pendente")
    _DONE.run(
        writer.cursor,
        writer.dialect,
        {
            "k_colonia": effect.colonia,
            "k_chave": effect.chave,
            "estado_novo": state,
            "tentativas_novas": attempts,
        },
    )
