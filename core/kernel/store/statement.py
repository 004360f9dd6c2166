"""Core statements compiled once and run on the DBAPI cursor.

Statements built per call cost eight times raw sqlite3, prebuilt Core 2.7 times, this 1.0-1.1
times (design.md 6). The price: parameters must already be driver values (str, int, float, bytes,
None) and rows come back as plain tuples in column order. Both drivers are given positional
parameters: sqlite3 looks every named one up by its text, at each execution.

What a statement itself fixes stands in its text. As a parameter it would be handed over at every
execution, no partial index could be told from it – and where one might, SQLite plans the statement
anew each time, which took a hundred microseconds where looking the row up takes five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy.sql.elements import CompilerElement

Params = Mapping[str, Any]
Dialect = Literal["sqlite", "postgresql"]
Row = tuple[Any, ...]
_Pick = Callable[[Params], Row]
PIECE_ROWS: Final = 1_000


class _Fixing:
    """Writes fixed values into the text; columns that are set by name stay parameters."""

    column_keys: Sequence[str] | None

    def visit_bindparam(self, bindparam: Any, **kw: Any) -> Any:
        compiler: Any = super()  # SQLAlchemy's, beside which this class is put
        name = compiler._truncate_bindparam(bindparam)  # noqa: SLF001 # what a value is set by
        if not bindparam.required and name not in (self.column_keys or ()):
            kw["literal_binds"] = True
        return compiler.visit_bindparam(bindparam, **kw)


def _dialect(made: Any) -> Any:
    made.statement_compiler = type("Fixing", (_Fixing, made.statement_compiler), {})
    return made


# The constructors are untyped in SQLAlchemy.
_SQLITE: Final[Any] = sqlite.dialect
_POSTGRES: Final[Any] = postgresql.dialect
_DIALECTS: Final[dict[Dialect, Any]] = {
    "sqlite": _dialect(_SQLITE(paramstyle="qmark")),
    "postgresql": _dialect(_POSTGRES(paramstyle="format")),
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

    __slots__ = ("_clause", "_columns", "_compiled")

    def __init__(self, clause: CompilerElement, columns: list[str] | None = None) -> None:
        self._clause = clause
        self._columns = columns
        self._compiled: dict[Dialect, tuple[str, _Pick]] = {}

    def sql(self, dialect: Dialect) -> str:
        """The SQL text for ``dialect``."""
        return (self._compiled.get(dialect) or self._compile(dialect))[0]

    def _compile(self, dialect: Dialect) -> tuple[str, _Pick]:
        compiled: Any = self._clause.compile(dialect=_DIALECTS[dialect], column_keys=self._columns)
        names: list[str] = compiled.positiontup or []
        found = self._compiled[dialect] = (str(compiled), _picker(names))
        return found

    def run(self, cursor: Cursor, dialect: Dialect, params: Params = {}) -> Cursor:  # noqa: B006 # never written to
        """Execute once and give the cursor back for fetching.

        Raises:
            KeyError: a parameter is missing.
        """
        sql, pick = self._compiled.get(dialect) or self._compile(dialect)
        cursor.execute(sql, pick(params))
        return cursor

    def run_many(self, cursor: Cursor, dialect: Dialect, rows: Sequence[Params]) -> None:
        """Execute for every row of parameters."""
        sql, pick = self._compiled.get(dialect) or self._compile(dialect)
        cursor.executemany(sql, list(map(pick, rows)))

    def run_rows(self, cursor: Cursor, dialect: Dialect, rows: Sequence[Row]) -> None:
        """Execute an insert for rows of values in the order of its table's columns."""
        sql = (self._compiled.get(dialect) or self._compile(dialect))[0]
        cursor.executemany(sql, rows)


def in_pieces(cursor: Cursor) -> Iterator[Row]:
    """All rows of an answer that grows with the office, fetched so that other threads run in between."""
    while rows := cursor.fetchmany(PIECE_ROWS):
        yield from rows


def _picker(names: Sequence[str]) -> _Pick:
    """From parameters by name to the row of values."""
    if not names:
        return lambda _params: ()
    if len(names) == 1:
        name = names[0]
        return lambda params: (params[name],)
    return itemgetter(*names)
