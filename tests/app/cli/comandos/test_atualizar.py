from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from core.kernel.store import schema
from tests.support.command_line import CommandLine

NEXT = """
from alembic import op
import sqlalchemy as sa

revision = "{following}"
down_revision = "{present}"


def upgrade():
    op.create_table("novidade", sa.Column("x", sa.Integer(), primary_key=True))
"""


@pytest.fixture
def next_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The program of tomorrow: one more revision."""
    following = f"{int(schema.SCHEMA_VERSION) + 1:04d}"
    folder = tmp_path / "migrations"
    shutil.copytree(schema.migrations_folder(), folder)
    text = NEXT.format(following=following, present=schema.SCHEMA_VERSION)
    (folder / "versions" / f"{following}_novidade.py").write_text(text)
    monkeypatch.setattr(schema, "migrations_folder", lambda: folder)
    monkeypatch.setattr(schema, "SCHEMA_VERSION", following)
    return following


def test_what_is_current_stays(founded_cli: CommandLine) -> None:
    assert founded_cli("atualizar", "--json").json == {"atualizado": False}


def test_reading_an_older_office_says_what_to_do(
    founded_cli: CommandLine, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("next_release")
    answer = founded_cli("saude", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "banco.esquema_antigo")
    assert "atualizar" in answer.err


def test_an_upgrade_keeps_a_copy(founded_cli: CommandLine, request: pytest.FixtureRequest) -> None:
    before = schema.SCHEMA_VERSION
    following = request.getfixturevalue("next_release")
    answer = founded_cli("atualizar", "--json")
    assert answer.json["de"] == before
    assert answer.json["para"] == following
    copy = sqlite3.connect(answer.json["copia"])
    assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)
    copy.close()
    assert founded_cli("saude").code == 0


def test_opening_for_writing_upgrades_by_itself(
    founded_cli: CommandLine, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("next_release")
    assert founded_cli("reprocessar").code == 0
    assert founded_cli("saude").code == 0
