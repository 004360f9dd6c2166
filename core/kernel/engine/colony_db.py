"""What a colony's code sees of a database: its statements, its memory structure, its attachments.

The same over the office's writing connection and over a verification's scratch database, so that a
fold that verifies runs exactly what the fold that is verified ran. Source: design.md 3.
"""

from __future__ import annotations

from typing import Any, Protocol

from core.kernel.colony import Colony
from core.kernel.store.attachments import Attachments
from core.kernel.store.statement import Cursor, Dialect, Params, Row, Statement


class Transaction(Protocol):
    """A connection with an open transaction; it ends without this module."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def cursor(self) -> Cursor: ...


class ColonyDb:
    """The colony's tables inside a transaction: ``colony.ReadDb`` and ``ApplyDb``.

    Args:
        of: asked for its cursor at each statement: a writer that opened again has another one.
    """

    __slots__ = ("_attachments", "_factory", "_flush", "_memory", "_of", "dialect")

    def __init__(self, of: Transaction, colony: Colony, attachments: Attachments) -> None:
        self._of = of
        self._attachments = attachments
        self.dialect = of.dialect
        self._factory = colony.memory
        self._flush = colony.flush
        self._memory: Any = None

    @property
    def memory(self) -> Any:
        """See ``colony.ReadDb.memory``."""
        if self._memory is None and self._factory is not None:
            self._memory = self._factory(self)
        return self._memory

    def drop_memory(self) -> None:
        """Forget the memory structure; the next use loads it from the tables."""
        self._memory = None

    def flush(self) -> None:
        """Write what the memory structure holds back."""
        if self._flush is not None and self._memory is not None:
            self._flush(self)

    def attachment(self, sha256: str, /) -> bytes | None:
        """See ``colony.ReadDb.attachment``."""
        return self._attachments.get(sha256)

    def one(self, statement: Statement, params: Params = {}, /) -> Row | None:  # noqa: B006 # never written to
        """See ``colony.ReadDb.one``."""
        row: Row | None = statement.run(self._of.cursor, self.dialect, params).fetchone()
        return row

    def all(self, statement: Statement, params: Params = {}, /) -> list[Row]:  # noqa: B006 # never written to
        """See ``colony.ReadDb.all``."""
        rows: list[Row] = statement.run(self._of.cursor, self.dialect, params).fetchall()
        return rows

    def run(self, statement: Statement, params: Params = {}, /) -> None:  # noqa: B006 # never written to
        """See ``colony.ApplyDb.run``."""
        statement.run(self._of.cursor, self.dialect, params)

    def run_counted(self, statement: Statement, params: Params = {}, /) -> int:  # noqa: B006 # never written to
        """See ``colony.ApplyDb.run_counted``."""
        return statement.run(self._of.cursor, self.dialect, params).rowcount

    def run_many(self, statement: Statement, rows: list[dict[str, Any]], /) -> None:
        """See ``colony.ApplyDb.run_many``."""
        if rows:
            statement.run_many(self._of.cursor, self.dialect, rows)
