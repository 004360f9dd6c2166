"""Rows that nothing signs are stored twice on SQLite, so that its own check compares the two.

A header vouches for the log, the log for the projections; nothing vouches for an answer, a draft
or a position. SQLite's ``integrity_check`` looks every row up in every index of its table and
counts the entries, so a column that also stands in an index cannot change in one place unseen. An
index is written by the same statement as its row, whatever wrote it: no caller can forget it, and
no program needs a function that another SQLite lacks. The conformance suite holds every local
table to it. PostgreSQL has checksums of its own for pages and gets none of these indexes.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Index, Integer, MetaData, Table, UniqueConstraint
from sqlalchemy.dialects import sqlite

SQLITE_ONLY: Final = {"bancos": ("sqlite",)}
"""``info`` of an index that other databases do not get."""

_DIALECT: Final = sqlite.dialect()


def witness(table: str, *columns: str, nome: str = "testemunha") -> Index:
    """The index that repeats ``columns`` of a local table; on SQLite alone.

    Columns of the primary key and of other indexes need no second one. The first should grow with
    time, so that rows are added at the end; columns that change together belong in one index.

    Args:
        table: the table's name.
        columns: what stands in no other index.
        nome: last word of the index's name, where a table has several.
    """
    return _for_sqlite(Index(f"ix_{table}_{nome}", *columns))


def copied(table: Table, metadata: MetaData) -> Table:
    """``Table.to_metadata``, which forgets which database an index is for."""
    copy = table.to_metadata(metadata)
    sqlite_only = {index.name for index in table.indexes if index.info == SQLITE_ONLY}
    for index in copy.indexes:
        if index.name in sqlite_only:
            _for_sqlite(index)
    return copy


def _for_sqlite(index: Index) -> Index:
    index.info.update(SQLITE_ONLY)
    return index.ddl_if(dialect="sqlite")


def unwitnessed(table: Table) -> list[str]:
    """Columns whose values stand in the row alone on SQLite, in the table's order."""
    key = [column.name for column in table.primary_key.columns]
    found: set[str] = set()
    whole = [index for index in table.indexes if _is_whole(index)]
    for index in whole:
        found |= {column.name for column in index.columns}
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            found |= {column.name for column in constraint.columns}
    if not (_is_clustered(table) or _is_rowid(table)):
        found |= set(key)  # SQLite makes an index of its own for such a key
    elif found:
        found |= set(key)  # every entry ends with the key
    return [column.name for column in table.columns if column.name not in found]


def _is_whole(index: Index) -> bool:
    """Holds every row, and plain columns only."""
    is_partial = index.dialect_options["sqlite"]["where"] is not None
    return not is_partial and all(isinstance(column, Column) for column in index.expressions)


def _is_clustered(table: Table) -> bool:
    return table.dialect_options["sqlite"]["with_rowid"] is False


def _is_rowid(table: Table) -> bool:
    """A key that SQLite takes for the row's own number: exactly ``INTEGER``, alone."""
    key = list(table.primary_key.columns)
    if len(key) != 1:
        return False
    kind = key[0].type.dialect_impl(_DIALECT)
    return isinstance(kind, Integer) and kind.compile(_DIALECT) == "INTEGER"
