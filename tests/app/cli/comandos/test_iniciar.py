from __future__ import annotations

import getpass
import io
from pathlib import Path

import pytest
from typing_extensions import override

from tests.support.command_line import CommandLine


def test_json_needs_no_terminal_and_warns(cli: CommandLine, settings_folder: Path) -> None:
    answer = cli("iniciar", "--json", "--nome", "Regional Norte", "--fuso", "America/Manaus")
    assert answer.code == 0
    assert answer.json["sem_senha"] is True
    assert len(answer.json["no"]) == 32
    assert len(answer.json["avisos"]) == 2
    assert Path(answer.json["chave_raiz"]).is_relative_to(settings_folder)
    assert Path(answer.json["chave_raiz"]).stat().st_mode & 0o077 == 0
    assert [path.name for path in cli.folder.iterdir() if "chave" in path.name] == []
    listed = cli("eventos", "listar", "--json")
    assert listed.json["total"] == 1
    assert listed.json["eventos"][0]["tipo"] == "escritorio.configurado"


def test_with_a_password_the_keys_are_sealed(
    cli: CommandLine, tmp_path: Path, settings_folder: Path
) -> None:
    password = tmp_path / "senha.txt"
    password.write_text("uma frase longa de senha\n")
    answer = cli("--senha-arquivo", str(password), "iniciar", "--json")
    assert answer.json["sem_senha"] is False
    assert [path.name for path in settings_folder.rglob("chaves.*")] == ["chaves.cofre"]


def test_twice_is_refused_and_changes_nothing(founded_cli: CommandLine) -> None:
    before = (founded_cli.folder / "formigueiro.sqlite").read_bytes()
    answer = founded_cli("iniciar", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "escritorio.ja_existe")
    assert (founded_cli.folder / "formigueiro.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--nome", "  "), "escritorio.nome_vazio"),
        (("--fuso", "Marte/Olimpo"), "escritorio.fuso_desconhecido"),
    ],
)
def test_a_bad_choice_leaves_nothing_behind(
    cli: CommandLine, settings_folder: Path, words: tuple[str, ...], code: str
) -> None:
    answer = cli("iniciar", "--json", *words)
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    assert not cli.folder.exists()
    assert not settings_folder.exists()


def test_without_terminal_and_password_it_asks_for_one(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    answer = cli("iniciar")
    assert answer.code == 2
    assert "--sem-senha" in answer.err
    assert not cli.folder.exists()


def test_a_terminal_is_asked(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        @override
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: "segredo")
    answer = cli("iniciar", "--nome", "Regional Sul")
    assert answer.code == 0
    assert "Escritório criado: Regional Sul" in answer.out


def test_password_and_no_password_contradict(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "x")
    answer = cli("iniciar", "--sem-senha", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "uso.com_e_sem_senha")
