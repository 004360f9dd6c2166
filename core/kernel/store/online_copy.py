"""A copy of a SQLite database while it is in use: one consistent moment, writers not held up.

The source connection keeps one read snapshot open for the whole copy, so that a commit meanwhile
neither shows in it nor makes SQLite start over. The result is one file without WAL, not yet
durable under its final name: that is the caller's act.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from core.kernel.errors import EnvironmentFault
from core.kernel.store.sqlite import connect_reader, sqlite_fault
from core.kernel.system_reason import system_reason

STEP_PAGES: Final = 512

Progress = Callable[[int, int], None]
"""Called with (done, total); raises to stop."""


def no_progress(done: int, total: int) -> None:
    """For callers that show nothing."""


def copy_database(source: Path, target: Path, progress: Progress = no_progress) -> None:
    """Copy ``source`` to the new file ``target`` and fsync it.

    On any fault, or when ``progress`` raises, ``target`` is removed; a file that was there before
    is never touched.

    Raises:
        EnvironmentFault: no room, no permission, source locked; names ``target``.
        IntegrityFault: ``banco.danificado``: a page of the source cannot be read.
    """
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise disk_fault(error, target) from error
    try:
        _copy(source, target, progress)
        with target.open("r+b") as file:
            os.fsync(file.fileno())
    except sqlite3.Error as error:
        _remove(target)
        raise sqlite_fault(error, str(target)) or error from error
    except OSError as error:
        _remove(target)
        raise disk_fault(error, target) from error
    except BaseException:
        _remove(target)
        raise


def disk_fault(error: OSError, path: Path) -> EnvironmentFault:
    """The fault for a file that the system did not let us write or read."""
    return EnvironmentFault("arquivo.recusado", arquivo=str(path), motivo=system_reason(error))


def _copy(source: Path, target: Path, progress: Progress) -> None:
    with contextlib.closing(connect_reader(source)) as origin:
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as destination:

            def step(_status: int, remaining: int, total: int) -> None:
                progress(total - remaining, total)

            origin.backup(destination, pages=STEP_PAGES, progress=step, sleep=0)
            # A copy of a WAL database says so in its header and could then not be opened from a
            # read-only stick.
            destination.execute("PRAGMA journal_mode=DELETE")
        origin.execute("ROLLBACK")


def _remove(path: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink()
