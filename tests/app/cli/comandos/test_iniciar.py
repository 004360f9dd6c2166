from __future__ import annotations

import getpass
import io
import sqlite3
import sys
from pathlib import Path
from types import ModuleType

import pytest
from typing_extensions import override

from core.kernel.errors import EnvironmentFault
from core.kernel.identity.root_key import needs_password
from core.kernel.store import founding
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
    assert [one["tipo"] for one in listed.json["eventos"]] == [
        "papel.alterado",
        "escritorio.configurado",
    ]


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


class Chaveiro:
    """An operating system's store in memory; ``is_full`` forgets what is put into it."""

    priority = 5.0

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.is_full = False

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self.is_full or username == "teste":
            self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self.kept.pop((service, username), None)


def use(monkeypatch: pytest.MonkeyPatch, backend: Chaveiro | None) -> None:
    module = ModuleType("keyring")
    if backend is not None:
        module.__dict__["get_keyring"] = lambda: backend
    monkeypatch.setitem(sys.modules, "keyring", module)


@pytest.fixture
def chaveiro(monkeypatch: pytest.MonkeyPatch) -> Chaveiro:
    """The system of this test keeps secrets, and a password is at hand for the root key."""
    backend = Chaveiro()
    use(monkeypatch, backend)
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "frase da chave-raiz")
    return backend


def test_the_systems_store_holds_the_key_and_signs(
    cli: CommandLine, settings_folder: Path, chaveiro: Chaveiro
) -> None:
    answer = cli("iniciar", "--json", "--chaveiro")
    assert answer.code == 0, answer.err
    assert (answer.json["chaveiro"], answer.json["sem_senha"]) == (True, False)
    assert list(chaveiro.kept) == [(f"formigueiro/{answer.json['no'][:8]}", "log")]
    assert list(settings_folder.rglob("chaves.*")) == []
    assert needs_password(Path(answer.json["chave_raiz"]))
    connection = sqlite3.connect(cli.folder / "formigueiro.sqlite")
    [signed] = connection.execute("SELECT count(*) FROM kernel_checkpoints").fetchone()
    connection.close()
    assert signed == 1
    assert cli("verificar").code == 0


def test_where_there_is_no_store_nothing_is_made(
    cli: CommandLine, settings_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, None)
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "frase da chave-raiz")
    answer = cli("iniciar", "--json", "--chaveiro")
    assert (answer.code, answer.json["erro"]["codigo"]) == (3, "chaves.sem_chaveiro")
    assert not cli.folder.exists()
    assert not settings_folder.exists()


def test_a_founding_that_fails_leaves_nothing_in_the_systems_store(
    cli: CommandLine, settings_folder: Path, chaveiro: Chaveiro, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_words: object, **_more: object) -> None:
        raise EnvironmentFault("chave_raiz.nao_gravada", arquivo="x", motivo="cheio")

    with monkeypatch.context() as patch:
        patch.setattr(founding, "write_root_key", die)
        answer = cli("iniciar", "--json", "--chaveiro")
    assert answer.json["erro"]["codigo"] == "chave_raiz.nao_gravada"
    chaveiro.is_full = True
    answer = cli("iniciar", "--json", "--chaveiro")
    assert (answer.code, answer.json["erro"]["codigo"]) == (3, "chaves.chaveiro_indisponivel")
    assert chaveiro.kept == {}
    assert not cli.folder.exists()
    assert list(settings_folder.rglob("chave*")) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--chaveiro", "--sem-senha"), "uso.chaveiro_e_sem_senha"),
        (("--chaveiro",), "uso.chaveiro_pede_senha"),
    ],
)
def test_the_root_key_still_needs_a_password(
    cli: CommandLine,
    chaveiro: Chaveiro,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    code: str,
) -> None:
    monkeypatch.delenv("FORMIGUEIRO_SENHA")
    answer = cli("iniciar", "--json", *words)
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    assert chaveiro.kept == {}
    assert not cli.folder.exists()
