"""Old bytes or new bytes, owner only, and a sentence when the disk says no."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault
from core.kernel.identity import durable_file

CODE = "teste.nao_gravado"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_writes_for_the_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "chave"
    before = os.umask(0)
    try:
        durable_file.write_private(path, b"1", code=CODE)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not durable_file.is_open_to_others(path)
    path.chmod(0o640)
    assert durable_file.is_open_to_others(path)
    durable_file.write_private(path, b"22", code=CODE)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"22", 0o600)
    assert names(tmp_path) == ["chave"]


def test_a_leftover_of_a_dead_process_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".chave.parcial").write_bytes(b"half")
    durable_file.write_private(tmp_path / "chave", b"whole", code=CODE)
    assert names(tmp_path) == ["chave"]
    assert (tmp_path / "chave").read_bytes() == b"whole"


def test_removes_what_is_there_and_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "chave"
    path.write_bytes(b"1")
    durable_file.remove(path, code=CODE)
    durable_file.remove(path, code=CODE)
    assert names(tmp_path) == []

    def refuse(*_words: object, **_more: object) -> None:
        raise PermissionError(errno.EACCES, "não")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(EnvironmentFault) as fault:
        durable_file.remove(path, code=CODE)
    assert (fault.value.code, fault.value.params["arquivo"]) == (CODE, str(path))


def test_reads_up_to_one_byte_beyond_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "chave"
    assert durable_file.read_private(path, 4, code=CODE) is None
    path.write_bytes(b"123456789")
    assert durable_file.read_private(path, 4, code=CODE) == b"12345"
    assert not durable_file.is_open_to_others(tmp_path / "nenhum")


def test_what_the_system_refuses_names_the_file_and_the_reason(tmp_path: Path) -> None:
    missing = tmp_path / "pasta" / "chave"
    with pytest.raises(EnvironmentFault) as write:
        durable_file.write_private(missing, b"1", code=CODE)
    assert write.value.code == CODE
    assert write.value.params["arquivo"] == str(missing)
    assert write.value.params["motivo"] == "o arquivo ou a pasta não existe"
    with pytest.raises(EnvironmentFault) as read:
        durable_file.read_private(tmp_path, 4, code=CODE)
    assert read.value.params["motivo"] == "há uma pasta onde devia haver um arquivo"


@pytest.mark.parametrize("step", ["fsync", "fchmod"])
def test_a_failure_on_the_way_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "chave"
    durable_file.write_private(path, b"old", code=CODE)

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, step, full)
    with pytest.raises(EnvironmentFault) as fault:
        durable_file.write_private(path, b"new", code=CODE)
    assert fault.value.params["motivo"] == "o disco está cheio"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["chave"]


def test_a_file_size_limit_leaves_the_old_file(tmp_path: Path) -> None:
    """A real refusal by the kernel, in a process of its own."""
    path = tmp_path / "chave"
    durable_file.write_private(path, b"old", code=CODE)
    script = (
        "import pathlib, sys\n"
        "from core.kernel.errors import EnvironmentFault\n"
        "from core.kernel.identity import durable_file\n"
        "try:\n"
        "    durable_file.write_private(pathlib.Path(sys.argv[1]), bytes(5000), code='x.y')\n"
        "except EnvironmentFault as fault:\n"
        "    sys.exit(3 if fault.code == 'x.y' else 4)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )
    assert done.returncode == 3
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["chave"]
