"""What can still be read of the office that a copy replaces."""

from __future__ import annotations

from pathlib import Path

from core.kernel.backup.present import PresentOffice, look_at_present
from core.kernel.identity.guard_file import GuardRecord
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.founded import Founded
from tests.support.office import entrou

GUARD = GuardRecord("i", "cd" * 16, 3, 70, b"\0" * 32)


def test_a_whole_office_says_everything(founded: Founded) -> None:
    founded.append(entrou(1), entrou(2))
    founded.write_guard()
    no = founded.office.identity.no
    present = look_at_present(founded.database, founded.settings, no)
    assert (present.rede, present.no) == (founded.office.identity.rede, no)
    assert (present.sizes, present.last_epoch, present.size_of(0)) == ({0: 2}, 0, 2)
    assert len(present.versions) == 1


def test_nothing_there_says_nothing(tmp_path: Path, postgres_url: str) -> None:
    for database in (SqliteDatabase(tmp_path / "nada"), PostgresDatabase(postgres_url)):
        present = look_at_present(database, tmp_path, "cd" * 16)
        assert present == PresentOffice()
        assert (present.last_epoch, present.size_of(0)) == (-1, None)


def test_a_broken_database_leaves_the_guard(founded_sqlite: Founded, tmp_path: Path) -> None:
    founded_sqlite.append(entrou(1))
    founded_sqlite.write_guard()
    for content in (b"", b"lixo" * 999, b"SQLite format 3\0" + b"\1" * 4000):
        (tmp_path / "dados" / FILE_NAME).write_bytes(content)
        no = founded_sqlite.office.identity.no
        present = look_at_present(founded_sqlite.database, founded_sqlite.settings, no)
        assert (present.rede, present.last_epoch, present.size_of(0)) == (None, 0, 1)


def test_the_larger_memory_counts() -> None:
    assert PresentOffice(guard=GUARD, sizes={3: 9}).size_of(3) == 70
    assert PresentOffice(guard=GUARD, sizes={3: 99}).size_of(3) == 99
    assert PresentOffice(guard=GUARD, sizes={5: 1}).last_epoch == 5
    assert PresentOffice(guard=GUARD).size_of(2) is None
