"""The command line in this process: words in, exit code and both streams out."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli.principal import main


@dataclass(frozen=True)
class Answer:
    """What one call gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


@dataclass(frozen=True)
class CommandLine:
    """Calls over one office folder; settings stay in the test's folder too."""

    folder: Path

    def __call__(self, *words: str) -> Answer:
        out, err = io.StringIO(), io.StringIO()
        code = main(["--dados", str(self.folder), *words], out, err)
        return Answer(code, out.getvalue(), err.getvalue())

    def account(self, nome: str, *words: str) -> tuple[str, ...]:
        """Make an account; the words by which it acts."""
        answer = self("contas", "criar", nome, *words, "--json")
        assert answer.code == 0, answer.err
        file = self.folder.parent / f"senha de {nome}.txt"
        file.write_text(answer.json["senha_gerada"], "utf-8")
        return ("--conta", nome, "--conta-senha-arquivo", str(file))


@pytest.fixture
def settings_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keys and guards of this test, away from the person's own."""
    folder = tmp_path / "configuracao"
    monkeypatch.setenv("FORMIGUEIRO_CONFIG", str(folder))
    for variable in ("FORMIGUEIRO_SENHA", "FORMIGUEIRO_CONTA", "FORMIGUEIRO_CONTA_SENHA"):
        monkeypatch.delenv(variable, raising=False)
    return folder


@pytest.fixture
def cli(tmp_path: Path, settings_folder: Path) -> CommandLine:
    """The command line over a place where there is no office yet."""
    return CommandLine(tmp_path / "escritorio")


@pytest.fixture
def founded_cli(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line over a founded office; its first account acts."""
    answer = cli("--json", "iniciar", "--nome", "Regional Jardim São João")
    assert answer.code == 0, answer.err
    monkeypatch.setenv("FORMIGUEIRO_CONTA", answer.json["conta"])
    monkeypatch.setenv("FORMIGUEIRO_CONTA_SENHA", answer.json["conta_senha"])
    return cli
