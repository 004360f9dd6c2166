"""Which columns stand in one place only, and that SQLite's own check sees them part."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_mock_engine,
    func,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from core.kernel.store import tables
from core.kernel.store.witness import copied, unwitnessed, witness

BIG = BigInteger().with_variant(Integer(), "sqlite")


def table(*parts: Any, **options: Any) -> Table:
    return Table("x", MetaData(), *parts, **options)


def text_key() -> Column[str]:
    return Column("chave", Text, primary_key=True)


def number_key(kind: Any) -> Column[int]:
    return Column("n", kind, primary_key=True, autoincrement=False)


@pytest.mark.parametrize(
    ("parts", "alone"),
    [
        ((text_key(), Column("a", Text), Column("b", Text)), ["a", "b"]),
        ((text_key(), Column("a", Text), Column("b", Text), witness("x", "b")), ["a"]),
        ((text_key(), Column("a", Text), Index("i", "a")), []),
        ((text_key(), Column("a", Text), UniqueConstraint("a")), []),
        ((text_key(),), []),
        # The row's own number stands in every index, and in none where there is none.
        ((number_key(BIG), Column("a", Text)), ["n", "a"]),
        ((number_key(BIG), Column("a", Text), witness("x", "a")), []),
        ((number_key(BigInteger()), Column("a", Text)), ["a"]),
    ],
)
def test_columns_without_a_second_place(parts: tuple[Any, ...], alone: list[str]) -> None:
    assert unwitnessed(table(*parts)) == alone


def test_an_index_of_some_rows_or_of_an_expression_is_none() -> None:
    partial = table(text_key(), Column("a", Text))
    Index("i", partial.c.a, sqlite_where=partial.c.a > "m")
    folded = table(text_key(), Column("a", Text))
    Index("i", func.lower(folded.c.a))
    assert unwitnessed(partial) == unwitnessed(folded) == ["a"]


def test_a_clustered_key_stands_in_every_other_index() -> None:
    parts = (text_key(), Column("b", LargeBinary, primary_key=True))
    assert unwitnessed(table(*parts, sqlite_with_rowid=False)) == ["chave", "b"]
    more = (text_key(), Column("b", LargeBinary, primary_key=True), witness("x", "b"))
    assert unwitnessed(table(*more, sqlite_with_rowid=False)) == []


def test_every_local_table_of_the_kernel_has_both() -> None:
    local = [one for one in tables.metadata.tables.values() if one.info["classe"] == "local"]
    assert len(local) >= 10
    assert {one.name: unwitnessed(one) for one in local if unwitnessed(one)} == {}


def made_on(url: str, metadata: MetaData) -> list[str]:
    """Names of the indexes that ``create_all`` makes there, without a server."""
    names: list[str] = []

    def note(clause: Any, *_args: Any, **_options: Any) -> None:
        if isinstance(clause, CreateIndex):
            names.append(str(clause.element.name))

    metadata.create_all(create_mock_engine(url, note), checkfirst=False)
    return names


def test_postgresql_gets_no_such_index_nor_does_a_copy_forget() -> None:
    one = table(text_key(), Column("a", Text), witness("x", "a"), Index("i", "a"))
    copy = MetaData()
    assert unwitnessed(copied(one, copy)) == []
    for metadata in (one.metadata, copy):
        assert made_on("postgresql+psycopg://", metadata) == ["i"]
        assert sorted(made_on("sqlite://", metadata)) == ["i", "ix_x_testemunha"]


@pytest.mark.parametrize("with_rowid", [True, False])
def test_the_check_of_sqlite_sees_a_row_and_its_witness_part(
    tmp_path: Path, with_rowid: bool
) -> None:
    """A value changed in the file, in the row and then in the index, where all is well formed."""
    one = table(
        text_key(), Column("a", Text), witness("x", "a"), sqlite_with_rowid=with_rowid
    )  # fmt: skip
    path = tmp_path / "x.sqlite"
    connection = sqlite3.connect(path)
    dialect = sqlite.dialect()
    statements: list[Any] = [CreateTable(one), *map(CreateIndex, one.indexes)]
    for made in statements:
        connection.execute(str(made.compile(dialect=dialect)))
    connection.execute("INSERT INTO x VALUES ('k', 'valor')")
    connection.commit()
    connection.close()
    data = path.read_bytes()
    places = [at for at in range(len(data)) if data.startswith(b"valor", at)]
    assert len(places) == 2
    for place in places:
        path.write_bytes(data[:place] + b"balor" + data[place + 5 :])
        connection = sqlite3.connect(path)
        lines = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        connection.close()
        assert lines == ["row 1 missing from index ix_x_testemunha"]
