"""PostgreSQL: the database of an office with several workstations (design.md 6).

Every writer locks the one row of ``kernel_escrita`` first: appends are serial, so that
``sequence_number`` is gapless and commits in order (G-007), and the row's counter tells a writer
that another workstation wrote since.
"""

from __future__ import annotations

import contextlib
import zlib
from typing import TYPE_CHECKING, Any, Final, cast

from core.kernel.errors import EnvironmentFault
from core.kernel.store.postgres_haste import HastyCursor
from core.kernel.store.statement import Cursor, Dialect

if TYPE_CHECKING:
    import psycopg

CHANNEL: Final = "formigueiro"
LOCK_MS: Final = 2_000
_POSTGRES: Final[Dialect] = "postgresql"

# SQLSTATE classes and codes (PostgreSQL manual, Appendix A).
_ENVIRONMENT: Final = {
    "55P03": "banco.ocupado",
    "40P01": "banco.ocupado",
    "40001": "banco.ocupado",
    "53100": "banco.disco_cheio",
    "53200": "banco.sem_memoria",
    "53300": "banco.conexoes_esgotadas",
    "25006": "banco.somente_leitura",
    "57P01": "banco.servidor_parou",
    "57P02": "banco.servidor_parou",
    "57P03": "banco.servidor_parou",
    "28P01": "banco.senha_recusada",
    "28000": "banco.senha_recusada",
    "3D000": "banco.nao_existe",
    "58030": "banco.disco_falhou",
}


def plain_url(url: str) -> str:
    """The libpq form of an SQLAlchemy URL."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def postgres_fault(error: BaseException, where: str) -> Exception | None:
    """EnvironmentFault for a server or connection that refuses, None for a programming error."""
    import psycopg  # noqa: PLC0415 # the driver is loaded only by offices that use it

    if not isinstance(error, psycopg.Error):
        return None
    state = error.sqlstate
    if state in _ENVIRONMENT:
        return EnvironmentFault(_ENVIRONMENT[state], onde=where)
    if isinstance(error, psycopg.errors.PipelineAborted):
        return None  # a statement before it failed, whose own error says why
    if state is None and isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return EnvironmentFault(_connection_code(error), onde=where)
    if state is not None and state[:2] in {"08", "57"}:
        return EnvironmentFault("banco.servidor_nao_responde", onde=where)
    return None


def _connection_code(error: psycopg.Error) -> str:
    """Why there is no connection: libpq keeps the SQLSTATE of a refusal at the door to itself.

    The words are in the server's language, but what they quote is not: the user who may not come
    in, or the database that is not there.
    """
    attempt = error.pgconn
    if attempt is not None:
        _, refused, reason = attempt.error_message.decode("utf-8", "replace").partition("FATAL")
        if attempt.needs_password or (refused and _quotes(reason, attempt.user)):
            return "banco.senha_recusada"
        if refused and _quotes(reason, attempt.db):
            return "banco.nao_existe"
    return "banco.servidor_nao_responde"


def _quotes(reason: str, name: bytes) -> bool:
    return f'"{name.decode("utf-8", "replace")}"' in reason


PREPARED: Final = 1_000
"""Statements that the writer's session keeps planned: a demand's road alone has more than the
driver's hundred, which then pushed each other out."""


