"""Read the whole log in order with everything stored beside each event; constant memory.

Damage to a text column does not stop the walk: such values come with surrogates in them and then
fail their comparison, so that the event is named.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, func, select

from core.kernel.errors import IntegrityFault
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.statement import Params, Statement

CHUNK: Final = 1_000

_LOG: Final = Statement(
    select(*t.event_log.columns)
    .where(t.event_log.c.sequence_number > bindparam("depois"))
    .order_by(t.event_log.c.sequence_number)
    .limit(bindparam("limite"))
)
_PARTS: Final = Statement(
    select(*t.event_parts.columns)
    .where(
        t.event_parts.c.parte_id >= bindparam("de"), t.event_parts.c.parte_id < bindparam("antes")
    )
    .order_by(t.event_parts.c.parte_id)
)
_STRAY: Final = Statement(
    select(func.count())
    .select_from(t.event_parts)
    .where(t.event_parts.c.parte_id >= bindparam("de"))
)
_COUNT: Final = Statement(select(func.max(t.event_log.c.sequence_number)))


class LogRecord(NamedTuple):
    """A row of ``event_log``, its columns in the table's order.

    Typed as it should be: a damaged row may hold anything anywhere.
    """

    sequence_number: int
    event_hash: bytes
    no: bytes
    epoca: int
    seq: int
    event_id: bytes
    tipo: str
    versao_schema: str
    origem: str
    timestamp_ms: int
    correlacao_id: bytes | None
    causa: bytes | None
    chave_derivacao: str | None
    altura: Any
    profundidade: Any
    criado_em_ms: int
    header: bytes


class PartRecord(NamedTuple):
    """A row of ``event_parts``."""

    parte_id: int
    nome: str
    salt: bytes
    conteudo: bytes


@dataclass(slots=True)
class Walk:
    """One pass over the log.

    Args:
        reader: a read-only connection that holds one snapshot.
        strays: positions without an event that parts stand at, filled while walking.
    """

    reader: Reader
    strays: list[int]

    def size(self) -> int:
        """Highest position, for progress."""
        return int(_COUNT.run(self.reader.cursor, self.reader.dialect).fetchone()[0] or 0)

    def events(self) -> Iterator[tuple[LogRecord, list[PartRecord]]]:
        """Every event with its parts, by position.

        Raises:
            IntegrityFault: ``banco.paginas_danificadas``: positions do not rise.
            Exception: the driver's, where a page cannot be read.
        """
        position = 0
        first_part = 0
        while True:
            rows = self._fetch(_LOG, {"depois": position, "limite": CHUNK})
            if not rows:
                break
            if not position < rows[0][0] <= rows[-1][0]:
                # A broken tree may lead in circles.
                raise IntegrityFault("banco.paginas_danificadas", detalhe="ordem")
            position = rows[-1][0]
            after = (position + 1) * t.PARTS_PER_EVENT
            parts = self._parts(first_part, after)
            first_part = after
            for row in rows:
                yield LogRecord(*row), parts.pop(row[0], [])
            self.strays.extend(parts)
        _STRAY.run(self.reader.cursor, self.reader.dialect, {"de": first_part})
        if self.reader.cursor.fetchone()[0]:
            self.strays.append(position + 1)

    def _parts(self, first: int, after: int) -> dict[int, list[PartRecord]]:
        found: dict[int, list[PartRecord]] = {}
        for row in self._fetch(_PARTS, {"de": first, "antes": after}):
            found.setdefault(row[0] // t.PARTS_PER_EVENT, []).append(PartRecord(*row))
        return found

    def _fetch(self, statement: Statement, params: Params) -> list[Any]:
        cursor, dialect = self.reader.cursor, self.reader.dialect
        try:
            rows: list[Any] = statement.run(cursor, dialect, params).fetchall()
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", None) is not None:
                raise
            # A text column that holds no text any more.
            self.reader.tolerate_damage()
            rows = statement.run(cursor, dialect, params).fetchall()
        return rows
