"""The copy before an upgrade; the whole upgrade is shown in test_schema.py."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.store import safety_copy
from core.kernel.store.safety_copy import copy_before_upgrade, file_stamp
from core.kernel.store.sqlite import FILE_NAME
from tests.support.founded import Founded
from tests.support.office import START_MS, entrou


def test_a_moment_as_part_of_a_file_name() -> None:
    assert file_stamp(START_MS + 7) == "20260528-202640-007"


def test_a_damaged_database_is_not_called_copied(founded_sqlite: Founded, tmp_path: Path) -> None:
    founded_sqlite.append(entrou(1))
    path = tmp_path / "dados" / FILE_NAME
    data = bytearray(path.read_bytes())
    at = data.find(b"brinquedo.conselheiro_entrou")
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(IntegrityFault) as fault:
        copy_before_upgrade(founded_sqlite.database, tmp_path / "c", "0001", 0, confirmed=False)
    assert fault.value.code == "banco.danificado"
    assert list((tmp_path / "c").iterdir()) == []


def test_a_full_disk_leaves_no_copy(
    founded_sqlite: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_folder: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(safety_copy, "sync_folder", full)
    with pytest.raises(EnvironmentFault) as fault:
        copy_before_upgrade(founded_sqlite.database, tmp_path / "c", "0001", 0, confirmed=False)
    assert fault.value.code == "arquivo.recusado"


def test_a_dump_that_fails_asks_for_the_operators_word(
    founded_postgres: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(arguments: list[str], **_more: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(arguments, 1, b"", b"version mismatch")

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(UserFacingError) as refusal:
        copy_before_upgrade(founded_postgres.database, tmp_path / "c", "0001", 0, confirmed=False)
    assert refusal.value.code == "banco.copia_do_servidor_necessaria"
    done = copy_before_upgrade(founded_postgres.database, tmp_path / "c", "0001", 0, confirmed=True)
    assert done is None
    assert list((tmp_path / "c").iterdir()) == []
