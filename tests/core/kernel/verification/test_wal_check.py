"""A flipped byte in the write-ahead log takes back commits: SQLite is silent, this is not."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault
from core.kernel.verification.report import Report
from core.kernel.verification.wal_check import WalState, check_wal, judge

COMMITS = 6
FRAME = 24 + 4096
INTACT = WalState(is_readable=True)


def left_behind(folder: Path, *, earlier: int = 0) -> tuple[bytes, bytes]:
    """Database and log as a process leaves them that is killed after ``COMMITS`` commits.

    Args:
        folder: to work in.
        earlier: commits of an earlier use of the same log, folded back already.
    """
    path = folder / "vivo.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("CREATE TABLE x (n INTEGER PRIMARY KEY, t TEXT)")
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    for n in range(earlier):
        connection.execute("INSERT INTO x VALUES (?, ?)", (100 + n, "antes"))
    connection.execute("DELETE FROM x")
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    for n in range(COMMITS):
        connection.execute("INSERT INTO x VALUES (?, ?)", (n, f"linha {n}"))
    files = path.read_bytes(), path.with_name("vivo.sqlite-wal").read_bytes()
    connection.close()
    return files


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    return left_behind(tmp_path_factory.mktemp("diario"))


def laid(folder: Path, database: bytes, log: bytes) -> Path:
    path = folder / "x.sqlite"
    path.write_bytes(database)
    path.with_name("x.sqlite-wal").write_bytes(log)
    path.with_name("x.sqlite-shm").unlink(missing_ok=True)
    return path


def rows(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM x").fetchone()[0])
    finally:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.close()


def reported(folder: Path, database: bytes, log: bytes) -> Report:
    report = Report()
    check_wal(laid(folder, database, log), report)
    return report


def flipped(log: bytes, offset: int, bit: int) -> bytes:
    data = bytearray(log)
    data[offset] ^= 1 << bit
    return bytes(data)


def test_an_intact_log_and_no_log_say_nothing(tmp_path: Path, files: tuple[bytes, bytes]) -> None:
    assert len(files[1]) == 32 + COMMITS * FRAME
    assert judge(files[1]) == INTACT
    assert reported(tmp_path, *files) == Report()
    for empty in (b"", files[1][:32]):
        assert reported(tmp_path, files[0], empty) == Report()
    missing = Report()
    check_wal(tmp_path / "nada.sqlite", missing)
    assert missing == Report()


def test_no_flip_takes_back_a_commit_without_a_word(
    tmp_path: Path, files: tuple[bytes, bytes]
) -> None:
    """Everything but the last transaction is damage; the last may be what a killed process left."""
    chance = random.Random(20261130)
    last = 32 + (COMMITS - 1) * FRAME
    headers = [32 + frame * FRAME + byte for frame in range(COMMITS) for byte in range(24)]
    for offset in [*range(32), *headers, *chance.sample(range(32, len(files[1])), 150)]:
        log = flipped(files[1], offset, chance.randrange(8))
        report = reported(tmp_path, files[0], log)
        if offset < last:
            assert [found.codigo for found in report.achados] == ["banco.diario_danificado"]
        else:
            assert report.avisos == ["banco.diario_interrompido"], offset
            assert report.ok
        assert rows(laid(tmp_path, files[0], log)) < COMMITS


def test_frames_of_an_earlier_use_are_none_of_ours(tmp_path: Path) -> None:
    database, log = left_behind(tmp_path, earlier=20)
    assert len(log) > 32 + COMMITS * FRAME
    assert judge(log) == INTACT
    assert rows(laid(tmp_path, database, log)) == COMMITS


@pytest.mark.parametrize("cut", [1, 24, FRAME - 24, FRAME - 1])
def test_a_process_killed_while_writing_leaves_no_damage(
    tmp_path: Path, files: tuple[bytes, bytes], cut: int
) -> None:
    assert reported(tmp_path, files[0], files[1][:-cut]) == Report()


def test_a_log_that_is_being_written_is_not_judged(
    tmp_path: Path, files: tuple[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = laid(tmp_path, files[0], flipped(files[1], 40, 0))
    log = path.with_name("x.sqlite-wal")
    read = Path.read_bytes

    def read_while_written(self: Path) -> bytes:
        data = read(self)
        with log.open("ab") as file:
            file.write(bytes(FRAME))
        return data

    monkeypatch.setattr(Path, "read_bytes", read_while_written)
    report = Report()
    check_wal(path, report)
    assert report == Report()


def test_a_log_that_cannot_be_read_is_the_environments_fault(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    shutil.copytree(tmp_path, tmp_path / "x.sqlite-wal", dirs_exist_ok=True)
    with pytest.raises(EnvironmentFault, match=r"arquivo\.recusado"):
        check_wal(path, Report())
