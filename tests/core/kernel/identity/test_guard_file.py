"""Two slots: whatever happens to one write, the other slot still tells the truth."""

from __future__ import annotations

import errno
import hashlib
import os
import resource
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.identity.guard_file import (
    SLOT_BYTES,
    GuardFile,
    GuardReading,
    GuardRecord,
    GuardState,
)

RECORD = GuardRecord("7c9e6679-7425-40de-944b-e07fc1f90ae7", "0a" * 16, 0, 10, bytes(range(32)))


def at(size: int, epoca: int = 0) -> GuardRecord:
    return replace(RECORD, epoca=epoca, tamanho=size, raiz=hashlib.sha256(b"%d" % size).digest())


class MemoryDisk:
    """A disk that tears a write after so many bytes, on request."""

    def __init__(self) -> None:
        self.data: bytearray | None = None
        self.tear_after: int | None = None
        self.offsets: list[int] = []

    def read(self, path: Path) -> bytes | None:
        return None if self.data is None else bytes(self.data)

    def create(self, path: Path, data: bytes) -> None:
        if self.tear_after is not None:
            raise EnvironmentFault("guarda.nao_gravada")
        self.data = bytearray(data)

    def write_slot(self, path: Path, offset: int, data: bytes) -> None:
        assert self.data is not None
        self.offsets.append(offset)
        torn = len(data) if self.tear_after is None else self.tear_after
        self.data[offset : offset + torn] = data[:torn]
        if self.tear_after is not None:
            raise EnvironmentFault("guarda.nao_gravada")


def memory_guard() -> tuple[GuardFile, MemoryDisk]:
    disk = MemoryDisk()
    return GuardFile(Path("guarda.bin"), disk), disk


def test_the_bytes_of_a_slot() -> None:
    guard, disk = memory_guard()
    guard.write(RECORD)
    assert disk.data is not None
    lines = (
        b'civico/guarda/v1\n{"epoca":0,"instancia":"7c9e6679-7425-40de-944b-e07fc1f90ae7",'
        b'"no":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","ordem":1,'
        b'"raiz":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",'
        b'"tamanho":10}\n'
    )
    slot = lines + hashlib.sha256(lines).hexdigest().encode() + b"\n"
    assert bytes(disk.data) == slot.ljust(2 * SLOT_BYTES, b"\0")


def test_no_file_yet(tmp_path: Path) -> None:
    guard = GuardFile(tmp_path / "guarda.bin")
    assert guard.read() == GuardReading(GuardState.AUSENTE, None, 0, 1)


def test_slots_are_written_in_turn_and_the_newest_counts(tmp_path: Path) -> None:
    guard = GuardFile(tmp_path / "guarda.bin")
    for number in range(1, 6):
        guard.write(at(number))
        expected = GuardReading(GuardState.PRESENTE, at(number), number, (number - 1) % 2)
        assert guard.read() == expected
        assert guard.path.stat().st_size == 2 * SLOT_BYTES
    assert stat.S_IMODE(guard.path.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["guarda.bin"]


def test_writing_the_same_again_touches_nothing() -> None:
    guard, disk = memory_guard()
    guard.write(at(1))
    guard.write(at(1))
    assert disk.offsets == []


@given(st.integers(0, SLOT_BYTES), st.integers(1, 4))
def test_a_write_torn_at_any_byte_leaves_the_old_record_or_the_new(torn: int, done: int) -> None:
    guard, disk = memory_guard()
    for number in range(1, done + 1):
        guard.write(at(number))
    disk.tear_after = torn
    with pytest.raises(EnvironmentFault):
        guard.write(at(done + 1))
    assert guard.read().record in (at(done), at(done + 1))
    disk.tear_after = None
    guard.write(at(done + 2))
    assert guard.read().record == at(done + 2)


def test_a_torn_write_is_repeated_in_the_same_slot() -> None:
    guard, disk = memory_guard()
    guard.write(at(1))
    disk.tear_after = 50
    for _ in range(3):
        with pytest.raises(EnvironmentFault):
            guard.write(at(2))
        assert guard.read().record == at(1)
    assert disk.offsets == [SLOT_BYTES] * 3


@given(st.integers(0, 2 * SLOT_BYTES - 1), st.integers(1, 255))
def test_one_changed_byte_anywhere_never_gives_a_false_record(place: int, change: int) -> None:
    guard, disk = memory_guard()
    guard.write(at(1))
    guard.write(at(2))
    assert disk.data is not None
    disk.data[place] ^= change
    assert guard.read().record in (at(1), at(2))


@pytest.mark.parametrize("size", [0, 1, SLOT_BYTES - 1, SLOT_BYTES, SLOT_BYTES + 1])
def test_a_file_cut_short(size: int) -> None:
    guard, disk = memory_guard()
    guard.write(at(1))
    guard.write(at(2))
    assert disk.data is not None
    del disk.data[size:]
    reading = guard.read()
    if size < SLOT_BYTES:
        assert reading == GuardReading(GuardState.ILEGIVEL, None, 0, 1)
    else:
        assert reading.record == at(1)


def test_both_slots_bad_is_said_and_left_for_a_person() -> None:
    guard, disk = memory_guard()
    guard.write(at(1))
    guard.write(at(2))
    assert disk.data is not None
    disk.data[5] ^= 1
    disk.data[SLOT_BYTES + 5] ^= 1
    assert guard.read() == GuardReading(GuardState.ILEGIVEL, None, 0, 1)
    before = bytes(disk.data)
    with pytest.raises(IntegrityFault) as fault:
        guard.write(at(3))
    assert fault.value.code == "guarda.ilegivel"
    assert bytes(disk.data) == before
    guard.adopt(at(3))
    assert guard.read().record == at(3)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (at(9), "guarda.recuo"),
        (replace(at(10), raiz=bytes(32)), "guarda.conflito"),
        (at(10, epoca=0), "guarda.recuo"),
        (replace(at(12), no="0b" * 16), "guarda.outra_instancia"),
        (replace(at(12), instancia="outra"), "guarda.outra_instancia"),
    ],
)
def test_the_guard_never_goes_back_by_itself(record: GuardRecord, code: str) -> None:
    guard, _disk = memory_guard()
    start = at(11) if code == "guarda.recuo" else at(10)
    guard.write(start)
    with pytest.raises(IntegrityFault) as fault:
        guard.write(record)
    assert fault.value.code == code
    assert guard.read().record == start
    guard.adopt(record)
    assert guard.read().record == record


