"""All rows of the log and of the installation go over, chunk by chunk; projections do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernel.backup import carrying
from core.kernel.backup.carrying import carried_tables, carry
from core.kernel.store import schema
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_database
from tests.support import toy_colonies
from tests.support.founded import Founded


def test_which_tables_are_carried() -> None:
    names = {table.name for table in carried_tables(tuple(toy_colonies.metadata.tables.values()))}
    assert {"event_log", "event_parts", "kernel_rede", "kernel_comandos", "t3_trabalhos"} <= names
    assert not {"t1_pedidos", "kernel_redobra"} & names


def test_rows_go_over_in_chunks(
    founded: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded.work()
    monkeypatch.setattr(carrying, "CHUNK", 3)
    folder = tmp_path / "alvo"
    folder.mkdir()
    target = SqliteDatabase(folder)
    seen: list[int] = []
    reader = founded.database.open_reader()
    reader.hold()
    with schema.creating(target) as cursor:
        carry(reader, cursor, "sqlite", (), seen.append)
    reader.close()
    report = verify_database(target, Scope(founded.registry))
    assert (report.achados, report.eventos) == ([], len(founded.events()))
    assert seen == sorted(seen)
    there = target.open_reader()
    there.cursor.execute("SELECT colonia, aplicado_ate, reagido_ate > 0 FROM kernel_posicoes")
    rows = [row for row in there.cursor.fetchall() if row[0].startswith("T-")]
    there.close()
    assert sorted(rows) == [("T-1", 0, 1), ("T-2", 0, 1), ("T-3", 0, 1)]
