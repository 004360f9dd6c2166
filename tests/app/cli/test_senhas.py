from __future__ import annotations

import getpass
import io
from pathlib import Path

import pytest
from typing_extensions import override

from app.cli.senhas import asked_password, given_password
from core.kernel.errors import UserFacingError


class Terminal(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


def test_a_file_goes_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMIGUEIRO_SENHA", "do ambiente")
    assert given_password(None) == b"do ambiente"
    file = tmp_path / "senha"
    file.write_text("do arquivo\n")
    assert given_password(str(file)) == b"do arquivo"
    monkeypatch.delenv("FORMIGUEIRO_SENHA")
    assert given_password(None) is None


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"uso\.senha_ilegivel"):
        given_password(str(tmp_path / "nada"))


def test_the_terminal_asks_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["um", "um", "um", "dois"])
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: next(answers))
    assert asked_password("Senha", twice=True) == b"um"
    with pytest.raises(UserFacingError, match=r"uso\.senha_diferente"):
        asked_password("Senha", twice=True)


def test_no_terminal_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("segredo\n"))
    with pytest.raises(UserFacingError, match=r"uso\.sem_terminal"):
        asked_password("Senha")
