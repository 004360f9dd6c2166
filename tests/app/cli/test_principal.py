"""Exit codes and sentences of the command line as a whole."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import principal
from app.cli.analisador import Verbo
from app.cli.comandos.catalogo import VERBOS
from tests.support.command_line import CommandLine

ROOT = Path(__file__).resolve().parents[3]


def test_help_is_in_portuguese_and_names_every_verb(cli: CommandLine) -> None:
    answer = cli("--ajuda")
    assert answer.code == 0
    for verb in VERBOS:
        assert verb.caminho[0] in answer.out
    assert "códigos de saída" in answer.out
    for english in ("usage:", "optional", "positional", "show this", "options:"):
        assert english not in answer.out


def test_every_verb_has_a_help_page(cli: CommandLine) -> None:
    for verb in VERBOS:
        answer = cli(*verb.caminho, "--ajuda")
        assert answer.code == 0, verb.caminho
        assert answer.out.startswith("uso: ")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("nada",), "não aceita 'nada'"),
        (("eventos",), "falta informar"),
        (("eventos", "listar", "--limite", "x"), "--limite não aceita 'x'"),
        (("eventos", "listar", "--limite", "-1"), "--limite não aceita '-1'"),
        (("eventos", "listar", "--demanda", "../x"), "--demanda não aceita '../x'"),
        (("--dados", "", "saude"), "--dados pede uma pasta"),
        (("--banco", "lixo", "saude"), "--banco pede um endereço"),
        (("--banco", "oracle://x/y", "saude"), "--banco pede um endereço"),
        (("--banco", "postgresql://h:x/y", "saude"), "--banco pede um endereço"),
        (("eventos", "listar", "--nao-existe"), "não conheço: --nao-existe"),
        (("registro", "mostrar"), "falta informar: tipo"),
        (("eventos", "listar", "--tipo"), "--tipo pede um valor"),
    ],
)
def test_a_wrong_call_is_explained(cli: CommandLine, words: tuple[str, ...], part: str) -> None:
    answer = cli(*words)
    assert answer.code == 2
    assert part in answer.err
    assert "--ajuda" in answer.err
    assert answer.out == ""


def test_a_place_without_an_office_says_so(cli: CommandLine) -> None:
    answer = cli("--json", "saude")
    assert answer.code == 3
    assert answer.json["erro"]["codigo"] == "banco.nao_existe"
    assert answer.json["saida"] == 3
    assert str(cli.folder) in answer.err
    assert not cli.folder.exists()


def test_a_file_that_is_no_database_is_damage(cli: CommandLine) -> None:
    cli.folder.mkdir()
    (cli.folder / "formigueiro.sqlite").write_bytes(b"isto nao e um banco de dados" * 400)
    answer = cli("--json", "saude")
    assert answer.code == 4
    assert answer.json["erro"]["codigo"] == "banco.nao_e_banco"


def test_a_bug_gives_a_report_without_values(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Fulana Marcada")

    verb = Verbo(("quebra",), "quebra", broken)
    monkeypatch.setattr(principal, "VERBOS", (*VERBOS, verb))
    answer = founded_cli("quebra")
    assert answer.code == 1
    assert "KeyError" in answer.err
    assert "Fulana" not in answer.err + answer.out


def test_the_version(cli: CommandLine) -> None:
    assert cli("--versao").out.startswith("Formigueiro ")


def test_the_real_process(founded_cli: CommandLine) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "--dados", str(founded_cli.folder), "saude", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Escritório" in {row["nome"] for row in json.loads(done.stdout)["colonias"]}


def test_a_reader_that_goes_away_is_no_fault(founded_cli: CommandLine) -> None:
    done = subprocess.run(
        f"{sys.executable} -m app --dados {founded_cli.folder} registro mostrar "
        "demanda.recebida | head -1",
        cwd=ROOT,
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("demanda.recebida")
    assert "Traceback" not in done.stderr


def test_no_qt_is_loaded_for_a_verb(founded_cli: CommandLine) -> None:
    script = (
        "import sys; from app.cli.principal import main; "
        f"main(['--dados', {str(founded_cli.folder)!r}, '--json', 'saude']); "
        "print([m for m in sys.modules if m.startswith(('PySide6', 'alembic', 'numpy'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_streams_are_the_callers(cli: CommandLine) -> None:
    out = io.StringIO()
    assert principal.main(["--versao", "--json"], out, io.StringIO()) == 0
    assert json.loads(out.getvalue()).keys() == {"versao"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", [["--versao"], ["--json", "--versao"]])
def test_an_output_on_a_full_disk_is_told_as_such(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(  # our own program
            [sys.executable, "-m", "app", *words],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.startswith("O arquivo de saída não pôde ser gravado: o disco está cheio.")
    assert "Exception" not in done.stderr
