"""A lock that dies with its process."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault
from core.kernel.store import file_lock
from core.kernel.store.file_lock import FileLock

HOLD = """
import sys
from pathlib import Path
from core.kernel.store.file_lock import FileLock
print(FileLock(Path(sys.argv[1])).acquire(), flush=True)
sys.stdin.read()
"""


def test_another_process_holds_it_until_it_dies(tmp_path: Path) -> None:
    path = tmp_path / "motor.trava"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )  # fmt: skip
    assert holder.stdout is not None
    assert holder.stdout.readline() == "True\n"
    lock = FileLock(path)
    assert not lock.acquire()
    holder.kill()
    holder.communicate()
    assert lock.acquire()
    assert path.stat().st_mode & 0o077 == 0
    lock.release()


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.EACCES, "banco.somente_leitura"), (errno.EROFS, "banco.somente_leitura"),
     (errno.ENOSPC, "banco.disco_cheio")],
)  # fmt: skip
def test_a_folder_that_refuses_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    def refuse(*_args: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(EnvironmentFault) as fault:
        FileLock(tmp_path / "x").acquire()
    assert fault.value.code == code


def test_a_file_system_without_locks_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_descriptor: int) -> bool:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(file_lock, "_try_lock", refuse)
    with pytest.raises(EnvironmentFault) as fault:
        FileLock(tmp_path / "x").acquire()
    assert fault.value.code == "banco.sem_trava"
