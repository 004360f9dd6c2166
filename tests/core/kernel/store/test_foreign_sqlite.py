"""A stranger's SQLite file is read and never written."""

from __future__ import annotations

import pickle
import sqlite3
from pathlib import Path

import pytest

from core.kernel.store.foreign_sqlite import open_foreign


def make(path: Path) -> Path:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE camada (nome TEXT)")
        connection.execute("INSERT INTO camada VALUES ('Centro')")
    connection.close()
    return path


def test_rows_are_read(tmp_path: Path) -> None:
    with open_foreign(make(tmp_path / "mapa % de #1.gpkg")) as connection:
        assert connection.execute("SELECT nome FROM camada").fetchall() == [("Centro",)]


def test_nothing_is_written_nor_left_beside_it(tmp_path: Path) -> None:
    path = make(tmp_path / "mapa.gpkg")
    before = path.read_bytes()
    with open_foreign(path) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM camada")
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["mapa.gpkg"]


def test_the_connection_is_closed(tmp_path: Path) -> None:
    with open_foreign(make(tmp_path / "mapa.gpkg")) as connection:
        pass
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")


def test_another_process_can_be_told_of_it() -> None:
    assert pickle.loads(pickle.dumps(open_foreign)) is open_foreign
