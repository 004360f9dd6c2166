"""One transaction around DDL: all of it or none, on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect, text

from core.kernel.errors import EnvironmentFault
from core.kernel.store.schema_engine import open_engine
from tests.support.founded import Founded


class Undone(Exception):
    """Raised in the middle."""


def tables(office: Founded) -> set[str]:
    with open_engine(office.database, create=False) as connection:
        return set(inspect(connection).get_table_names())


def test_ddl_is_rolled_back_with_the_rest(founded: Founded) -> None:
    def begin_and_fail() -> None:
        with open_engine(founded.database, create=False) as connection:
            connection.execute(text("CREATE TABLE passageira (x integer)"))
            raise Undone

    with pytest.raises(Undone):
        begin_and_fail()
    assert "passageira" not in tables(founded)
    with open_engine(founded.database, create=False) as connection:
        connection.execute(text("CREATE TABLE ficou (x integer)"))
    assert "ficou" in tables(founded)


def test_a_locked_file_is_the_environment(
    founded_sqlite: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded = founded_sqlite
    monkeypatch.setattr("core.kernel.store.sqlite.BUSY_MS", 50)
    writer = founded.database.open_writer(checkpoints=True)
    writer.begin()
    with (
        pytest.raises(EnvironmentFault) as fault,
        open_engine(founded.database, create=False) as connection,
    ):
        connection.execute(text("CREATE TABLE x (x integer)"))
    assert fault.value.code == "banco.ocupado"
    writer.rollback()
    writer.close()
