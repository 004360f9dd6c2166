"""Schemas: made, recognised, brought up to date after a copy, refused where newer."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from core.kernel.clock import ManualClock
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.store import schema
from core.kernel.store.database import Database
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.schema import SCHEMA_VERSION
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.founded import Founded
from tests.support.office import START_MS, entrou

CLOCK = ManualClock(START_MS)
FOLLOWING = f"{int(SCHEMA_VERSION) + 1:04d}"

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{following}"
down_revision = "{present}"


def upgrade():
    op.create_table("novidade", sa.Column("x", sa.Integer(), primary_key=True))
    with op.batch_alter_table("kernel_copias") as table:
        table.add_column(sa.Column("nota", sa.Text()))
    {more}
"""


def next_revision(more: str = "") -> str:
    return NEXT.format(more=more, following=FOLLOWING, present=SCHEMA_VERSION)


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program of tomorrow: one more revision."""
    folder = tmp_path / "100% migrations"
    shutil.copytree(schema.migrations_folder(), folder)
    (folder / "versions" / f"{FOLLOWING}_novidade.py").write_text(next_revision())
    monkeypatch.setattr(schema, "migrations_folder", lambda: folder)
    monkeypatch.setattr(schema, "SCHEMA_VERSION", FOLLOWING)
    return folder


def set_version(database: Database, version: str) -> None:
    writer = database.open_writer(checkpoints=True)
    writer.begin()
    writer.cursor.execute(f"UPDATE alembic_version SET version_num = '{version}'")
    writer.commit()
    writer.close()


def test_a_founded_office_has_the_present_schema(founded: Founded) -> None:
    assert schema.current_version(founded.database) == SCHEMA_VERSION
    schema.require_current(SCHEMA_VERSION, "aqui")


def test_what_is_not_there_has_no_version(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"")
    assert schema.current_version(SqliteDatabase(tmp_path)) is None
    assert schema.current_version(PostgresDatabase(postgres_url)) is None


def test_create_makes_an_empty_schema_once(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path)
    schema.create(database)
    assert schema.current_version(database) == SCHEMA_VERSION
    with pytest.raises(UserFacingError) as refusal:
        schema.create(database)
    assert refusal.value.code == "banco.nao_vazio"


@pytest.mark.parametrize(
    ("version", "kind", "code"),
    [
        (None, IntegrityFault, "banco.sem_esquema"),
        ("0000", UserFacingError, "banco.esquema_antigo"),
        ("9999", EnvironmentFault, "banco.esquema_mais_novo"),
        ("de_outro_programa", EnvironmentFault, "banco.esquema_mais_novo"),
    ],
)
def test_every_other_schema_is_refused(
    version: str | None, kind: type[UserFacingError], code: str
) -> None:
    with pytest.raises(kind) as refusal:
        schema.require_current(version, "aqui")
    assert refusal.value.code == code
    assert refusal.value.params["onde"] == "aqui"


def test_a_newer_schema_is_refused_at_the_door_and_by_upgrade(
    founded: Founded, tmp_path: Path
) -> None:
    set_version(founded.database, "0777")
    for act in (
        founded.open,
        lambda: schema.upgrade(founded.database, tmp_path / "copias", CLOCK),
    ):
        with pytest.raises(EnvironmentFault) as refusal:
            act()
        assert refusal.value.code == "banco.esquema_mais_novo"
        assert refusal.value.params["banco"] == "0777"
    assert not (tmp_path / "copias").exists()


def test_upgrading_what_is_current_does_nothing(founded: Founded, tmp_path: Path) -> None:
    done = schema.upgrade(founded.database, tmp_path / "copias", CLOCK)
    assert (done.before, done.after, done.copia) == (SCHEMA_VERSION, SCHEMA_VERSION, None)
    assert not (tmp_path / "copias").exists()


def test_an_upgrade_copies_first(
    founded_sqlite: Founded, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    founded_sqlite.append(entrou(1))
    request.getfixturevalue("next_release")
    with pytest.raises(UserFacingError) as refusal:
        founded_sqlite.open()
    assert refusal.value.code == "banco.esquema_antigo"
    done = schema.upgrade(founded_sqlite.database, tmp_path / "copias", CLOCK)
    assert (done.before, done.after) == (SCHEMA_VERSION, FOLLOWING)
    assert done.copia is not None
    assert done.copia.name == f"antes-da-atualizacao-{SCHEMA_VERSION}-20260528-202640-000.sqlite"
    assert [path.name for path in (tmp_path / "copias").iterdir()] == [done.copia.name]
    before = sqlite3.connect(done.copia)
    assert before.execute("SELECT count(*) FROM event_log").fetchone() == (1,)
    assert before.execute("SELECT version_num FROM alembic_version").fetchone() == (SCHEMA_VERSION,)
    before.close()
    assert founded_sqlite.open().cabeca.tamanho == 1
    assert len(founded_sqlite.events()) == 1


def test_an_upgrade_on_the_server_dumps_first(
    founded_postgres: Founded, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("next_release")
    done = schema.upgrade(founded_postgres.database, tmp_path / "copias", CLOCK)
    assert done.copia is not None
    assert done.copia.read_bytes()[:5] == b"PGDMP"
    assert schema.current_version(founded_postgres.database) == FOLLOWING


def test_without_pg_dump_the_operator_has_to_say_that_there_is_a_copy(
    founded_postgres: Founded,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request.getfixturevalue("next_release")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(UserFacingError) as refusal:
        schema.upgrade(founded_postgres.database, tmp_path / "copias", CLOCK)
    assert refusal.value.code == "banco.copia_do_servidor_necessaria"
    assert schema.current_version(founded_postgres.database) == SCHEMA_VERSION
    done = schema.upgrade(founded_postgres.database, tmp_path / "copias", CLOCK, confirmed=True)
    assert (done.after, done.copia) == (FOLLOWING, None)


def test_a_step_that_fails_changes_nothing(
    founded_sqlite: Founded, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Without the explicit BEGIN the new table would stay (sqlalchemy#8795)."""
    folder: Path = request.getfixturevalue("next_release")
    broken = next_revision('op.execute("INSERT INTO nao_existe VALUES (1)")')
    (folder / "versions" / f"{FOLLOWING}_novidade.py").write_text(broken)
    with pytest.raises(Exception, match="nao_existe"):
        schema.upgrade(founded_sqlite.database, tmp_path / "copias", CLOCK)
    assert schema.current_version(founded_sqlite.database) == SCHEMA_VERSION
    connection = sqlite3.connect(tmp_path / "dados" / FILE_NAME)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    connection.close()
    assert "novidade" not in names
    assert not [name for name in names if name.startswith("_alembic")]


def test_nobody_is_upgraded_while_working(
    founded: Founded, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("next_release")
    lock = founded.database.engine_lock()
    assert lock.acquire()
    with pytest.raises(EnvironmentFault) as refusal:
        schema.upgrade(founded.database, tmp_path / "copias", CLOCK)
    lock.release()
    assert refusal.value.code == "banco.em_uso"


def test_a_start_loads_neither_alembic_nor_an_engine() -> None:
    script = (
        "import sys; import core.kernel.store.opening; "
        "sys.exit(any(name.partition('.')[0] in ('alembic', 'mako') for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=schema.migrations_folder().parent, check=False
    )
    assert done.returncode == 0
