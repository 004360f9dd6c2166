"""A lock that dies with its process: one engine per SQLite office, one window per folder."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

from core.kernel.errors import EnvironmentFault

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """See ``database.EngineLock``. The file stays; only the operating system's lock counts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Try once.

        Raises:
            EnvironmentFault: ``banco.somente_leitura``, ``banco.disco_cheio``, ``banco.sem_trava``
                (a file system without locks).
        """
        if self._descriptor is not None:
            return True
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            is_full = error.errno in {errno.ENOSPC, errno.EDQUOT}
            code = "banco.disco_cheio" if is_full else "banco.somente_leitura"
            raise EnvironmentFault(code, onde=str(self._path)) from error
        try:
            is_ours = _try_lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            raise EnvironmentFault("banco.sem_trava", onde=str(self._path)) from error
        if not is_ours:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def is_held(self) -> bool:
        """The operating system keeps it as long as this process lives."""
        return self._descriptor is not None

    def release(self) -> None:
        """Give it back; harmless when not held."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = None

    def remove(self) -> None:
        """Give it back and take its file away; harmless when not held or gone."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
            self.release()
