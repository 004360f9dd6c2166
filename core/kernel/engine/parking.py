"""Dead letters: an event that a colony cannot handle waits, and what shares its keys waits too.

Rows of ``dead_letter_queue`` and ``kernel_chaves_paradas`` move only here. Source: design.md 2,
G-002, G-029.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from core.kernel.event import Event
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.statement import Statement

Phase = Literal["apply", "react", "prazo"]
PHASES: Final[tuple[Phase, ...]] = ("apply", "react", "prazo")

WAITING: Final = "esperando"
"""Behind an earlier one that shares a key."""
SUSPENDED: Final = "suspenso"
"""Held back until a newer program understands what decisions depend on (``suspension.py``)."""

MAX_ATTEMPTS: Final = 5
_PAST_ALL: Final = 1 << 62

_D = t.dead_letter_queue
_K = t.kernel_chaves_paradas
_COLUMNS: Final = [column.name for column in _D.columns]
_INSERT: Final = {
    "sqlite": Statement(sqlite.insert(_D).on_conflict_do_nothing(), _COLUMNS),
    "postgresql": Statement(postgresql.insert(_D).on_conflict_do_nothing(), _COLUMNS),
}
_KEY_COLUMNS: Final = [column.name for column in _K.columns]
_INSERT_KEY: Final = {
    "sqlite": Statement(sqlite.insert(_K).on_conflict_do_nothing(), _KEY_COLUMNS),
    "postgresql": Statement(postgresql.insert(_K).on_conflict_do_nothing(), _KEY_COLUMNS),
}
_THIS = (
    _D.c.consumidor == bindparam("k_colonia"),
    _D.c.fase == bindparam("k_fase"),
    _D.c.sequence_number == bindparam("k_sequencia"),
)
_FAILED_AGAIN: Final = Statement(
    update(_D).where(*_THIS).values(erro=bindparam("erro_novo"), ultima_ms=bindparam("agora"))
)
_SET_STATE: Final = Statement(
    update(_D)
    .where(*_THIS)
    .values(estado=bindparam("estado_novo"), tentativas=bindparam("tentativas_novas"))
)
_DELETE: Final = Statement(delete(_D).where(*_THIS))
_DELETE_KEYS: Final = Statement(
    delete(_K).where(
        _K.c.consumidor == bindparam("k_colonia"),
        _K.c.fase == bindparam("k_fase"),
        _K.c.sequence_number == bindparam("k_sequencia"),
    )
)
_ROWS: Final = Statement(
    select(_D.c.consumidor, _D.c.fase, _D.c.sequence_number, _D.c.estado, _D.c.tentativas)
    .where(_D.c.consumidor == bindparam("k_colonia"), _D.c.fase == bindparam("k_fase"))
    .order_by(_D.c.sequence_number)
)
_ONE: Final = Statement(
    select(_D.c.consumidor, _D.c.fase, _D.c.sequence_number, _D.c.estado, _D.c.tentativas).where(
        *_THIS
    )
)
_KEYS_BEFORE: Final = Statement(
    select(_K.c.chave).where(
        _K.c.consumidor == bindparam("k_colonia"),
        _K.c.fase == bindparam("k_fase"),
        _K.c.sequence_number < bindparam("k_sequencia"),
    )
)


@dataclass(frozen=True, slots=True)
class Parked:
    """A row of the dead-letter queue."""

    consumidor: str
    fase: Phase
    sequence_number: int
    estado: str
    tentativas: int


class ParkingLot:
    """All dead letters of all colonies, inside the running transaction."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def park(
        self,
        colony_id: str,
        phase: Phase,
        event: Event,
        keys: Iterable[str],
        error: str,
        now_ms: int,
        *,
        waiting: str = WAITING,
    ) -> None:
        """Park an event that failed (``error`` says how) or that waits (``error`` is empty).

        Args:
            colony_id: that parks it.
            phase: in which.
            event: what waits.
            keys: what later events wait behind.
            error: what failed; empty where nothing did.
            now_ms: the office clock.
            waiting: the state of one that did not fail: behind another, or for a newer program.
        """
        cursor, dialect = self._writer.cursor, self._writer.dialect
        _INSERT[dialect].run(
            cursor,
            dialect,
            {
                "consumidor": colony_id,
                "fase": phase,
                "sequence_number": event.sequence_number,
                "tipo": event.tipo,
                "estado": "pendente" if error else waiting,
                "erro": error,
                "tentativas": 1 if error else 0,
                "desde_ms": now_ms,
                "ultima_ms": now_ms,
            },
        )
        for key in sorted(keys):
            _INSERT_KEY[dialect].run(
                cursor,
                dialect,
                {
                    "consumidor": colony_id,
                    "fase": phase,
                    "chave": key,
                    "sequence_number": event.sequence_number,
                },
            )

    def failed_again(self, row: Parked, error: str, now_ms: int) -> None:
        """Count one more failure; the fifth discards the event, which still holds its keys."""
        params = {**self._key(row), "erro_novo": error, "agora": now_ms}
        _FAILED_AGAIN.run(self._writer.cursor, self._writer.dialect, params)
        self.count_attempts(row, row.tentativas + 1)

    def count_attempts(self, row: Parked, attempts: int) -> None:
        """Set how often an event failed, and with it whether it is discarded."""
        self._set_state(row, "descartado" if attempts >= MAX_ATTEMPTS else "pendente", attempts)

    def wait(self, row: Parked, state: str) -> None:
        """Say what an event waits for that did not fail; one that failed keeps its reason."""
        if row.estado in (WAITING, SUSPENDED) and row.estado != state:
            self._set_state(row, state, row.tentativas)

    def _set_state(self, row: Parked, state: str, attempts: int) -> None:
        params = {**self._key(row), "estado_novo": state, "tentativas_novas": attempts}
        _SET_STATE.run(self._writer.cursor, self._writer.dialect, params)

    def resolve(self, row: Parked) -> None:
        """The event was handled: its row and keys go."""
        cursor, dialect = self._writer.cursor, self._writer.dialect
        _DELETE.run(cursor, dialect, self._key(row))
        _DELETE_KEYS.run(cursor, dialect, self._key(row))

    def release(self, row: Parked) -> None:
        """An operator's act: the event is never handled here, its keys are free again.

        The row stays as ``liberado``, so that a rebuild leaves the same event out.
        """
        cursor, dialect = self._writer.cursor, self._writer.dialect
        self._set_state(row, "liberado", row.tentativas)
        _DELETE_KEYS.run(cursor, dialect, self._key(row))

    def rows(self, colony_id: str, phase: Phase) -> list[Parked]:
        """Every row of a colony and phase, in log order."""
        params = {"k_colonia": colony_id, "k_fase": phase}
        found = _ROWS.run(self._writer.cursor, self._writer.dialect, params).fetchall()
        return [Parked(*row) for row in found]

    def row(self, colony_id: str, phase: str, sequence: int) -> Parked | None:
        """One row."""
        params = {"k_colonia": colony_id, "k_fase": phase, "k_sequencia": sequence}
        found = _ONE.run(self._writer.cursor, self._writer.dialect, params).fetchone()
        return Parked(*found) if found else None

    def keys_of(self, colony_id: str, phase: Phase) -> set[str]:
        """All keys held in a phase."""
        return self.keys_before(colony_id, phase, _PAST_ALL)

    def keys_before(self, colony_id: str, phase: Phase, sequence: int) -> set[str]:
        """Keys held by earlier parked events: an event that shares one still waits."""
        params = {"k_colonia": colony_id, "k_fase": phase, "k_sequencia": sequence}
        found = _KEYS_BEFORE.run(self._writer.cursor, self._writer.dialect, params).fetchall()
        return {row[0] for row in found}

    @staticmethod
    def _key(row: Parked) -> dict[str, str | int]:
        return {
            "k_colonia": row.consumidor,
            "k_fase": row.fase,
            "k_sequencia": row.sequence_number,
        }
