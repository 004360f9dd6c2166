"""Core statements compiled once and run on the DBAPI cursor.

Statements built per call cost eight times raw sqlite3, prebuilt Core 2.7 times, this 1.0-1.1
times (design.md 6). The price: parameters must already be driver values (str, int, float, bytes,
None) and rows come back as plain tuples in column order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy.sql.elements import CompilerElement

Params = Mapping[str, Any]
Dialect = Literal["sqlite", "postgresql"]
Row = tuple[Any, ...]

# The constructors are untyped in SQLAlchemy.
_SQLITE: Final[Any] = sqlite.dialect
_POSTGRES: Final[Any] = postgresql.dialect
_DIALECTS: Final[dict[Dialect, Any]] = {
    "sqlite": _SQLITE(paramstyle="named"),
    "postgresql": _POSTGRES(paramstyle="pyformat"),
}


class Cursor(Protocol):
    """The part of a DBAPI cursor that the kernel uses (sqlite3 and psycopg agree on it)."""

    @property
    def rowcount(self) -> int: ...

    def execute(self, sql: str, params: Any = ..., /) -> Any: ...
    def executemany(self, sql: str, params: Any, /) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchmany(self, size: int = ..., /) -> Any: ...
    def fetchall(self) -> Any: ...


class Statement:
    """A Core statement and its SQL text per dialect.

    Args:
        clause: any Core statement whose parameters are named by column or ``bindparam``; for an
            insert or update every column to be set must be named by ``columns`` or ``.values``.
        columns: for insert/update, the columns to set, in any order.
    """

    __slots__ = ("_clause", "_columns", "_sql")

    def __init__(self, clause: CompilerElement, columns: list[str] | None = None) -> None:
        self._clause = clause
        self._columns = columns
        self._sql: dict[Dialect, tuple[str, Params]] = {}

    def sql(self, dialect: Dialect) -> tuple[str, Params]:
        """The SQL text for ``dialect`` and the values bound in the statement itself."""
        found = self._sql.get(dialect)
        if found is None:
            compiled = self._clause.compile(dialect=_DIALECTS[dialect], column_keys=self._columns)
            fixed = {k: v for k, v in compiled.params.items() if v is not None}
            found = self._sql[dialect] = (str(compiled), fixed)
        return found

    def run(self, cursor: Cursor, dialect: Dialect, params: Params = {}) -> Cursor:  # noqa: B006 # never written to
        """Execute once and give the cursor back for fetching."""
        sql, fixed = self._sql.get(dialect) or self.sql(dialect)
        cursor.execute(sql, {**fixed, **params} if fixed else params)
        return cursor

    def run_many(self, cursor: Cursor, dialect: Dialect, rows: list[dict[str, Any]]) -> None:
        """Execute for every row of parameters."""
        sql, fixed = self._sql.get(dialect) or self.sql(dialect)
        cursor.executemany(sql, [{**fixed, **row} for row in rows] if fixed else rows)
