"""Events that no colony is given, and how one is taken out of sight or brought back.

Whether an event has effect is a function of the set of events and evidence that is held, never of
the order in which they came: of several with one identity, the first in fold order counts, whatever
else takes its effect away; what this program cannot judge (type, content) counts for none.
Source: sync.md 2.10, 2.11, section 4 rows 27, 41, 42.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, exists, insert, literal, select

from core.kernel.store import tables as t
from core.kernel.store.log_read import UNREADABLE, has_effect
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing.codes import UNJUDGED

_S, _L, _E = t.kernel_sem_efeito.c, t.event_log.c, t.event_efeitos.c
_HIDE: Final = Statement(insert(t.kernel_sem_efeito), [c.name for c in t.kernel_sem_efeito.c])
_SHOW: Final = Statement(
    delete(t.kernel_sem_efeito).where(_S.sequence_number == bindparam("k_sequencia"))
)
_STATE: Final = Statement(
    select(_S.estado, _S.motivo).where(_S.sequence_number == bindparam("sequencia"))
)
_unjudged = exists(
    select(literal(1)).where(
        _S.sequence_number == _L.sequence_number,
        _S.motivo.in_([literal(motivo) for motivo in sorted(UNJUDGED)]),
    )
)
_SAME_ID: Final = Statement(
    select(_L.sequence_number, _L.altura, _L.event_hash).where(
        _L.event_id == bindparam("event_id"), _L.tipo != UNREADABLE, ~_unjudged
    )
)
_SAME_ANSWER: Final = Statement(
    select(_L.sequence_number, _L.altura, _L.event_hash)
    .join(t.event_efeitos, _E.sequence_number == _L.sequence_number)
    .where(_E.causa == bindparam("causa"), _E.chave_derivacao == bindparam("chave"), ~_unjudged)
)
_FROM: Final = Statement(
    select(_L.sequence_number).where(
        _L.no == bindparam("no"),
        _L.epoca == bindparam("epoca"),
        _L.seq >= bindparam("de"),
        has_effect(_L.sequence_number),
    )
)
_OF_REASON: Final = Statement(
    select(_S.sequence_number).where(_S.motivo == bindparam("motivo")).order_by(_S.sequence_number)
)


@dataclass(frozen=True, slots=True, order=True)
class Rival:
    """An event of the same identity, in fold order."""

    altura: int
    event_hash: bytes
    sequence_number: int


class WithoutEffect:
    """The rows of ``kernel_sem_efeito``, in one transaction."""

    def __init__(self, cursor: Cursor, dialect: Dialect) -> None:
        self._cursor = cursor
        self._dialect = dialect

    def hide(self, sequence: int, estado: str, motivo: str) -> bool:
        """Take an event's effect; False where it has none already."""
        if self.state(sequence) is not None:
            return False
        row = {"sequence_number": sequence, "estado": estado, "motivo": motivo}
        _HIDE.run(self._cursor, self._dialect, row)
        return True

    def show(self, sequence: int) -> None:
        """Give an event its effect back."""
        _SHOW.run(self._cursor, self._dialect, {"k_sequencia": sequence})

    def state(self, sequence: int) -> tuple[str, str] | None:
        """State and reason of an event without effect; None where it has effect."""
        row = _STATE.run(self._cursor, self._dialect, {"sequencia": sequence}).fetchone()
        return None if row is None else (row[0], row[1])

    def of_reason(self, motivo: str) -> list[int]:
        """Positions of the events that have no effect for this reason."""
        rows = _OF_REASON.run(self._cursor, self._dialect, {"motivo": motivo}).fetchall()
        return [row[0] for row in rows]

    def rivals(
        self, event_id: bytes, causa: int | None, chave: str | None
    ) -> Iterator[tuple[Rival, ...]]:
        """The groups of held events with the same id, and with the same answer to one cause.

        Args:
            event_id: 16 bytes.
            causa: position of the cause; None where there is none.
            chave: derivation key.
        """
        rows = _SAME_ID.run(self._cursor, self._dialect, {"event_id": event_id}).fetchall()
        yield _rivals(rows)
        if causa is not None and chave is not None:
            params = {"causa": causa, "chave": chave}
            yield _rivals(_SAME_ANSWER.run(self._cursor, self._dialect, params).fetchall())

    def hide_from(self, no: str, epoca: int, seq: int, estado: str, motivo: str) -> list[int]:
        """Take the effect of a feed's events from ``seq`` on; the positions of those that lost it."""
        params = {"no": bytes.fromhex(no), "epoca": epoca, "de": seq}
        rows = _FROM.run(self._cursor, self._dialect, params).fetchall()
        return [row[0] for row in rows if self.hide(row[0], estado, motivo)]


def _rivals(rows: list[tuple[int, int, bytes]]) -> tuple[Rival, ...]:
    return tuple(Rival(altura, bytes(digest), sequence) for sequence, altura, digest in rows)
