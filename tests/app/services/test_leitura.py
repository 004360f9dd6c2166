"""Readers are lent, kept, and thrown away after a fault."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from app.services.leitura import BancoLeitor
from core.kernel.errors import EnvironmentFault
from core.kernel.store.statement import Dialect


class FakeReader:
    """A reader over memory."""

    def __init__(self) -> None:
        self.dialect: Dialect = "sqlite"
        self._connection = sqlite3.connect(":memory:")
        self.cursor = self._connection.cursor()
        self.refreshed = 0
        self.is_closed = False

    def refresh(self) -> None:
        self.refreshed += 1

    def close(self) -> None:
        self.is_closed = True
        self._connection.close()


class FakeDatabase:
    """Opens readers and remembers them."""

    def __init__(self) -> None:
        self.readers: list[FakeReader] = []

    def open_reader(self) -> FakeReader:
        self.readers.append(FakeReader())
        return self.readers[-1]

    def fault(self, error: BaseException) -> Exception | None:
        is_driver = isinstance(error, sqlite3.Error)
        return EnvironmentFault("banco.ocupado", onde="x") if is_driver else None


@pytest.fixture
def database() -> Iterator[FakeDatabase]:
    made = FakeDatabase()
    yield made
    for reader in made.readers:
        reader.close()


def _leitor(database: FakeDatabase, keep: int = 4) -> BancoLeitor:
    return BancoLeitor(database, keep)  # type: ignore[arg-type] # the fake lacks what is not used


def test_a_reader_is_used_again_and_sees_the_newest_state(database: FakeDatabase) -> None:
    leitor = _leitor(database)
    for _ in range(3):
        with leitor.ler() as (cursor, dialect):
            assert cursor.execute("SELECT 1").fetchone() == (1,)
            assert dialect == "sqlite"
    assert [reader.refreshed for reader in database.readers] == [3]
    leitor.close()
    assert database.readers[0].is_closed


def test_two_reads_at_once_have_two_readers_and_the_surplus_closes(database: FakeDatabase) -> None:
    leitor = _leitor(database, keep=1)
    with leitor.ler(), leitor.ler():
        assert len(database.readers) == 2
    # The one given back first is kept.
    assert [reader.is_closed for reader in database.readers] == [True, False]


def test_a_driver_error_becomes_a_fault_and_the_reader_is_gone(database: FakeDatabase) -> None:
    leitor = _leitor(database)
    with pytest.raises(EnvironmentFault), leitor.ler() as (cursor, _):
        cursor.execute("SELECT nada")
    assert database.readers[0].is_closed
    with pytest.raises(KeyError), leitor.ler():
        raise KeyError


def test_a_reader_lent_at_closing_closes_when_it_comes_back(database: FakeDatabase) -> None:
    leitor = _leitor(database)
    with leitor.ler():
        leitor.close()
        assert not database.readers[0].is_closed
    assert database.readers[0].is_closed
