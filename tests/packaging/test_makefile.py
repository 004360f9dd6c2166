"""The commands that README and CONTRIBUTING name exist."""

from __future__ import annotations

import os
import re

import pytest

from tests.architecture.tree import ROOT


def targets() -> set[str]:
    """Targets of the Makefile."""
    text = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):(?!=)", text, re.MULTILINE))


@pytest.mark.parametrize("document", ["README.md", "LEIAME.md", "CONTRIBUTING.md"])
def test_every_named_command_exists(document: str) -> None:
    named = set(re.findall(r"`make ([a-z-]+)", (ROOT / document).read_text("utf-8")))
    assert named
    assert named <= targets()


def test_ci_checks_and_tests() -> None:
    script = ROOT / ".ci" / "run"
    text = script.read_text("utf-8")
    assert os.access(script, os.X_OK)
    assert text.index("make --keep-going check") < text.index("make test")
