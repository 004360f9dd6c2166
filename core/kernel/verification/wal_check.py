"""Whether SQLite's write-ahead log ends where its last commit ended.

Opening a database, SQLite reads the log up to the first frame whose checksum fails and forgets the
rest without a word: a flipped byte there takes back commits that were acknowledged. A process that
was killed, or a power cut, may leave one such frame too, in the transaction that nobody was told
of. What tells them apart is what follows: the next transaction is begun only when the one before
is on the disk. Source: sqlite.org/fileformat2.html section 4.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.kernel.store.online_copy import disk_fault
from core.kernel.verification.report import Report

_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
_MASK: Final = 0xFFFFFFFF

_Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WalState:
    """What a log file says of itself.

    Args:
        is_readable: its header holds; SQLite ignores everything otherwise.
        lost_commits: ends of transactions from the first bad frame on.
        is_followed: something was written after the first of them, which must then have been
            durable.
    """

    is_readable: bool
    lost_commits: int = 0
    is_followed: bool = False


def check_wal(database: Path, report: Report) -> None:
    """Look at the log beside a database file, where there is one with frames in it.

    A log that changes while it is read is somebody's who writes just now: nothing is said of it.

    Raises:
        EnvironmentFault: ``arquivo.recusado``: it cannot be read.
    """
    path = database.with_name(database.name + "-wal")
    state = _judged(path)
    if state is None or (state.is_readable and not state.lost_commits):
        return
    if _judged(path) != state:
        return
    if state.is_readable and not state.is_followed:
        report.avisos.append("banco.diario_interrompido")
    else:
        report.add("banco.diario_danificado", arquivo=path.name, gravacoes=state.lost_commits)


def _judged(path: Path) -> WalState | None:
    try:
        before = path.stat()
        data = path.read_bytes()
        after = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise disk_fault(error, path) from error
    is_still = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    return judge(data) if is_still and len(data) > _HEADER else None


def judge(data: bytes) -> WalState:
    """What the bytes of a log say.

    Args:
        data: the file, longer than its header.
    """
    magic, _version, page, _count, salts, stored = struct.unpack(">IIII8s8s", data[:_HEADER])
    order = _MAGIC.get(magic)
    if order is None or not 512 <= page <= 65_536 or page & (page - 1):
        return WalState(is_readable=False)
    total = _checksum(order, data[:24], (0, 0))
    if struct.pack(">II", *total) != stored:
        return WalState(is_readable=False)
    size = _FRAME_HEADER + page
    starts = range(_HEADER, len(data) - size + 1, size)
    broken = len(starts)
    for place, start in enumerate(starts):
        if data[start + 8 : start + 16] != salts:
            broken = place
            break
        total = _checksum(order, data[start : start + 8], total)
        total = _checksum(order, data[start + _FRAME_HEADER : start + size], total)
        if struct.pack(">II", *total) != data[start + 16 : start + 24]:
            broken = place
            break
    ours = [start for start in starts[broken:] if _is_ours(data[start + 8 : start + 16], salts)]
    commits = [start for start in ours if data[start + 4 : start + 8] != bytes(4)]
    is_followed = bool(commits) and ours[-1] > commits[0]
    return WalState(True, len(commits), is_followed)


def _is_ours(found: bytes, salts: bytes) -> bool:
    """A frame of this use of the file; in one of an earlier use both words differ."""
    return found[:4] == salts[:4] or found[4:] == salts[4:]


def _checksum(order: str, data: bytes, total: _Sum) -> _Sum:
    one, two = total
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two
