"""ruff refuses clocks, identifiers and randomness outside the two kernel modules that own them.

And no screen asks a layout for its items.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT, SOURCES, python_files

PLANT = """\
import os
import random
import secrets
import time
import uuid
from datetime import date, datetime

A = datetime.now()
B = datetime.utcnow()
C = date.today()
D = time.time()
E = uuid.uuid4()
F = os.urandom(1)
"""
LINES = [2, 3, 8, 9, 10, 11, 12, 13]


def banned_lines(name: str) -> list[int]:
    """Lines of the plant that the ban names when the file is called ``name``."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251",
         "--output-format", "json", "--stdin-filename", name, "-"],
        cwd=ROOT,
        input=PLANT,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    return sorted(found["location"]["row"] for found in json.loads(done.stdout))


@pytest.mark.parametrize(
    "name", ["core/kernel/engine/x.py", "core/colonies/d2/rules.py", "app/x.py", "widgets/x.py"]
)
def test_clock_and_chance_are_refused(name: str) -> None:
    assert banned_lines(name) == LINES


@pytest.mark.parametrize("name", ["core/kernel/clock.py", "core/kernel/ids.py"])
def test_the_two_owners_may(name: str) -> None:
    assert banned_lines(name) == []


def test_no_screen_asks_a_layout_for_its_items() -> None:
    """Shiboken remembers an item after Qt deleted it, and ends the program at the next of its address."""
    asking = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "widgets").rglob("*.py"))
        if ".itemAt(" in path.read_text("utf-8")
    ]
    assert asking == []


def test_no_source_names_what_gives_the_same_identifiers_twice() -> None:
    """An office whose keys come from a seed has none: only tests pass one in."""
    owner = "core/kernel/ids.py"
    naming = [
        path
        for path in python_files(*SOURCES)
        if path != owner and "SeededIds" in (ROOT / path).read_text("utf-8")
    ]
    assert "class SeededIds" in (ROOT / owner).read_text("utf-8")
    assert naming == []
