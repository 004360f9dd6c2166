"""SQLite: the database of a stand-alone office (design.md 6).

WAL, ``synchronous=FULL``, foreign keys, BEGIN IMMEDIATE by hand. Only the engine-lock holder's
writer checkpoints and no connection maps memory: SQLite before 3.51.3 can corrupt a database
when two connections reset the WAL at once.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.store.file_lock import FileLock
from core.kernel.store.network_share import refuse_network_share
from core.kernel.store.statement import Dialect

FILE_NAME: Final = "formigueiro.sqlite"
BUSY_MS: Final = 2_000
# How often a writer asks whether another's transaction has ended. SQLite itself asks ten times a
# second at last, and an engine with much to do leaves two thousandths between its batches.
ASK_S: Final = 0.000_5
# Folding the WAL back in large pieces (64 MB), since many commits touch the same pages. Counted at
# 12,000 demands: 29 pages written back a demand with 8,000, 22 with 16,000, 17 with 32,000.
WAL_PAGES: Final = 16_000
# What the writer keeps in memory at most: SQLite's own 2 MB hold less than a batch changes, which
# then spills half-done pages into the WAL and reads every index page again.
CACHE_KIB: Final = 65_536

_SQLITE: Final[Dialect] = "sqlite"

# Primary result codes (sqlite.org/rescode.html) and what they mean to a person.
_ENVIRONMENT: Final = {
    sqlite3.SQLITE_BUSY: "banco.ocupado",
    sqlite3.SQLITE_LOCKED: "banco.ocupado",
    sqlite3.SQLITE_FULL: "banco.disco_cheio",
    sqlite3.SQLITE_READONLY: "banco.somente_leitura",
    sqlite3.SQLITE_IOERR: "banco.disco_falhou",
    sqlite3.SQLITE_CANTOPEN: "banco.nao_abre",
    sqlite3.SQLITE_PERM: "banco.sem_permissao",
    sqlite3.SQLITE_NOMEM: "banco.sem_memoria",
    sqlite3.SQLITE_PROTOCOL: "banco.ocupado",
    sqlite3.SQLITE_NOLFS: "banco.disco_cheio",
}
_DAMAGE: Final = {
    sqlite3.SQLITE_CORRUPT: "banco.danificado",
    sqlite3.SQLITE_NOTADB: "banco.nao_e_banco",
}
# How the driver, not SQLite, reports a text column that holds no text any more.
_NOT_TEXT: Final = "Could not decode to UTF-8"


def sqlite_fault(error: BaseException, where: str) -> Exception | None:
    """EnvironmentFault or IntegrityFault for a sqlite3 error, None for a programming error."""
    if not isinstance(error, sqlite3.Error):
        return None
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, sqlite3.OperationalError) and str(error).startswith(_NOT_TEXT):
        return IntegrityFault("banco.danificado", onde=where)
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
        # Even readers need room for the WAL's index.
        return EnvironmentFault("banco.disco_cheio", onde=where)
    if primary in _DAMAGE:
        return IntegrityFault(_DAMAGE[primary], onde=where)
    if primary in _ENVIRONMENT:
        return EnvironmentFault(_ENVIRONMENT[primary], onde=where)
    return None


class SqliteWriter:
    """The writing connection of this process. See ``database.Writer``."""

    dialect: Dialect = _SQLITE

    def __init__(self, path: Path, *, checkpoints: bool) -> None:
        self._where = str(path)
        self._connection = _connect(path, read_only=False)
        # One statement at a time on the connection, so one cursor serves every caller.
        self.cursor = self._connection.cursor()
        try:
            _prepare_writing(self._connection, self._where)
            self._set_checkpoints(on=checkpoints)
            self._version = self._data_version()
        except sqlite3.Error as error:
            self._connection.close()
            raise sqlite_fault(error, self._where) or error from error
        except BaseException:
            self._connection.close()
            raise

    def _set_checkpoints(self, *, on: bool) -> None:
        self.cursor.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES if on else 0}")

    def set_checkpoints(self, *, on: bool) -> None:
        """See ``database.Writer.set_checkpoints``."""
        try:
            self._set_checkpoints(on=on)
        except sqlite3.Error as error:
            raise sqlite_fault(error, self._where) or error from error

    def _data_version(self) -> int:
        row = self.cursor.execute("PRAGMA data_version").fetchone()
        return int(row[0])

    def foreign_writes(self) -> bool:
        """See ``database.Writer.foreign_writes``."""
        try:
            return self._data_version() != self._version
        except sqlite3.Error:
            return True

    def begin(self) -> bool:
        """See ``database.Writer.begin``; ``data_version`` counts other connections' commits."""
        try:
            self._begin_in_turn()
            version = self._data_version()
        except sqlite3.Error as error:
            self.rollback()
            raise sqlite_fault(error, self._where) or error from error
        changed = version != self._version
        self._version = version
        return changed

    def _begin_in_turn(self) -> None:
        until = monotonic() + BUSY_MS / 1_000
        self.cursor.execute("PRAGMA busy_timeout=0")
        try:
            while True:
                try:
                    self.cursor.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError as error:
                    is_taken = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                    if not is_taken or monotonic() >= until:
                        raise
                    sleep(ASK_S)
                else:
                    return
        finally:
            self.cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")

    def hasten(self) -> None:
        """See ``database.Writer.hasten``; in this process nothing is waited for."""

    def settle(self) -> None:
        """See ``database.Writer.settle``; each statement has told already."""

    def commit(self) -> None:
        """See ``database.Writer.commit``."""
        try:
            self.cursor.execute("COMMIT")
        except sqlite3.Error as error:
            self.rollback()
            raise sqlite_fault(error, self._where) or error from error

    def rollback(self) -> None:
        """See ``database.Writer.rollback``."""
        if self._connection.in_transaction:
            # A failed statement may already have rolled back by itself (disk full); on a broken
            # file not even that works, and closing forgets the transaction.
            with contextlib.suppress(sqlite3.Error):
                self.cursor.execute("ROLLBACK")

    def savepoint(self) -> None:
        """See ``database.Writer.savepoint``."""
        self.cursor.execute("SAVEPOINT passo")

    def rollback_to_savepoint(self) -> None:
        """See ``database.Writer.rollback_to_savepoint``."""
        self.cursor.execute("ROLLBACK TO passo")
        self.cursor.execute("RELEASE passo")

    def release_savepoint(self) -> None:
        """See ``database.Writer.release_savepoint``."""
        self.cursor.execute("RELEASE passo")

    def close(self) -> None:
        """See ``database.Writer.close``."""
        self.rollback()
        self._connection.close()


