"""Sending a transaction's writes ahead, without waiting for each one's answer.

Most of what a step does to a database is told and not asked: rows go in, and nobody reads how many.
On a server each such statement costs a trip there and back. In libpq's pipeline mode they travel
together and are answered together, at the next question (psycopg 3, "Pipeline mode support").
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import psycopg
    from psycopg import Pipeline

_WRITES: Final = ("INSERT", "UPDATE", "DELETE")


def _is_told(sql: str) -> bool:
    """A write that gives no rows back."""
    return sql.startswith(_WRITES) and " RETURNING " not in sql


class HastyCursor:
    """A ``statement.Cursor`` whose writes may go ahead of what follows.

    A write's fault then surfaces at the next question, at ``settle`` or at the end. Answers of
    writes come to cursors of their own: on a shared one they would stand where a question's
    answer is looked for.

    Args:
        connection: in autocommit; transactions are begun by statements.
    """

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._asking: Final = connection.cursor()
        self._telling: Final = connection.cursor()
        self._last: psycopg.Cursor[Any] = self._asking
        self._pipeline: Pipeline | None = None
        self._leaving = ExitStack()

    def hasten(self) -> None:
        """Send writes ahead from now on."""
        if self._pipeline is None:
            self._pipeline = self._leaving.enter_context(self._connection.pipeline())

    def settle(self) -> None:
        """Wait for the answers to all that was sent ahead.

        Raises:
            psycopg.Error: that of the first statement that failed.
        """
        if self._pipeline is not None:
            self._pipeline.sync()

    def rest(self) -> None:
        """Settle, and wait for each answer from now on.

        Raises:
            psycopg.Error: as ``settle``; the haste has ended all the same.
        """
        self._pipeline = None
        self._leaving.close()

    @property
    def rowcount(self) -> int:
        """Of the last statement; asking for it waits for its answer."""
        self.settle()
        return self._last.rowcount

    def execute(self, sql: str, params: Any = None, /) -> HastyCursor:
        """Send a statement."""
        told = self._pipeline is not None and _is_told(sql)
        self._last = self._telling if told else self._asking
        self._last.execute(sql, params)
        return self

    def executemany(self, sql: str, params: Any, /) -> None:
        """Send a write for many rows."""
        self._last = self._telling if self._pipeline is not None else self._asking
        self._last.executemany(sql, params)

    def fetchone(self) -> Any:
        """The next row of the last question."""
        return self._asking.fetchone()

    def fetchmany(self, size: int = 0, /) -> Any:
        """The next rows of the last question."""
        return self._asking.fetchmany(size)

    def fetchall(self) -> Any:
        """The rows of the last question that are left."""
        return self._asking.fetchall()
