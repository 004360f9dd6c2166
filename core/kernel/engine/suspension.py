"""Decisions held back while the log holds an event that they depend on and nobody here understands.

An event that its author calls critical and whose type or version this program does not know may
change what a decision would rest on: parameters, a unit's custody, who may be drawn. Until a newer
program gives it its effect, or the root seals it off, this node reads and relays, but what it would
decide in the name of a unit's custody waits. Source: sync.md 2.10, section 4 row 39.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, literal, select

from core.kernel.colony import Authority, Colony
from core.kernel.engine.custody import Custody
from core.kernel.event import Event
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.statement import Cursor, Dialect, Statement

CRITICAL_UNKNOWN: Final = "evento.adiado_critico"
"""Why such an event has no effect yet."""

_COUNT: Final = Statement(
    select(func.count()).where(t.kernel_sem_efeito.c.motivo == literal(CRITICAL_UNKNOWN))
)


def critical_unknown(cursor: Cursor, dialect: Dialect) -> int:
    """How many events hold decisions back; 0 where this node may decide."""
    count: int = _COUNT.run(cursor, dialect).fetchone()[0]
    return count


class Suspension:
    """Whether an engine's decisions are held back, as of the last ``reset``.

    Args:
        writer: the engine's connection.
        custody: who decides about units; what another node decides is not held back here.
    """

    def __init__(self, writer: Writer, custody: Custody) -> None:
        self._writer = writer
        self._custody = custody
        self._stands = False

    def reset(self) -> None:
        """Ask again: at start, after a rollback, after an import."""
        self._stands = critical_unknown(self._writer.cursor, self._writer.dialect) > 0

    def holds_back(self, colony: Colony, authority: Authority, event: Event) -> bool:
        """Whether this node would decide by this event, and must not now.

        Asked with the colony applied up to the head. What an author says of its own demand
        (normalised, placed) and local effects decide nothing between people, and go on.
        """
        return (
            self._stands and authority is Authority.CUSTODIA and self._custody.holds(colony, event)
        )
