"""Reads for Saúde: which trabalhos wait or run. Writes nothing; any connection will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from core.kernel.clock import parse_timestamp
from core.kernel.colony import Colony
from core.kernel.engine.jobs import Key
from core.kernel.store.statement import Cursor, Dialect, Statement

LIMIT: Final = 500


@dataclass(frozen=True, slots=True)
class JobState:
    """A trabalho that is not done.

    ``estado`` is ``esperando``, ``em_curso``, or ``falhou`` where its outcome could not be
    published and it is not tried again before a restart or ``reprocessar``.
    """

    colonia: str
    trabalho: str
    sujeito: str
    estado: str
    desde_ms: int


def open_jobs(
    cursor: Cursor, dialect: Dialect, colonies: Sequence[Colony], state_of: Callable[[Key], str]
) -> list[JobState]:
    """At most ``LIMIT`` open rows a colony, oldest first.

    Args:
        cursor: of any connection.
        dialect: of that connection.
        colonies: whose trabalhos.
        state_of: what the engine knows of a row.
    """
    found: list[JobState] = []
    for colony in colonies:
        table = colony.jobs_table
        if table is None:
            continue
        columns = table.c
        rows = Statement(
            select(columns.trabalho, columns.sujeito, columns.evento, columns.aberto_em)
            .where(columns.estado == "aberto")
            .order_by(columns.aberto_em, columns.trabalho, columns.sujeito)
            .limit(LIMIT)
        ).run(cursor, dialect)
        found += [
            JobState(
                colony.id,
                name,
                subject,
                state_of((colony.id, name, subject, bytes(event_hash))),
                parse_timestamp(since),
            )
            for name, subject, event_hash, since in rows.fetchall()
        ]
    return found
