"""How services read: a cursor on a read-only connection, lent for one read.

Services hold no SQL and no connection; they borrow a cursor, hand it to the prebuilt reads of the
kernel or of a colony, and give it back. ``Leitor`` is the port, ``BancoLeitor`` lends from a
small pool over the kernel's database.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple, Protocol

from app.services.fio import FioDaJanela
from core.kernel.store.database import Database, Reader
from core.kernel.store.statement import Cursor, Dialect


class Leitura(NamedTuple):
    """An open read: the cursor and the dialect its statements need."""

    cursor: Cursor
    dialect: Dialect


class Leitor(Protocol):
    """Lends cursors. Called from any thread of the read pool, several at once."""

    def ler(self) -> AbstractContextManager[Leitura]:
        """A cursor in one read snapshot, valid in the calling thread until the block ends.

        Raises:
            EnvironmentFault: the database cannot be read now.
            IntegrityFault: the file is damaged.
        """


class BancoLeitor:
    """Lends readers of ``database``; keeps those given back, closes those that failed.

    ``fio`` refuses screens that read in the thread that paints.

    Args:
        database: where to read; its driver errors become the kernel's faults.
        keep: how many idle connections to keep open.
    """

    def __init__(self, database: Database, keep: int = 4) -> None:
        self.fio = FioDaJanela()
        self._database = database
        self._keep = keep
        self._idle: list[Reader] = []
        self._lock = threading.Lock()
        self._is_closed = False

    @contextmanager
    def ler(self) -> Iterator[Leitura]:
        """See ``Leitor.ler``."""
        self.fio.exigir_fora()
        reader: Reader | None = None
        try:
            with self._lock:
                reader = self._idle.pop() if self._idle else None
            reader = reader or self._database.open_reader()
            reader.refresh()
            yield Leitura(reader.cursor, reader.dialect)
        except BaseException as error:
            if reader is not None:
                reader.close()
            known = self._database.fault(error)
            if known is None or known is error:
                raise
            raise known from error
        with self._lock:
            if not self._is_closed and len(self._idle) < self._keep:
                self._idle.append(reader)
                return
        reader.close()

    def close(self) -> None:
        """Close idle connections; those still lent close when they come back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.close()
