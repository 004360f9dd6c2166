"""What every database must do, whichever of the two it is: one suite, inherited by both."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.kernel.engine.cycle import GIVE_WAY_S
from core.kernel.errors import EnvironmentFault
from core.kernel.store.database import Database, Writer
from tests.support.founded import Founded

COUNT = "SELECT count(*) FROM kernel_redobra"
ADD = "INSERT INTO kernel_redobra (colonia, chave) VALUES ('X', '{}')"


def marks(database: Database) -> int:
    reader = database.open_reader()
    try:
        reader.cursor.execute(COUNT)
        return int(reader.cursor.fetchone()[0])
    finally:
        reader.close()


def add(writer: Writer, key: str) -> None:
    writer.cursor.execute(ADD.format(key))


def test_what_is_committed_is_seen_and_nothing_before(founded: Founded) -> None:
    writer = founded.database.open_writer(checkpoints=True)
    writer.begin()
    add(writer, "um")
    assert marks(founded.database) == 0
    writer.commit()
    assert marks(founded.database) == 1
    writer.begin()
    add(writer, "dois")
    writer.rollback()
    writer.rollback()
    assert marks(founded.database) == 1
    writer.begin()
    add(writer, "tres")
    writer.close()
    assert marks(founded.database) == 1


def test_a_savepoint_undoes_one_step_only(founded: Founded) -> None:
    writer = founded.database.open_writer(checkpoints=True)
    writer.begin()
    add(writer, "um")
    writer.savepoint()
    add(writer, "dois")
    writer.rollback_to_savepoint()
    writer.savepoint()
    add(writer, "tres")
    writer.release_savepoint()
    writer.commit()
    writer.cursor.execute("SELECT chave FROM kernel_redobra ORDER BY chave")
    assert [row[0] for row in writer.cursor.fetchall()] == ["tres", "um"]
    writer.close()


def test_another_writers_commit_is_noticed_and_ones_own_is_not(founded: Founded) -> None:
    first = founded.database.open_writer(checkpoints=True)
    second = founded.database.open_writer(checkpoints=False)
    assert first.begin() is False
    add(first, "um")
    first.commit()
    assert first.begin() is False
    first.rollback()
    second.begin()
    add(second, "dois")
    second.commit()
    # A server's notice arrives when it arrives; the next begin knows for certain.
    assert any(first.foreign_writes() for _ in range(100_000))
    assert first.begin() is True
    first.rollback()
    assert first.begin() is False
    first.rollback()
    first.close()
    second.close()


def test_a_second_writer_waits_and_then_says_busy(
    founded: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.kernel.store.sqlite.BUSY_MS", 50)
    monkeypatch.setattr("core.kernel.store.postgres.LOCK_MS", 50)
    first = founded.database.open_writer(checkpoints=True)
    second = founded.database.open_writer(checkpoints=False)
    first.begin()
    with pytest.raises(EnvironmentFault) as fault:
        second.begin()
    assert fault.value.code == "banco.ocupado"
    first.commit()
    second.begin()
    add(second, "depois")
    second.commit()
    first.close()
    second.close()
    assert marks(founded.database) == 1


def test_a_second_writer_gets_in_where_the_first_hardly_pauses(founded_sqlite: Founded) -> None:
    """SQLite alone asks ten times a second at last, and would meet these pauses by chance."""
    first = founded_sqlite.database.open_writer(checkpoints=True)
    second = founded_sqlite.database.open_writer(checkpoints=False)
    ended = threading.Event()

    def busy() -> None:
        while not ended.is_set():
            first.begin()
            ended.wait(0.08)
            first.commit()
            time.sleep(GIVE_WAY_S)

    with ThreadPoolExecutor(1) as pool:
        worker = pool.submit(busy)
        try:
            for n in range(12):
                second.begin()
                add(second, f"vez {n}")
                second.commit()
        finally:
            ended.set()
        worker.result()
    first.close()
    second.close()
    assert marks(founded_sqlite.database) == 12


def test_a_reader_never_writes(founded: Founded) -> None:
    reader = founded.database.open_reader()
    with pytest.raises(Exception) as refusal:  # noqa: PT011 # the driver's own
        reader.cursor.execute(ADD.format("nunca"))
    fault = founded.database.fault(refusal.value)
    assert isinstance(fault, EnvironmentFault)
    assert fault.code == "banco.somente_leitura"
    reader.close()
    assert marks(founded.database) == 0


def test_a_held_reader_sees_one_moment(founded: Founded) -> None:
    reader = founded.database.open_reader()
    reader.hold()
    reader.cursor.execute(COUNT)
    assert reader.cursor.fetchone()[0] == 0
    founded.sql(ADD.format("um"))
    reader.cursor.execute(COUNT)
    assert reader.cursor.fetchone()[0] == 0
    reader.refresh()
    reader.cursor.execute(COUNT)
    assert reader.cursor.fetchone()[0] == 1
    reader.refresh()
    reader.close()


def test_the_engine_lock_has_one_holder(founded: Founded) -> None:
    first, second = founded.database.engine_lock(), founded.database.engine_lock()
    assert not first.is_held()
    assert first.acquire()
    assert first.acquire()
    assert first.is_held()
    assert not second.acquire()
    first.release()
    first.release()
    assert not first.is_held()
    assert second.acquire()
    second.release()


def test_a_bug_is_no_fault_of_the_environment(founded: Founded) -> None:
    assert founded.database.fault(ValueError("x")) is None
    reader = founded.database.open_reader()
    with pytest.raises(Exception) as error:  # noqa: PT011 # the driver's own
        reader.cursor.execute("SELECT nada FROM lugar_nenhum")
    reader.close()
    assert founded.database.fault(error.value) is None
