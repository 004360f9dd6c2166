"""SQLite's own: pragmas, result codes, files that are none."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store.sqlite import (
    FILE_NAME,
    SqliteDatabase,
    connect_for_schema,
    connect_reader,
    sqlite_fault,
)
from tests.support.founded import Founded
from tests.support.office import entrou


def raised(code: int, text: str = "x") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "kind", "name"),
    [
        (sqlite3.SQLITE_BUSY, EnvironmentFault, "banco.ocupado"),
        (sqlite3.SQLITE_BUSY | 2 << 8, EnvironmentFault, "banco.ocupado"),
        (sqlite3.SQLITE_FULL, EnvironmentFault, "banco.disco_cheio"),
        (sqlite3.SQLITE_IOERR | 3 << 8, EnvironmentFault, "banco.disco_falhou"),
        (sqlite3.SQLITE_READONLY, EnvironmentFault, "banco.somente_leitura"),
        (sqlite3.SQLITE_CANTOPEN, EnvironmentFault, "banco.nao_abre"),
        (sqlite3.SQLITE_PROTOCOL, EnvironmentFault, "banco.ocupado"),
        (sqlite3.SQLITE_CORRUPT, IntegrityFault, "banco.danificado"),
        (sqlite3.SQLITE_NOTADB, IntegrityFault, "banco.nao_e_banco"),
    ],
)
def test_result_codes_become_faults(code: int, kind: type[Exception], name: str) -> None:
    fault = sqlite_fault(raised(code), "aqui")
    assert type(fault) is kind
    assert isinstance(fault, EnvironmentFault | IntegrityFault)
    assert (fault.code, fault.params) == (name, {"onde": "aqui"})


def test_programming_errors_stay_what_they_are() -> None:
    assert sqlite_fault(raised(sqlite3.SQLITE_ERROR), "x") is None
    assert sqlite_fault(raised(sqlite3.SQLITE_CONSTRAINT), "x") is None
    assert sqlite_fault(KeyError(), "x") is None
    damaged = sqlite_fault(sqlite3.OperationalError("Could not decode to UTF-8 column"), "x")
    assert isinstance(damaged, IntegrityFault)


def test_the_writer_is_durable_and_leaves_no_traces(founded_sqlite: Founded) -> None:
    writer = founded_sqlite.database.open_writer(checkpoints=True)
    found = {}
    for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "mmap_size",
                 "wal_autocheckpoint"):  # fmt: skip
        writer.cursor.execute(f"PRAGMA {name}")
        found[name] = writer.cursor.fetchone()[0]
    assert found == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1,
        "mmap_size": 0, "wal_autocheckpoint": 16_000,
    }  # fmt: skip
    guest = founded_sqlite.database.open_writer(checkpoints=False)
    guest.cursor.execute("PRAGMA wal_autocheckpoint")
    assert guest.cursor.fetchone()[0] == 0
    guest.set_checkpoints(on=True)
    guest.cursor.execute("PRAGMA wal_autocheckpoint")
    assert guest.cursor.fetchone()[0] == 16_000
    guest.close()
    writer.close()


def test_the_last_to_close_folds_the_wal_back(founded_sqlite: Founded, tmp_path: Path) -> None:
    founded_sqlite.append(entrou(1))
    assert [path.name for path in (tmp_path / "dados").iterdir()] == [FILE_NAME]


def test_no_file_is_made_by_looking(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path)
    for act in (database.open_reader, lambda: database.open_writer(checkpoints=True)):
        with pytest.raises(EnvironmentFault) as fault:
            act()
        assert fault.value.code == "banco.nao_existe"
    with pytest.raises(EnvironmentFault):
        connect_reader(tmp_path / "x")
    with pytest.raises(EnvironmentFault):
        connect_for_schema(tmp_path / "x", create=False)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(EnvironmentFault) as fault:
        connect_for_schema(tmp_path / "nada" / "x", create=True)
    assert fault.value.code == "banco.somente_leitura"


def test_a_malformed_schema_in_no_language_is_damage(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    """The driver cannot even decode SQLite's complaint about it."""
    path = tmp_path / "dados" / FILE_NAME
    data = path.read_bytes()
    at = data.find(b"CREATE TABLE event_log")
    path.write_bytes(data[: at + 7] + b"\xf6\xf7\xf8" + data[at + 10 :])
    with pytest.raises(IntegrityFault) as fault:
        founded_sqlite.database.open_reader()
    assert fault.value.code == "banco.danificado"
