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


@pytest.fixture
def settings_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keys and guards of this test, away from the person's own."""
    folder = tmp_path / "configuracao"
    monkeypatch.setenv("FORMIGUEIRO_CONFIG", str(folder))
    monkeypatch.delenv("FORMIGUEIRO_SENHA", raising=False)
    return folder


@pytest.fixture
def cli(tmp_path: Path, settings_folder: Path) -> CommandLine:
    """The command line over a place where there is no office yet."""
    return CommandLine(tmp_path / "escritorio")


@pytest.fixture
def founded_cli(cli: CommandLine) -> CommandLine:
    """The command line over a founded office."""
    answer = cli("--json", "iniciar", "--nome", "Regional Jardim São João")
    assert answer.code == 0, answer.err
    return cli
