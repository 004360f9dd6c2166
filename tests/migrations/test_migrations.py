"""The migrations make exactly the tables that the program declares, on both databases.

Real files of old releases belong in ``antigos/``: when a release changes the schema, found an
office with the release before, publish a few events of every kind, close it, and put its
``formigueiro.sqlite`` there as ``<revision>-<release>.sqlite``. The tests below pick up every file
of that folder by themselves; none is ever changed or removed.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, create_engine, text

from core.colonies.catalogo import colony_metadata
from core.kernel.clock import ManualClock
from core.kernel.store import schema, tables
from core.kernel.store.database import Database
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.schema_engine import open_engine
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.founded import Founded
from tests.support.office import START_MS

OLD = sorted((Path(__file__).parent / "antigos").glob("*.sqlite"))


def script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(schema.migrations_folder()))
    return ScriptDirectory.from_config(config)


def declared() -> list[MetaData]:
    """The tables of the kernel and of every colony."""
    return [tables.metadata, colony_metadata()]


@pytest.fixture(params=["sqlite", "postgresql"])
def migrated(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database made by the migrations alone."""
    database: Database
    if request.param == "sqlite":
        database = SqliteDatabase(tmp_path)
    else:
        database = PostgresDatabase(request.getfixturevalue("postgres_url"))
    schema.create(database)
    return database


def test_the_newest_revision_is_the_one_the_program_asks_for() -> None:
    assert script().get_heads() == [schema.SCHEMA_VERSION]


def test_revisions_are_one_row_of_numbers_that_sort() -> None:
    revisions = [revision.revision for revision in script().walk_revisions()][::-1]
    assert revisions == [f"{n:04d}" for n in range(1, len(revisions) + 1)]


def context_of(connection: Connection) -> MigrationContext:
    """Comparing all but what is declared for the other database alone, which Alembic misses."""
    dialect = connection.dialect.name

    def belongs_here(found: Any, _name: Any, kind: str, *_rest: Any) -> bool:
        return kind != "index" or dialect in found.info.get("bancos", (dialect,))

    opts = {"compare_type": True, "include_object": belongs_here}
    return MigrationContext.configure(connection, opts=opts)


def test_nothing_is_missing_and_nothing_too_much(migrated: Database) -> None:
    with open_engine(migrated, create=False) as connection:
        context = context_of(connection)
        assert compare_metadata(context, declared()) == []  # type: ignore[arg-type] # Alembic takes a list, its annotation does not say so


def test_sqlite_gets_the_very_same_statements(tmp_path: Path) -> None:
    """What Alembic does not compare: WITHOUT ROWID, key order, INTEGER keys."""
    schema.create(SqliteDatabase(tmp_path))
    written = tmp_path / "declarado.sqlite"
    engine = create_engine(f"sqlite:///{written}")
    for metadata in declared():
        metadata.create_all(engine)
    engine.dispose()

    def statements(path: Path) -> dict[str, str]:
        connection = sqlite3.connect(path)
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        found = {name: re.sub(r"\s+", " ", sql) for name, sql in rows}
        connection.close()
        return found

    made = statements(tmp_path / FILE_NAME)
    made.pop("alembic_version")
    assert made == statements(written)


def test_the_alembic_program_is_refused() -> None:
    config = Config()
    config.set_main_option("script_location", str(schema.migrations_folder()))
    from alembic import command

    with pytest.raises(TypeError, match=r"core\.kernel\.store\.schema"):
        command.upgrade(config, "head")


def test_the_folder_lies_beside_the_packages() -> None:
    assert (schema.migrations_folder() / "env.py").is_file()
    assert (schema.migrations_folder().parent / "core").is_dir()


def step(connection: Connection, revision: str) -> None:
    """One migration alone, on tables that lack what it makes."""
    with Operations.context(MigrationContext.configure(connection)):
        script().get_revision(revision).module.upgrade()


def test_what_was_published_already_is_known_after_the_upgrade(founded: Founded) -> None:
    founded.work()
    whole = "SELECT * FROM event_efeitos ORDER BY causa, chave_derivacao"
    with open_engine(founded.database, create=False) as connection:
        before = connection.execute(text(whole)).all()
        assert before
        connection.execute(text("DROP TABLE event_efeitos"))
        connection.execute(text("CREATE INDEX ix_event_log_causa ON event_log (causa)"))
        step(connection, "0014")
    with open_engine(founded.database, create=False) as connection:
        assert connection.execute(text(whole)).all() == before
    assert founded.verify().ok


def test_real_files_of_old_releases_are_brought_up_to_date(tmp_path: Path) -> None:
    for old in OLD:
        folder = tmp_path / old.stem
        folder.mkdir()
        shutil.copy(old, folder / FILE_NAME)
        database = SqliteDatabase(folder)
        done = schema.upgrade(database, folder / "copias", ManualClock(START_MS))
        assert done.before == old.name.partition("-")[0]
        with open_engine(database, create=False) as connection:
            context = context_of(connection)
            assert compare_metadata(context, declared()) == []  # type: ignore[arg-type] # Alembic takes a list, its annotation does not say so


def test_rows_of_before_get_their_witnesses(tmp_path: Path) -> None:
    made = script().get_revision("0013").module._INDEXES  # later ones are another step's
    names = {f"ix_{table}_{name}" for table, name, _columns in made}
    database = SqliteDatabase(tmp_path)
    schema.create(database)
    connection = sqlite3.connect(database.path)
    for name in names:
        connection.execute(f"DROP INDEX {name}")
    connection.execute("INSERT INTO kernel_saida VALUES ('D', 'k', 'imprimir', '{}', 'feito', 1)")
    connection.commit()
    connection.close()
    with open_engine(database, create=False) as opened:
        step(opened, "0013")
    connection = sqlite3.connect(database.path)
    indexes = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")
    assert names <= {name for (name,) in indexes}
    [row] = connection.execute("SELECT * FROM kernel_saida INDEXED BY ix_kernel_saida_testemunha")
    assert row[:3] == ("D", "k", "imprimir")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
