"""An engine is whole, and a refused one leaves nothing open."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from core.kernel.store.sqlite import SqliteDatabase
from tests.support.office import Office
from tests.support.toy_colonies import T1, t3


def test_the_kernels_own_publishers_come_first(office: Office) -> None:
    office.colonies = (T1,)
    engine = office.engine(start=False)
    assert [r.id for r in engine.cycle.stepper.runtimes] == ["N-0a", "N-0d", "T-1"]
    assert [r.order for r in engine.cycle.stepper.runtimes] == [0, 1, 2]


def test_a_colony_that_cannot_run_leaves_no_connection_open(sqlite_office: Office) -> None:
    sqlite_office.colonies = (replace(t3(), jobs_table=None),)
    with pytest.raises(ValueError, match="jobs_table"):
        sqlite_office.engine()
    assert isinstance(sqlite_office.database, SqliteDatabase)
    alone = sqlite3.connect(sqlite_office.database.path)
    try:
        assert alone.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    finally:
        alone.close()
