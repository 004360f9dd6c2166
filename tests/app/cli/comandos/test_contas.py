"""Accounts from the command line: who may act, who may not, and what is told of it."""

from __future__ import annotations

import getpass
import io
import sys
from pathlib import Path

import pytest
from typing_extensions import override

from app.services.escrita import NINGUEM
from tests.support.command_line import CommandLine

REGISTER = ("demandas", "registrar", "--texto", "Buraco na rua", "--ponto=-20.6,-36.93")


def refused(cli: CommandLine, *words: str) -> str:
    answer = cli(*words, "--json")
    assert answer.code == 2, answer.out
    code: str = answer.json["erro"]["codigo"]
    return code


def without_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORMIGUEIRO_CONTA")
    monkeypatch.delenv("FORMIGUEIRO_CONTA_SENHA")


class Terminal(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


def typed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    waiting = list(answers)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: waiting.pop(0))


def test_the_first_account_is_told_once(cli: CommandLine) -> None:
    said = cli("iniciar", "--sem-senha").out
    assert "conta        operador (atendente, moderador, operador)" in said
    password = said.partition("  senha        ")[2].partition("\n")[0]
    assert len(password) == 14
    assert "não é mostrada de novo" in said
    log = "".join(path.read_text("utf-8") for path in cli.folder.rglob("*.log"))
    assert password not in log
    listed = cli("contas", "listar", "--json").json["contas"]
    assert [(one["nome"], one["tem_senha"]) for one in listed] == [("operador", True)]


def test_the_first_account_may_be_named_and_have_its_own_password(
    cli: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "senha"
    file.write_text("curta\n")
    words = (
        "iniciar",
        "--sem-senha",
        "--operador",
        "Zulmira",
        "--operador-senha-arquivo",
        str(file),
    )
    assert refused(cli, *words) == "conta.senha_curta"
    assert not (cli.folder / "formigueiro.sqlite").exists()
    file.write_text("uma senha comprida\n")
    answer = cli(*words, "--json")
    assert (answer.json["conta"], answer.json["conta_senha"]) == ("Zulmira", None)
    acting = ("--conta", "zulmira", "--conta-senha-arquivo", str(file))
    assert cli(*acting, *REGISTER).code == 0


def test_who_acts_must_be_said_and_reading_asks_nobody(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_account(monkeypatch)
    assert refused(founded_cli, *REGISTER) == "conta.falta"
    assert refused(founded_cli, "--conta", "operador", *REGISTER) == "uso.conta_sem_terminal"
    for words in (("demandas", "listar"), ("verificar",), ("saude",), ("contas", "historico")):
        assert founded_cli(*words).code == 0
    typed(monkeypatch, "errada")
    assert refused(founded_cli, "--conta", "operador", *REGISTER) == "conta.senha_errada"


def test_a_role_that_may_not_is_refused_and_nothing_is_written(founded_cli: CommandLine) -> None:
    auditor = founded_cli.account("Caio", "--papel", "auditor")
    before = founded_cli("saude", "--json").json["total_eventos"]
    for words in (
        REGISTER,
        ("contas", "criar", "Outra", "--papel", "operador"),
        ("escritorio", "configurar", "--nome", "Meu"),
        ("cidadaos", "registrar", "--nome", "Zulmira", "--consente", "tratamento"),
    ):
        answer = founded_cli(*auditor, *words, "--json")
        assert (answer.code, answer.json["erro"]["codigo"]) == (2, "conta.sem_permissao")
    assert founded_cli("saude", "--json").json["total_eventos"] == before
    clerk = founded_cli.account("Bia", "--papel", "atendente")
    assert founded_cli(*clerk, *REGISTER).code == 0
    assert refused(founded_cli, *clerk, *REGISTER, "--papel", "operador") == "conta.papel_nao_tem"


def test_an_account_is_named_after_the_verb_too(founded_cli: CommandLine) -> None:
    clerk = founded_cli.account("Bia", "--papel", "atendente")
    assert founded_cli(*REGISTER, *clerk).code == 0
    assert refused(founded_cli, "contas", "desativar", "Bia", *clerk) == "conta.sem_permissao"


def test_roles_change_and_their_history_is_told(founded_cli: CommandLine) -> None:
    founded_cli.account("Bia", "--papel", "atendente")
    made = founded_cli("contas", "papeis", "Bia", "--papel", "moderador", "--papel", "atendente",
                       "--motivo", "cobre a moderação", "--json")  # fmt: skip
    assert made.json["papeis"] == ["atendente", "moderador"]
    assert "não entra mais" in founded_cli("contas", "desativar", "bia").out
    assert "entra de novo" in founded_cli("contas", "reativar", "Bia").out
    told = founded_cli("contas", "historico", "Bia", "--json").json["historico"]
    assert [one["ato"] for one in told] == ["reativacao", "desativacao", "papeis", "criacao"]
    assert {one["por"] for one in told} == {"operador"}
    text = founded_cli("contas", "historico").out
    assert "cobre a moderação" in text
    assert "horário de America/Sao_Paulo" in text
    assert refused(founded_cli, "contas", "desativar", "operador") == "conta.ultimo_operador"


def test_one_changes_ones_own_password_and_an_operator_anothers(
    founded_cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clerk = founded_cli.account("Bia", "--papel", "atendente")
    new = tmp_path / "nova"
    new.write_text("a senha nova de Bia\n")
    done = founded_cli(*clerk, "contas", "senha", "--nova-senha-arquivo", str(new))
    assert "trocada" in done.out
    assert refused(founded_cli, *clerk, *REGISTER) == "conta.senha_errada"
    given = founded_cli("contas", "senha", "Bia", "--json").json["senha_gerada"]
    without_account(monkeypatch)
    typed(monkeypatch, given)
    assert founded_cli("--conta", "Bia", *REGISTER).code == 0
    typed(monkeypatch, given, "uma outra senha", "uma outra senha")
    assert founded_cli("--conta", "Bia", "contas", "senha").code == 0
    typed(monkeypatch, "uma outra senha")
    assert founded_cli("--conta", "Bia", *REGISTER).code == 0
    typed(monkeypatch, "uma outra senha", "x", "y")
    assert refused(founded_cli, "--conta", "Bia", "contas", "senha") == "uso.senha_diferente"


def test_an_office_of_before_accounts_goes_on_as_it_was(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_account(monkeypatch)
    monkeypatch.setattr("app.services.contas.ContasService.ha_contas", lambda _self: False)
    done = founded_cli(*REGISTER, "--json")
    assert done.code == 0, done.err
    shown = founded_cli("demandas", "mostrar", done.json["protocolo"], "--json")
    assert shown.json["conta_id"] == NINGUEM
