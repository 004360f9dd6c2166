"""``pacote importar``: rehearsed, done, refused, in words and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import CommandLine


@pytest.fixture
def bundle(founded_cli: CommandLine, tmp_path: Path) -> Path:
    """The office's own events: nothing in it is new to it."""
    assert founded_cli("rede", "criar").code == 0
    made = founded_cli("pacote", "exportar", "--saida", str(tmp_path / "pendrive"), "--json")
    return Path(made.json["arquivo"])


def test_own_events_bring_nothing_and_a_second_time_it_is_said(
    founded_cli: CommandLine, bundle: Path
) -> None:
    told = founded_cli("pacote", "importar", str(bundle), "--ensaio", "--json")
    assert (told.code, told.json["ensaio"], told.json["eventos"]) == (0, True, 0)
    assert told.json["formato"] == "civico/importacao/v1"
    spoken = founded_cli("pacote", "importar", str(bundle), "--ensaio").out
    assert spoken.startswith("ENSAIO, nada foi gravado. Seria: IMPORTADO\n")
    done = founded_cli("pacote", "importar", str(bundle), "--json")
    assert (done.code, done.json["estado"], done.json["recibo"]) == (0, "importado", None)
    assert founded_cli("pacote", "importar", str(bundle)).out.startswith("JÁ IMPORTADO")


def test_what_is_refused_says_why_and_where_it_went(founded_cli: CommandLine, bundle: Path) -> None:
    bundle.write_bytes(bundle.read_bytes()[:-1])
    answer = founded_cli("pacote", "importar", str(bundle))
    assert answer.code == 4
    assert answer.out.startswith("RECUSADO: nada foi importado\n")
    assert "quarentena listar" in answer.out
    assert founded_cli("pacote", "importar", "nao-ha.zip", "--json").code == 3


def test_who_imports_has_to_say_who_it_is(
    founded_cli: CommandLine, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORMIGUEIRO_CONTA")
    answer = founded_cli("pacote", "importar", str(bundle), "--json")
    assert answer.json["erro"]["codigo"] == "conta.falta"
