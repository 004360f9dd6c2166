from __future__ import annotations

import shutil
import sqlite3

from tests.support.command_line import CommandLine


def test_a_whole_log_verifies(founded_cli: CommandLine) -> None:
    answer = founded_cli("verificar", "--json")
    assert answer.code == 0, answer.out
    assert answer.json["ok"] is True
    assert answer.json["eventos"] == 2
    assert answer.json["colonias_nao_comparadas"] == []
    assert "Tudo confere." in founded_cli("verificar").out


def test_a_changed_byte_names_its_event(founded_cli: CommandLine) -> None:
    connection = sqlite3.connect(founded_cli.folder / "formigueiro.sqlite")
    [raw] = connection.execute("SELECT header FROM event_log").fetchone()
    connection.execute(
        "UPDATE event_log SET header = ?", (raw.replace(b'"epoca":0', b'"epoca":1'),)
    )
    connection.commit()
    connection.close()
    answer = founded_cli("verificar", "--json")
    assert answer.code == 4
    assert answer.json["primeiro_evento"]["sequence_number"] == 1
    assert "ainda não foi escrita" not in answer.out
    text = founded_cli("verificar")
    assert text.code == 4
    assert "NÃO CONFERE" in text.out
    assert "evento 1: " in text.out


def test_a_copy_can_be_verified(founded_cli: CommandLine) -> None:
    copy = founded_cli.folder.parent / "copia.sqlite"
    shutil.copy(founded_cli.folder / "formigueiro.sqlite", copy)
    assert founded_cli("verificar", "--arquivo", str(copy)).code == 0
    copy.write_bytes(copy.read_bytes()[: 4096 * 3])
    assert founded_cli("verificar", "--arquivo", str(copy)).code == 4


def test_a_database_that_is_whole_and_too_short_is_found_out(founded_cli: CommandLine) -> None:
    database = founded_cli.folder / "formigueiro.sqlite"
    short = database.read_bytes()
    assert founded_cli("escritorio", "configurar", "--nome", "Regional Nova").code == 0
    longer = database.read_bytes()
    database.write_bytes(short)
    answer = founded_cli("verificar", "--json")
    assert answer.code == 4
    assert [found["codigo"] for found in answer.json["achados"]] == ["guarda.banco_atras"]
    # As a file by itself it is a good copy of an earlier moment.
    assert founded_cli("verificar", "--arquivo", str(database)).code == 0
    database.write_bytes(longer)
    assert founded_cli("verificar").code == 0
