"""A copy of a database in use: one moment, one file, or nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store import online_copy
from core.kernel.store.online_copy import copy_database, no_progress
from core.kernel.store.sqlite import FILE_NAME
from tests.support.founded import Founded
from tests.support.office import entrou


def count(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM event_log").fetchone()[0])
    finally:
        connection.close()


def test_the_copy_is_of_the_moment_it_began(
    founded_sqlite: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded_sqlite.append(entrou(1))
    monkeypatch.setattr(online_copy, "STEP_PAGES", 5)
    steps: list[tuple[int, int]] = []

    def step(done: int, total: int) -> None:
        if not steps:
            founded_sqlite.append(entrou(2))
        steps.append((done, total))

    copy_database(tmp_path / "dados" / FILE_NAME, tmp_path / "copia", step)
    assert len(steps) > 3
    assert steps[-1][0] == steps[-1][1]
    assert count(tmp_path / "copia") == 1
    assert len(founded_sqlite.events()) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ajustes", "copia", "dados"]


def test_nothing_is_written_over(founded_sqlite: Founded, tmp_path: Path) -> None:
    (tmp_path / "copia").write_bytes(b"isto fica")
    with pytest.raises(EnvironmentFault) as fault:
        copy_database(tmp_path / "dados" / FILE_NAME, tmp_path / "copia")
    assert fault.value.code == "arquivo.recusado"
    assert (tmp_path / "copia").read_bytes() == b"isto fica"
    assert founded_sqlite.verify().ok


def test_a_stopped_or_impossible_copy_leaves_nothing(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    class Stopped(Exception):
        pass

    def stop(_done: int, _total: int) -> None:
        raise Stopped

    source = tmp_path / "dados" / FILE_NAME
    with pytest.raises(Stopped):
        copy_database(source, tmp_path / "copia", stop)
    with pytest.raises(EnvironmentFault):
        copy_database(tmp_path / "nada", tmp_path / "copia")
    with pytest.raises(EnvironmentFault):
        copy_database(source, tmp_path / "sem pasta" / "copia")
    source.write_bytes(b"lixo" * 5000)
    with pytest.raises(IntegrityFault):
        copy_database(source, tmp_path / "copia", no_progress)
    assert not (tmp_path / "copia").exists()