class PostgresWriter:
    """The writing connection of this process. See ``database.Writer``."""

    dialect: Dialect = _POSTGRES

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._connection: psycopg.Connection[Any] | None = None
        self._seen: int | None = None
        self.cursor = self._open()

    def _open(self) -> HastyCursor:
        self._connection = self._database.connect()
        self._connection.prepared_max = PREPARED
        cursor = HastyCursor(self._connection)
        cursor.execute(f"SET lock_timeout = {LOCK_MS}")
        cursor.execute(f"LISTEN {CHANNEL}")
        return cursor

    def foreign_writes(self) -> bool:
        """See ``database.Writer.foreign_writes``: a notice that another session sent."""
        connection = self._connection
        if connection is None or connection.closed:
            return True
        own = connection.info.backend_pid
        try:
            notes = list(connection.notifies(timeout=0))  # drained, so that none is seen twice
            return any(note.pid != own for note in notes)
        except Exception as error:
            if self._database.fault(error) is None:
                raise
            return True

    def begin(self) -> bool:
        """See ``database.Writer.begin``; reconnects after the server went away."""
        try:
            if self._connection is None or self._connection.closed:
                self.cursor = self._open()
            self.cursor.execute("BEGIN")
            self.cursor.execute("SELECT contador FROM kernel_escrita WHERE id = 1 FOR UPDATE")
            counter = int(self.cursor.fetchone()[0])
        except Exception as error:
            self.rollback()
            raise self._database.fault(error) or error from error
        changed = self._seen is not None and counter != self._seen
        self._seen = counter
        return changed

    def commit(self) -> None:
        """See ``database.Writer.commit``."""
        counter = (self._seen or 0) + 1
        try:
            self.cursor.execute(
                "UPDATE kernel_escrita SET contador = %(n)s WHERE id = 1", {"n": counter}
            )
            self.cursor.execute(f"NOTIFY {CHANNEL}")
            self.cursor.execute("COMMIT")
            self.cursor.rest()
        except Exception as error:
            self.rollback()
            raise self._database.fault(error) or error from error
        self._seen = counter

    def hasten(self) -> None:
        """See ``database.Writer.hasten``."""
        self.cursor.hasten()

    def settle(self) -> None:
        """See ``database.Writer.settle``."""
        self.cursor.settle()

    def set_checkpoints(self, *, on: bool) -> None:
        """See ``database.Writer.set_checkpoints``; the server checkpoints by itself."""

    def rollback(self) -> None:
        """See ``database.Writer.rollback``."""
        if self._connection is None:
            return
        try:
            with contextlib.suppress(Exception):  # of a statement that is about to be forgotten
                self.cursor.rest()
            if not self._connection.closed:
                self._connection.rollback()
        except Exception as error:
            if self._database.fault(error) is None:
                raise
            with contextlib.suppress(Exception):  # the server is gone: nothing is left to undo
                self._connection.close()
            self._connection = None

    def savepoint(self) -> None:
        """See ``database.Writer.savepoint``."""
        self.cursor.execute("SAVEPOINT passo")

    def rollback_to_savepoint(self) -> None:
        """See ``database.Writer.rollback_to_savepoint``."""
        self.cursor.execute("ROLLBACK TO SAVEPOINT passo")
        self.cursor.execute("RELEASE SAVEPOINT passo")

    def release_savepoint(self) -> None:
        """See ``database.Writer.release_savepoint``."""
        self.cursor.execute("RELEASE SAVEPOINT passo")

    def close(self) -> None:
        """See ``database.Writer.close``."""
        if self._connection is not None:
            self.rollback()
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class PostgresReader:
    """A read-only connection. See ``database.Reader``."""

    dialect: Dialect = _POSTGRES

    def __init__(self, database: PostgresDatabase) -> None:
        self._connection = database.connect()
        self._connection.execute("SET default_transaction_read_only = on")
        self.cursor = cast("Cursor", self._connection.cursor())

    def refresh(self) -> None:
        """Leave a snapshot; in autocommit every statement takes its own."""
        self._connection.rollback()

    def hold(self) -> None:
        """See ``database.Reader.hold``."""
        self.cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def tolerate_damage(self) -> None:
        """Nothing to do: the server never hands out text that is none."""

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class AdvisoryLock:
    """The engine lock of a PostgreSQL office: held by a session, gone with it."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._connection: psycopg.Connection[Any] | None = None
        self._key = zlib.crc32(b"formigueiro/motor")

    def acquire(self) -> bool:
        """Try once."""
        if self._connection is not None and not self._connection.closed:
            return True
        connection = self._database.connect()
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (self._key,)).fetchone()
        if row is None or not row[0]:
            connection.close()
            return False
        self._connection = connection
        return True

    def is_held(self) -> bool:
        """Ask the session: after the server went away it is gone, and the lock with it."""
        if self._connection is None:
            return False
        try:
            self._connection.execute("SELECT 1")
        except Exception as error:
            if self._database.fault(error) is None:
                raise
            self.release()
            return False
        return True

    def release(self) -> None:
        """Give it back; harmless when not held.

        Unlocked by hand: a closed session ends on the server some moments later, and whoever
        starts in between would be a guest of nobody.
        """
        if self._connection is not None:
            with contextlib.suppress(Exception):  # a dead session holds no lock
                self._connection.execute("SELECT pg_advisory_unlock(%s)", (self._key,))
            with contextlib.suppress(Exception):  # as above
                self._connection.close()
            self._connection = None


class PostgresDatabase:
    """An office on a server. See ``database.Database``.

    Args:
        url: ``postgresql://`` or ``postgresql+psycopg://`` URL.
    """

    dialect: Dialect = _POSTGRES

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def description(self) -> str:
        """Server and database name; never the password."""
        from sqlalchemy import make_url  # noqa: PLC0415 # only to show the address

        return make_url(self.url).render_as_string(hide_password=True)

    def connect(self) -> psycopg.Connection[Any]:
        """A connection in autocommit.

        Raises:
            EnvironmentFault: the server does not answer or refuses.
        """
        import psycopg  # noqa: PLC0415 # the driver is loaded only by offices that use it

        try:
            return psycopg.connect(plain_url(self.url), autocommit=True, connect_timeout=5)
        except psycopg.Error as error:
            raise self.fault(error) or error from error

    def open_writer(self, *, checkpoints: bool) -> PostgresWriter:
        """See ``database.Database.open_writer``; the server checkpoints by itself."""
        del checkpoints
        return PostgresWriter(self)

    def open_reader(self) -> PostgresReader:
        """See ``database.Database.open_reader``."""
        return PostgresReader(self)

    def engine_lock(self) -> AdvisoryLock:
        """See ``database.Database.engine_lock``."""
        return AdvisoryLock(self)

    def fault(self, error: BaseException) -> Exception | None:
        """See ``database.Database.fault``."""
        return postgres_fault(error, self.description)
