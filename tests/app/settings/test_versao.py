from __future__ import annotations

import tomllib
from pathlib import Path

from app.settings.versao import VERSAO


def test_the_program_says_the_version_of_the_project_file() -> None:
    text = (Path(__file__).resolve().parents[3] / "pyproject.toml").read_text("utf-8")
    assert tomllib.loads(text)["project"]["version"] == VERSAO
