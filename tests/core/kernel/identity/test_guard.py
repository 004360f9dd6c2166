"""A restored database is found; a failing disk loses no event and stops no work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.kernel import merkle
from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.identity.guard import RETRY_S, GuardVerdict, GuardWriter, compare
from core.kernel.identity.guard_file import GuardFile, GuardReading, GuardRecord, GuardState

LEAVES = [merkle.leaf(bytes([number])) for number in range(20)]


def root_at(size: int) -> bytes:
    return merkle.root(LEAVES[:size])


def at(size: int, epoca: int = 0) -> GuardRecord:
    return GuardRecord("instancia-a", "0a" * 16, epoca, size, root_at(size))


def reading(record: GuardRecord) -> GuardReading:
    return GuardReading(GuardState.PRESENTE, record, 1, 0)


def fault_code(writer: GuardWriter) -> str | None:
    return None if writer.last_fault is None else writer.last_fault.code


class FailingDisk:
    """A disk in memory that refuses while ``is_full``."""

    def __init__(self) -> None:
        self.data: bytearray | None = None
        self.is_full = False
        self.writes = 0

    def read(self, path: Path) -> bytes | None:
        return None if self.data is None else bytes(self.data)

    def create(self, path: Path, data: bytes) -> None:
        self._touch()
        self.data = bytearray(data)

    def write_slot(self, path: Path, offset: int, data: bytes) -> None:
        self._touch()
        assert self.data is not None
        self.data[offset : offset + len(data)] = data

    def _touch(self) -> None:
        if self.is_full:
            raise EnvironmentFault("guarda.nao_gravada", arquivo="guarda.bin", motivo="cheio")
        self.writes += 1


@pytest.fixture
def disk() -> FailingDisk:
    return FailingDisk()


@pytest.fixture
def file(disk: FailingDisk) -> GuardFile:
    return GuardFile(Path("guarda.bin"), disk)


@pytest.mark.parametrize(
    ("guard", "head", "verdict"),
    [
        (at(5), at(5), GuardVerdict.OK),
        (at(0), at(0), GuardVerdict.OK),
        (at(5), at(7), GuardVerdict.GUARD_BEHIND),
        (at(5), at(2, epoca=1), GuardVerdict.GUARD_BEHIND),
        (at(7), at(5), GuardVerdict.DATABASE_BEHIND),
        (at(0, epoca=1), at(9), GuardVerdict.DATABASE_BEHIND),
        (replace(at(5), raiz=bytes(32)), at(5), GuardVerdict.DIVERGED),
        (replace(at(5), raiz=bytes(32)), at(7), GuardVerdict.DIVERGED),
        (replace(at(5), instancia="instancia-b"), at(5), GuardVerdict.OTHER_INSTANCE),
        (replace(at(5), no="0b" * 16), at(5), GuardVerdict.OTHER_INSTANCE),
    ],
)
def test_verdicts(guard: GuardRecord, head: GuardRecord, verdict: GuardVerdict) -> None:
    assert compare(reading(guard), head, root_at) is verdict


def test_verdicts_without_a_record() -> None:
    missing = GuardReading(GuardState.AUSENTE, None, 0, 1)
    unreadable = GuardReading(GuardState.ILEGIVEL, None, 0, 1)
    assert compare(missing, at(1)) is GuardVerdict.MISSING
    assert compare(unreadable, at(1)) is GuardVerdict.UNREADABLE


def test_without_roots_a_guard_behind_is_taken_at_its_word() -> None:
    assert compare(reading(replace(at(5), raiz=bytes(32))), at(7)) is GuardVerdict.GUARD_BEHIND


def test_a_copied_back_database_is_found_at_the_next_start(file: GuardFile) -> None:
    writer = GuardWriter(file)
    writer.committed(at(12), 0.0)
    writer.flush()
    assert compare(file.read(), at(12), root_at) is GuardVerdict.OK
    assert compare(file.read(), at(9), root_at) is GuardVerdict.DATABASE_BEHIND


def test_nothing_to_do_before_a_commit(file: GuardFile, disk: FailingDisk) -> None:
    writer = GuardWriter(file)
    assert not writer.is_pending
    assert writer.due_in_s(0.0) is None
    assert not writer.tick(1000.0)
    writer.flush()
    assert disk.writes == 0


def test_written_at_most_a_second_after_the_first_unwritten_commit(
    file: GuardFile, disk: FailingDisk
) -> None:
    writer = GuardWriter(file, delay_s=0.5)
    writer.committed(at(1), 100.0)
    writer.committed(at(2), 100.4)
    assert writer.due_in_s(100.4) == pytest.approx(0.1)
    assert not writer.tick(100.4)
    assert disk.writes == 0
    assert writer.tick(100.5)
    assert file.read().record == at(2)
    assert not writer.is_pending
    assert writer.due_in_s(100.5) is None
    assert not writer.tick(200.0)


def test_many_commits_in_a_second_cost_two_writes(file: GuardFile, disk: FailingDisk) -> None:
    writer = GuardWriter(file, delay_s=0.5)
    for number in range(20):
        writer.committed(at(number), number / 20)
        writer.tick(number / 20)
    assert disk.writes <= 2


def test_flush_writes_at_once(file: GuardFile) -> None:
    writer = GuardWriter(file)
    writer.committed(at(3), 0.0)
    writer.flush()
    assert file.read().record == at(3)


def test_a_full_disk_is_kept_for_saude_and_tried_again(file: GuardFile, disk: FailingDisk) -> None:
    writer = GuardWriter(file, delay_s=0.5)
    writer.committed(at(1), 0.0)
    writer.flush()
    disk.is_full = True
    writer.committed(at(2), 10.0)
    assert not writer.tick(10.5)
    assert fault_code(writer) == "guarda.nao_gravada"
    assert writer.is_pending
    assert file.read().record == at(1)
    assert writer.due_in_s(10.5) == RETRY_S
    writer.committed(at(3), 10.6)
    disk.is_full = False
    assert writer.tick(10.5 + RETRY_S)
    assert fault_code(writer) is None
    assert file.read().record == at(3)


def test_what_must_not_go_on_without_the_guard_hears_of_it(
    file: GuardFile, disk: FailingDisk
) -> None:
    writer = GuardWriter(file)
    writer.committed(at(2), 0.0)
    disk.is_full = True
    with pytest.raises(EnvironmentFault) as fault:
        writer.flush()
    assert fault.value.params == {"arquivo": "guarda.bin", "motivo": "cheio"}
    assert writer.is_pending
    disk.is_full = False
    writer.flush()
    assert file.read().record == at(2)


def test_a_guard_of_another_history_is_not_written_over(file: GuardFile) -> None:
    file.write(at(9))
    writer = GuardWriter(file)
    writer.committed(at(5), 0.0)
    with pytest.raises(IntegrityFault) as fault:
        writer.tick(5.0)
    assert fault.value.code == "guarda.recuo"
    assert file.read().record == at(9)


@pytest.mark.parametrize("delay_s", [-0.1, 1.1])
def test_the_delay_stays_within_the_promise(file: GuardFile, delay_s: float) -> None:
    with pytest.raises(ValueError, match="guard may wait"):
        GuardWriter(file, delay_s)
