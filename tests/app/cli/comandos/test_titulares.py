"""Erasing a person from the command line, over a real office with accounts."""

from __future__ import annotations

import pytest

from tests.support.command_line import CommandLine

NAME = "Deolinda Inventadíssima"


@pytest.fixture
def second(founded_cli: CommandLine) -> tuple[str, ...]:
    words = founded_cli.account("Bia", "--papel", "moderador")
    return ("--segunda-conta", "Bia", "--segunda-senha-arquivo", words[-1])


def words_for(*whose: str) -> tuple[str, ...]:
    law = ("--base-legal", "LGPD art. 18, VI", "--motivo", "a pedido")
    return ("titulares", "eliminar", *whose, *law)


def test_a_resident_is_erased_only_when_it_is_said_to_be_meant(
    founded_cli: CommandLine, second: tuple[str, ...]
) -> None:
    made = founded_cli("cidadaos", "registrar", "--nome", NAME, "--papel", "atendente", "--json")
    person = made.json["cidadao_id"]
    copy = founded_cli("copia", "criar", "--json")
    assert copy.code == 0, copy.err
    asked = founded_cli(*words_for("--cidadao", person), *second)
    assert asked.code != 0
    assert NAME in asked.err
    assert "--para-sempre" in asked.err
    alone = founded_cli(*words_for("--cidadao", person), "--para-sempre")
    assert alone.code != 0
    done = founded_cli(*words_for("--cidadao", person), *second, "--para-sempre", "--json")
    assert done.code == 0, done.err
    assert done.json["partes"] > 0
    assert len(done.json["copias"]) == 1
    assert founded_cli("cidadaos", "mostrar", "Deolinda", "--json").json["cidadaos"] == []
    checked = founded_cli("--json", "verificar")
    assert checked.code == 0, checked.err
    (act,) = checked.json["partes_eliminadas_por"]
    assert act["partes"] == checked.json["partes_eliminadas"] == done.json["partes"]
    for path in founded_cli.folder.rglob("*"):
        if path.is_file() and path.suffix != ".zip":
            assert NAME.encode() not in path.read_bytes(), path


def test_an_account_is_erased_after_it_was_switched_off(
    founded_cli: CommandLine, second: tuple[str, ...]
) -> None:
    founded_cli.account("Quitéria", "--papel", "atendente")
    erase = (*words_for("--titular-da-conta", "Quitéria"), *second, "--para-sempre")
    refused = founded_cli(*erase)
    assert refused.code != 0
    assert "Desative-a" in refused.err
    assert founded_cli("contas", "desativar", "Quitéria").code == 0
    done = founded_cli(*erase)
    assert done.code == 0, done.err
    assert "para sempre" in done.out
    assert "Quitéria" not in founded_cli("contas", "listar").out
    assert founded_cli("verificar").code == 0
