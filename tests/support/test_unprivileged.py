"""Code that runs as nobody really lacks root's rights, and its outcome comes back."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.unprivileged import ChildFailed, nobody_popen, run_as_nobody


def test_a_read_only_folder_refuses_even_where_the_tests_are_root(nobody_path: Path) -> None:
    nobody_path.chmod(0o500)

    def write() -> str:
        try:
            (nobody_path / "arquivo").write_text("x")
        except PermissionError as error:
            return type(error).__name__
        return "escrito"

    assert run_as_nobody(write) == "PermissionError"


def test_the_own_folder_can_be_written(nobody_path: Path) -> None:
    def write(text: str) -> int:
        (nobody_path / "arquivo").write_text(text)
        return os.geteuid()

    assert run_as_nobody(write, "sim") != 0
    assert (nobody_path / "arquivo").read_text() == "sim"


def test_a_failure_in_the_child_is_shown() -> None:
    def fail() -> None:
        raise ValueError("dentro do filho")

    with pytest.raises(ChildFailed, match="dentro do filho"):
        run_as_nobody(fail)


def test_a_child_that_dies_is_a_failure() -> None:
    with pytest.raises(ChildFailed, match="said nothing"):
        run_as_nobody(os._exit, 7)


def test_a_program_runs_as_nobody() -> None:
    done = subprocess.run(
        ["id", "-u"], capture_output=True, text=True, check=True, **nobody_popen()
    )
    assert done.stdout.strip() != "0"
