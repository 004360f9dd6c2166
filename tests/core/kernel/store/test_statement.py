"""Statements compiled once: positional on both databases, values in the statement's own order."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    Table,
    Text,
    bindparam,
    insert,
    literal,
    select,
    update,
)
from typing_extensions import override

from core.kernel.store.statement import PIECE_ROWS, Statement, in_pieces
from tests.support.office import Office

people = Table("pessoas", MetaData(), Column("id", Integer), Column("nome", Text))
INSERT = Statement(insert(people), ["id", "nome"])
ALL = Statement(select(people.c.id, people.c.nome).order_by(people.c.id))
BY_NAME = Statement(
    select(people.c.id).where(people.c.nome == bindparam("nome")).order_by(people.c.id)
)
BETWEEN = Statement(
    select(people.c.nome)
    .where(people.c.id >= bindparam("de"), people.c.id <= bindparam("ate"))
    .order_by(people.c.id)
    .limit(literal(2))
)
RENAME = Statement(
    update(people).where(people.c.id == bindparam("k_id")).values(nome=bindparam("novo"))
)
STARTS = Statement(select(people.c.id).where(people.c.nome.like("A%")))


@pytest.fixture
def cursor() -> sqlite3.Cursor:
    cursor = sqlite3.connect(":memory:").cursor()
    cursor.execute("CREATE TABLE pessoas (id INTEGER, nome TEXT)")
    return cursor


def test_text_is_positional_for_each_driver() -> None:
    assert INSERT.sql("sqlite") == "INSERT INTO pessoas (id, nome) VALUES (?, ?)"
    assert INSERT.sql("postgresql").startswith("INSERT INTO pessoas (id, nome) VALUES (%s")
    assert INSERT.sql("postgresql").count("%s") == 2


def test_values_go_where_they_belong_in_whatever_order_they_come(cursor: sqlite3.Cursor) -> None:
    INSERT.run(cursor, "sqlite", {"nome": "Ana", "id": 1})
    INSERT.run_many(cursor, "sqlite", [{"id": 2, "nome": "Bia"}, {"nome": "Ana", "id": 3}])
    INSERT.run_rows(cursor, "sqlite", [(4, "Caio")])
    assert BY_NAME.run(cursor, "sqlite", {"nome": "Ana"}).fetchall() == [(1,), (3,)]
    RENAME.run(cursor, "sqlite", {"novo": "Davi", "k_id": 4})
    assert BY_NAME.run(cursor, "sqlite", {"nome": "Davi"}).fetchall() == [(4,)]


def test_values_bound_in_the_statement_itself_stay(cursor: sqlite3.Cursor) -> None:
    INSERT.run_rows(cursor, "sqlite", [(n, str(n)) for n in range(9)])
    found = BETWEEN.run(cursor, "sqlite", {"ate": 7, "de": 3}).fetchall()
    assert found == [("3",), ("4",)]


def test_what_a_statement_fixes_stands_in_its_text(cursor: sqlite3.Cursor) -> None:
    """So that a partial index serves it, and SQLite does not plan it anew at every execution."""
    cursor.execute("CREATE INDEX ana ON pessoas (id) WHERE nome = 'Ana'")
    anas = Statement(
        select(people.c.id).where(people.c.nome == "Ana", people.c.id == bindparam("k_id"))
    )
    assert anas.sql("sqlite").endswith("WHERE pessoas.nome = 'Ana' AND pessoas.id = ?")
    assert anas.sql("postgresql").count("%s") == 1
    plan = cursor.execute(f"EXPLAIN QUERY PLAN {anas.sql('sqlite')}", (1,)).fetchall()
    assert "USING INDEX ana" in plan[0][3]


def test_a_column_that_is_set_by_name_is_no_fixed_value(cursor: sqlite3.Cursor) -> None:
    named = Statement(insert(people).values(id=None, nome="Ana"), ["id"])
    named.run(cursor, "sqlite", {"id": 3})
    assert BY_NAME.run(cursor, "sqlite", {"nome": "Ana"}).fetchall() == [(3,)]


def test_a_missing_value_is_named(cursor: sqlite3.Cursor) -> None:
    with pytest.raises(KeyError, match="nome"):
        INSERT.run(cursor, "sqlite", {"id": 1})
    with pytest.raises(KeyError, match="nome"):
        BY_NAME.run(cursor, "sqlite")


def test_a_percent_sign_is_no_parameter(office: Office) -> None:
    """psycopg reads ``%`` in the text; sqlite3 does not."""
    writer = office.database.open_writer(checkpoints=False)
    writer.begin()
    writer.cursor.execute("CREATE TABLE pessoas (id INTEGER, nome TEXT)")
    INSERT.run_rows(writer.cursor, writer.dialect, [(1, "Ana 10%"), (2, "Bia")])
    try:
        rows = STARTS.run(writer.cursor, writer.dialect).fetchall()
        assert [tuple(row) for row in rows] == [(1,)]
        assert STARTS.sql("postgresql").endswith("LIKE 'A%%'")
    finally:
        writer.rollback()
        writer.close()


def test_a_long_answer_comes_in_pieces(cursor: sqlite3.Cursor) -> None:
    rows = [(at, f"pessoa {at}") for at in range(2 * PIECE_ROWS + 1)]
    INSERT.run_rows(cursor, "sqlite", rows)
    asked: list[int] = []

    class Piecewise(sqlite3.Cursor):
        @override
        def fetchmany(self, size: int | None = 1) -> list[Any]:
            asked.append(size or 0)
            return super().fetchmany(size)

    found = ALL.run(Piecewise(cursor.connection), "sqlite")
    assert list(in_pieces(found)) == rows
    assert asked == [PIECE_ROWS] * 4
