from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from core.kernel.observability.log_file import NAME, LogFile


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def test_lines_are_appended_across_openings(tmp_path: Path) -> None:
    for n in range(3):
        log = LogFile(tmp_path / "registros")
        log(b'{"n":%d}\n' % n)
        log.close()
    assert lines(tmp_path / "registros" / NAME) == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert (tmp_path / "registros" / NAME).stat().st_mode & 0o077 == 0


def test_no_line_no_folder(tmp_path: Path) -> None:
    LogFile(tmp_path / "registros").close()
    assert not (tmp_path / "registros").exists()


def test_files_turn_over_by_size_and_the_oldest_goes(tmp_path: Path) -> None:
    log = LogFile(tmp_path, max_bytes=20, keep=2)
    for n in range(6):
        log(b'{"numero":%d}\n' % n)
    log.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [NAME, f"{NAME}.1", f"{NAME}.2"]
    assert lines(tmp_path / NAME) == [{"numero": 5}]
    assert lines(tmp_path / f"{NAME}.2") == [{"numero": 3}]


def test_a_refusing_disk_never_raises_and_is_confessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = LogFile(tmp_path)
    log(b'{"n":0}\n')
    real = os.write
    torn = iter([True])

    def full(descriptor: int, block: bytes) -> int:
        if next(torn, False):
            return real(descriptor, bytes(block)[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    log(b'{"n":1}\n')
    log(b'{"n":2}\n')
    assert log.lost_blocks == 2
    monkeypatch.setattr(os, "write", real)
    log(b'{"n":3}\n')
    log.close()
    text = (tmp_path / NAME).read_text("utf-8").splitlines()
    assert text[0] == '{"n":0}'
    assert text[1] == '{"n'
    assert json.loads(text[2])["blocos_perdidos"] == 2
    assert json.loads(text[3]) == {"n": 3}
    assert log.lost_blocks == 0


def test_a_file_in_the_way_of_the_folder_is_only_counted(tmp_path: Path) -> None:
    (tmp_path / "registros").write_text("arquivo")
    log = LogFile(tmp_path / "registros")
    log(b'{"n":1}\n')
    assert log.lost_blocks == 1
