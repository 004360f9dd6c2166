"""How far a new calculation has come: one row of ``d4_prazos`` that every answer moves on.

The row's subject is the last demand that was answered, later the last unit; the step that it
makes due goes on from there (handlers/parametros.py). It only ever moves forward, so that an event
folded once more changes nothing.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, delete, update

from core.colonies.d4_ranking import rows
from core.colonies.d4_ranking.memory import Recalculo
from core.colonies.d4_ranking.tables import prazos
from core.kernel.colony import ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

INICIO: Final = ""
"""Before any demand."""

UNIDADE: Final = "unidade/"
"""Begins the subject once all demands are answered: it sorts after any identifier."""

SEMPRE: Final = "1970-01-01T00:00:00.000Z"
"""Due at once, whatever the clock says now or said when the set was loaded."""

_GONE: Final = Statement(delete(prazos))
_NEW: Final = rows.new(prazos)
_ON: Final = Statement(
    update(prazos)
    .where(prazos.c.evento == bindparam("k_evento"))
    .values(sujeito=bindparam("n_sujeito"))
)


def begin(event: Event, db: ApplyDb) -> None:
    """A set is loaded: its calculation begins, one that was under way ends where it is."""
    db.run(_GONE)
    own = bytes.fromhex(event.event_hash)
    db.run(_NEW, {"sujeito": INICIO, "evento": own, "vence_em": SEMPRE})
    rows.memory(db).set_recalculo(Recalculo(event.event_hash, INICIO))


def advance(event: Event, db: ApplyDb, subject: str) -> None:
    """An event that the calculation under way published was applied."""
    if event.causa is None:
        return
    known = rows.memory(db)
    progress = known.recalculo
    if progress is None or progress.evento != event.causa or progress.cursor >= subject:
        return
    db.run(_ON, {"k_evento": bytes.fromhex(event.causa), "n_sujeito": subject})
    known.set_recalculo(Recalculo(event.causa, subject))
