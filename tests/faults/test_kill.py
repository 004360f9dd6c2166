"""kill -9 at random moments of publish and delivery, 200 times over one office.

This shows the death of the process, not the loss of power: what the operating system had taken
over by then still reaches the disk. ``synchronous=FULL`` is what stands against the latter.
"""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from core.kernel.clock import SystemClock
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.architecture.tree import ROOT
from tests.support.office import Office, entrou, pedido

CYCLES = 200
# One child in four dies while it starts or soon after, the others this long after a receipt.
START_S = 0.04
WORK_S = 0.06


class Zygote:
    """The prepared process; see ``zygote.py``."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.zygote"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._buffer = b""

    def warm(self, folder: Path) -> None:
        """Let it do everything once, in an office of its own."""
        self._order(f"warm {folder}")
        assert self._line(None) == ["warm"]

    def cycle(
        self, folder: Path, first: int, seconds: float, *, at_work: bool
    ) -> list[tuple[int, list[str]]]:
        """Run a child for so long, kill it; the (number, event hashes) that it acknowledged.

        ``at_work``: the time starts with its first receipt.
        """
        return self._kill_after(f"run {folder} {first}", seconds, at_work=at_work)

    def kill_rebuild(self, folder: Path, seconds: float) -> None:
        """Kill a child that rebuilds, so long after it began."""
        self._kill_after(f"rebuild {folder}", seconds, at_work=True)

    def _kill_after(
        self, order: str, seconds: float, *, at_work: bool
    ) -> list[tuple[int, list[str]]]:
        self._order(order)
        pid = int(self._line(None)[1])
        lines = [self._line(None)] if at_work else []
        until = monotonic() + seconds
        while words := self._line(until):
            lines.append(words)
        os.kill(pid, signal.SIGKILL)
        self._order("reap")
        while (words := self._line(None))[0] == "ack":
            lines.append(words)
        assert words == ["reaped", str(-signal.SIGKILL)], "the child did not die of the signal"
        return [(int(number), hashes) for _ack, number, *hashes in lines]

    def _order(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text.encode() + b"\n")
        self._process.stdin.flush()

    def _line(self, until: float | None) -> list[str]:
        """The next line's words; none when the time is up."""
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            left = None if until is None else max(0.0, until - monotonic())
            if not select.select([descriptor], [], [], left)[0]:
                return []
            read = os.read(descriptor, 65536)
            assert read, "the prepared process ended"
            self._buffer += read
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode().split()

    def close(self) -> None:
        self._process.communicate(timeout=30)


@pytest.fixture
def zygote() -> Iterator[Zygote]:
    process = Zygote()
    yield process
    process.close()


@pytest.mark.lento
def test_no_acknowledged_event_is_lost_and_none_is_there_twice(
    zygote: Zygote, sqlite_template: Path, tmp_path: Path
) -> None:
    folder, other = tmp_path / "escritorio", tmp_path / "aquecimento"
    for one in (folder, other):
        one.mkdir()
        shutil.copy(sqlite_template, one / FILE_NAME)
    zygote.warm(other)
    office = Office(SqliteDatabase(folder))
    moments = random.Random(20261130)
    kept: dict[int, list[str]] = {}
    for cycle in range(CYCLES):
        at_work = cycle % 4 != 0
        seconds = moments.uniform(0, WORK_S if at_work else START_S)
        # Whoever got no answer asks again, as a person would.
        acknowledged = zygote.cycle(folder, len(kept) + 1, seconds, at_work=at_work)
        kept.update(acknowledged)
        for number, hashes in acknowledged[-3:]:
            assert _found(office, hashes) == len(hashes), f"request {number} is lost"
    assert list(kept) == list(range(1, len(kept) + 1))

    engine = office.engine()
    engine.aguardar_ocioso(trabalhos=True)
    try:
        events = office.events()
        there = {event.event_hash for event in events}
        assert all(set(hashes) <= there for hashes in kept.values())
        assert len(there) == len(events)
        identities = [(event.causa, event.chave_derivacao) for event in events]
        assert len(set(identities)) == len(identities)
        assert [event.sequence_number for event in events] == list(range(1, len(events) + 1))
        assert [event.prev for event in events] == [None, *(e.event_hash for e in events[:-1])]
        assert office.rows("SELECT * FROM dead_letter_queue") == []
        live = office.dump()
        engine.reconstruir().result()
        assert office.dump() == live
        requests = sum(event.tipo == "brinquedo.pedido_feito" for event in events)
        assert office.rows("SELECT count(*) FROM t3_resumos WHERE palavras = 3") == [(requests,)]
    finally:
        office.stop()


@pytest.mark.lento
def test_a_killed_rebuild_leaves_the_old_tables(
    zygote: Zygote, sqlite_template: Path, tmp_path: Path
) -> None:
    shutil.copy(sqlite_template, tmp_path / FILE_NAME)
    office = Office(SqliteDatabase(tmp_path))
    # The children's clock is the machine's: nothing may fall due between here and there.
    office.clock = SystemClock()  # type: ignore[assignment] # fakes and real ones share a protocol
    office.engine().publicar("T-1", *(entrou(n, n % 3) for n in range(6)))
    for start in range(0, 600, 100):
        office.engines[-1].publicar("T-1", *(pedido(n, n % 3) for n in range(start, start + 100)))
    office.engines[-1].aguardar_ocioso(trabalhos=True)
    live = office.dump()
    office.stop()
    moments = random.Random(7)
    for _ in range(10):
        zygote.kill_rebuild(tmp_path, moments.uniform(0, WORK_S))
        assert office.dump() == live


def _found(office: Office, hashes: list[str]) -> int:
    listed = ", ".join(f"x'{event_hash}'" for event_hash in hashes)
    ((count,),) = office.rows(f"SELECT count(*) FROM event_log WHERE event_hash IN ({listed})")
    return int(count)
