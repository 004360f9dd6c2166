"""The preparation of a machine: when it does nothing, and what it says when it can do nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import debian
import preparar
import pytest

from tests.architecture.tree import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with locks and an environment whose Python exists."""
    for lock in preparar.LOCKS:
        (tmp_path / lock).write_text(f"{lock}\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return tmp_path


def _mark(checkout: Path, lock: str) -> None:
    key = preparar.stamp_key(checkout, lock)
    preparar.stamp_file(checkout / ".venv", lock).write_text(key)


def _ready(checkout: Path, lock: str) -> bool:
    return preparar.is_ready(checkout, checkout / ".venv", lock)


def test_a_stamp_makes_the_second_run_free(checkout: Path) -> None:
    assert not _ready(checkout, "requirements.txt")
    _mark(checkout, "requirements.txt")
    assert _ready(checkout, "requirements.txt")
    assert not _ready(checkout, "requirements-dev.txt")


def test_the_bigger_lock_serves_the_smaller(checkout: Path) -> None:
    _mark(checkout, "requirements-dev.txt")
    assert _ready(checkout, "requirements.txt")
    assert not _ready(checkout, "requirements-bench.txt")


@pytest.mark.parametrize("change", ["lock", "python", "place"])
def test_a_change_makes_it_run_again(checkout: Path, change: str, tmp_path: Path) -> None:
    _mark(checkout, "requirements.txt")
    if change == "lock":
        (checkout / "requirements.txt").write_text("outra versão\n")
    elif change == "python":
        (checkout / ".venv" / "bin" / "python").unlink()
    else:
        moved = tmp_path.with_name(f"{tmp_path.name}-mudado")
        checkout.rename(moved)
        checkout = moved
    assert not _ready(checkout, "requirements.txt")


def test_nothing_is_run_where_the_stamp_holds(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _mark(checkout, "requirements.txt")
    monkeypatch.setattr(preparar, "_run", lambda *_: pytest.fail("nothing was to be run"))
    preparar.prepare(checkout, "requirements.txt")


def test_without_ensurepip_or_pip_one_command_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparar, "_venv_with_ensurepip", lambda _venv: False)
    monkeypatch.setattr(preparar, "_venv_with_system_pip", lambda _venv: False)
    monkeypatch.setattr(debian, "can_install", lambda: False)
    with pytest.raises(debian.Unprepared, match="sudo apt-get install -y python3-venv\n"):
        preparar.ensure_venv(tmp_path / ".venv")
    assert not (tmp_path / ".venv").exists()


def test_root_with_debians_python_gets_the_venv_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(preparar, "_venv_with_ensurepip", lambda _venv: bool(asked))
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    monkeypatch.setattr(debian, "can_install", lambda: True)
    monkeypatch.setattr(debian, "ensure", lambda packages, why: asked.extend(packages))
    preparar.ensure_venv(tmp_path / ".venv")
    assert asked == ["python3-venv"]


def test_an_unknown_lock_is_a_usage_error() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "preparar.py"), "--lock", "x"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "requirements.txt" in done.stderr
