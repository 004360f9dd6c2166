"""Carry an office's rows from one database to another, whichever kind each is.

What a migration must carry is the log with its parts and what only this installation has; the
projections are not carried but folded again, so every colony starts with nothing applied and, as
before, reacts only to what comes after its last reaction. Source: design.md 6 (table classes), 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlalchemy import Table, bindparam, insert, select, tuple_, update

from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.statement import Cursor, Dialect, Statement

CHUNK: Final = 2_000

# Made by the schema or by the engine, and of no use in another database.
LEFT_OUT: Final = frozenset({"kernel_redobra"})

_FOLD_AGAIN: Final = Statement(update(t.kernel_posicoes).values(aplicado_ate=bindparam("nada")))


def carried_tables(colony_tables: tuple[Table, ...]) -> list[Table]:
    """The tables of class ``log`` and ``local``, the kernel's and the colonies'."""
    everything = (*t.metadata.tables.values(), *colony_tables)
    return [
        table
        for table in everything
        if table.info["classe"] in {"log", "local"} and table.name not in LEFT_OUT
    ]


def carry(
    source: Reader,
    target: Cursor,
    dialect: Dialect,
    colony_tables: tuple[Table, ...],
    progress: Callable[[int], None],
) -> None:
    """Copy all rows into the empty tables of ``target``, inside its transaction.

    Args:
        source: a reader that holds one snapshot.
        target: cursor of a database with the present schema and empty tables.
        dialect: of ``target``.
        colony_tables: all tables of the colonies.
        progress: called with the number of rows carried so far; raises to stop.
    """
    done = 0
    for table in carried_tables(colony_tables):
        names = [column.name for column in table.columns]
        into = Statement(insert(table), names)
        for rows in _chunks(source, table):
            into.run_many(target, dialect, [dict(zip(names, row, strict=True)) for row in rows])
            done += len(rows)
            progress(done)
    _FOLD_AGAIN.run(target, dialect, {"nada": 0})


def _chunks(source: Reader, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """All rows by primary key, a chunk at a time, in constant memory."""
    key = list(table.primary_key.columns)
    places = [list(table.columns).index(column) for column in key]
    ordered = select(*table.columns).order_by(*key).limit(bindparam("limite"))
    first = Statement(ordered)
    after = [bindparam(f"depois_{n}", type_=column.type) for n, column in enumerate(key)]
    following = Statement(ordered.where(tuple_(*key) > tuple_(*after)))
    params: dict[str, Any] = {"limite": CHUNK}
    statement = first
    while rows := statement.run(source.cursor, source.dialect, params).fetchall():
        yield rows
        statement = following
        params |= {f"depois_{n}": rows[-1][place] for n, place in enumerate(places)}
