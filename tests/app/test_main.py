"""``python -m app`` with a Python that lacks the libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_python_without_the_libraries_is_told_which_one_has_them() -> None:
    call = [sys.executable, "-S", "-m", "app", "--ajuda"]  # -S: no site-packages
    done = subprocess.run(
        call, cwd=ROOT, capture_output=True, text=True, check=False
    )  # our own words
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.startswith("Falta a biblioteca ")
    assert "make run" in done.stderr
