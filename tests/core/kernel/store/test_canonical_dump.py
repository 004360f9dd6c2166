"""Equal projections give equal bytes, on either database; local tables do not show."""

from __future__ import annotations

import msgspec

from core.kernel.store.canonical_dump import dump_projections
from tests.support import toy_colonies
from tests.support.founded import Founded


def dump(office: Founded, *, public_only: bool = False) -> bytes:
    reader = office.database.open_reader()
    try:
        return dump_projections(
            reader.cursor, reader.dialect, toy_colonies.TOY_COLONIES, public_only=public_only
        )
    finally:
        reader.close()


def test_the_two_databases_dump_alike(founded_sqlite: Founded, founded_postgres: Founded) -> None:
    founded_sqlite.work()
    founded_postgres.work()
    shown = msgspec.json.decode(dump(founded_sqlite))
    there = msgspec.json.decode(dump(founded_postgres))
    assert shown.keys() == there.keys()
    assert {name: len(rows) for name, rows in shown.items()} == {
        name: len(rows) for name, rows in there.items()
    }
    assert shown["t1_pedidos"] == there["t1_pedidos"]
    assert "t3_trabalhos" not in shown


def test_only_public_columns_where_asked_for(founded: Founded) -> None:
    founded.work()
    assert b"xxxx" in dump(founded)
    assert b"xxxx" not in dump(founded, public_only=True)