def _damaged_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


class SqliteReader:
    """A read-only connection. See ``database.Reader``."""

    dialect: Dialect = _SQLITE

    def __init__(self, path: Path) -> None:
        self._connection = _connect(path, read_only=True)
        self.cursor = self._connection.cursor()

    def refresh(self) -> None:
        """Leave a snapshot; in autocommit every statement takes its own."""
        if self._connection.in_transaction:
            self.cursor.execute("ROLLBACK")

    def hold(self) -> None:
        """See ``database.Reader.hold``."""
        self.cursor.execute("BEGIN")
        self.cursor.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def tolerate_damage(self) -> None:
        """See ``database.Reader.tolerate_damage``."""
        self._connection.text_factory = _damaged_text

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class SqliteDatabase:
    """An office in one file. See ``database.Database``.

    Args:
        folder: the office's data folder; the database file, its lock and the attachments are in it.

    Raises:
        EnvironmentFault: the folder is on a network share, missing or not readable.
    """

    dialect: Dialect = _SQLITE

    def __init__(self, folder: Path) -> None:
        refuse_network_share(folder)
        self.folder = folder
        self.path = folder / FILE_NAME

    @property
    def description(self) -> str:
        """The file's path."""
        return str(self.path)

    def open_writer(self, *, checkpoints: bool) -> SqliteWriter:
        """See ``database.Database.open_writer``."""
        return SqliteWriter(self.path, checkpoints=checkpoints)

    def open_reader(self) -> SqliteReader:
        """See ``database.Database.open_reader``."""
        return SqliteReader(self.path)

    def engine_lock(self) -> FileLock:
        """A lock file beside the database."""
        return FileLock(self.folder / "motor.trava")

    def fault(self, error: BaseException) -> Exception | None:
        """See ``database.Database.fault``."""
        return sqlite_fault(error, str(self.path))


def connect_reader(path: Path) -> sqlite3.Connection:
    """A bare read-only connection in autocommit, for copies and verification; the caller closes.

    Raises:
        EnvironmentFault: missing file, no permission, locked.
        IntegrityFault: ``banco.danificado``, ``banco.nao_e_banco``.
    """
    return _connect(path, read_only=True)


def connect_for_schema(path: Path, *, create: bool) -> sqlite3.Connection:
    """A bare writing connection in autocommit, for making and changing tables.

    Args:
        path: the database file.
        create: make the file where it is missing, readable by its owner alone.

    Raises:
        EnvironmentFault: the folder refuses.
    """
    if create and not _exists(path):
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise EnvironmentFault("banco.somente_leitura", onde=str(path)) from error
    connection = _connect(path, read_only=False)
    try:
        _prepare_writing(connection, str(path))
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare_writing(connection: sqlite3.Connection, where: str) -> None:
    try:
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
    except sqlite3.Error as error:
        raise sqlite_fault(error, where) or error from error
    if mode != "wal":
        raise EnvironmentFault("banco.sem_wal", onde=where)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise EnvironmentFault("banco.sem_permissao", onde=str(path)) from error


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open in autocommit, never creating a file by accident."""
    if not _exists(path):
        raise EnvironmentFault("banco.nao_existe", onde=str(path))
    mode = "ro" if read_only else "rw"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        connection = sqlite3.connect(
            uri,
            uri=True,
            isolation_level=None,
            timeout=BUSY_MS / 1000,
            check_same_thread=False,
            cached_statements=512,
        )
    except sqlite3.Error as error:
        raise sqlite_fault(error, str(path)) or error from error
    try:
        connection.execute("PRAGMA mmap_size=0")
        if read_only:
            connection.execute("PRAGMA query_only=ON")
        # Reading the schema is what tells a stranger's or a broken file.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except UnicodeDecodeError as error:
        # The driver could not even put SQLite's words about a malformed schema into text.
        connection.close()
        raise IntegrityFault("banco.danificado", onde=str(path)) from error
    except sqlite3.Error as error:
        connection.close()
        fault = sqlite_fault(error, str(path))
        if read_only and not os.access(path.parent, os.W_OK):
            fault = EnvironmentFault("banco.somente_leitura", onde=str(path))
        # These statements are always right: whatever else SQLite says of them is the file's fault.
        raise fault or IntegrityFault("banco.danificado", onde=str(path)) from error
    return connection