def test_a_new_epoch_may_be_shorter() -> None:
    guard, _disk = memory_guard()
    guard.write(at(10))
    guard.write(at(0, epoca=1))
    assert guard.read().record == at(0, epoca=1)
    with pytest.raises(IntegrityFault):
        guard.write(at(99))


def test_a_record_with_a_checksum_and_nonsense_inside_is_passed_over() -> None:
    guard, disk = memory_guard()
    guard.write(at(1))
    assert disk.data is not None
    for inside in (b"{}", b"[]", b"x", b'{"epoca":"a","instancia":"a","no":"a","ordem":1}'):
        lines = b"civico/guarda/v1\n" + inside + b"\n"
        slot = lines + hashlib.sha256(lines).hexdigest().encode() + b"\n"
        disk.data[SLOT_BYTES:] = slot.ljust(SLOT_BYTES, b"\0")
        assert guard.read().record == at(1)


def test_a_record_too_long_for_its_slot_is_a_bug_and_writes_nothing() -> None:
    guard, disk = memory_guard()
    with pytest.raises(ValueError, match="too long"):
        guard.write(replace(RECORD, instancia="x" * SLOT_BYTES))
    assert disk.data is None


def test_what_the_disk_refuses_is_the_environments_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = GuardFile(tmp_path / "guarda.bin")
    guard.write(at(1))

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault) as fault:
        guard.write(at(2))
    assert fault.value.code == "guarda.nao_gravada"
    assert fault.value.params["motivo"] == "o disco está cheio"
    missing = GuardFile(tmp_path / "nenhuma" / "guarda.bin")
    with pytest.raises(EnvironmentFault):
        missing.write(at(1))
    with pytest.raises(EnvironmentFault) as read:
        GuardFile(tmp_path).read()
    assert read.value.code == "guarda.nao_lida"


def test_a_file_size_limit_leaves_the_old_slot(tmp_path: Path) -> None:
    """A real refusal by the kernel, in a process of its own: only slot 0 may be written."""
    guard = GuardFile(tmp_path / "guarda.bin")
    guard.write(at(1))
    script = (
        "import pathlib, sys\n"
        "from dataclasses import replace\n"
        "from core.kernel.errors import EnvironmentFault\n"
        "from core.kernel.identity.guard_file import GuardFile\n"
        "guard = GuardFile(pathlib.Path(sys.argv[1]))\n"
        "try:\n"
        "    guard.write(replace(guard.read().record, tamanho=2))\n"
        "except EnvironmentFault:\n"
        "    sys.exit(3)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(guard.path)],
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (SLOT_BYTES, SLOT_BYTES)),
    )
    assert done.returncode == 3
    assert guard.path.stat().st_size == 2 * SLOT_BYTES
    assert guard.read().record == at(1)
    guard.write(at(3))
    assert guard.read().record == at(3)
