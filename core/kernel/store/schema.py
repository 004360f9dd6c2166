"""Which schema a database has, and how it gets the present one.

At every opening one cheap read says whether the schema is current; Alembic and SQLAlchemy's
engine are imported only where tables are really made or changed. Before an upgrade the database is
copied; a newer schema is refused. Source: design.md 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.kernel.clock import Clock
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.store.database import Database
from core.kernel.store.safety_copy import copy_before_upgrade
from core.kernel.store.schema_engine import open_engine
from core.kernel.store.statement import Cursor, Dialect

if TYPE_CHECKING:
    from sqlalchemy import Connection

SCHEMA_VERSION: Final = "0027"
"""The newest revision in ``migrations/versions``; a test compares the two."""

_REVISION: Final = re.compile(r"[0-9]{4}")
_MISSING_TABLE: Final = {"42P01"}


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade did.

    Args:
        before: revision found.
        after: revision now.
        copia: the copy made before; None where nothing had to be done, or where the operator
            confirmed to have a copy of the server.
    """

    before: str
    after: str
    copia: Path | None


def migrations_folder() -> Path:
    """``migrations/`` beside the packages, in the tree and in a frozen bundle alike."""
    return Path(__file__).resolve().parents[3] / "migrations"


def version_of(cursor: Cursor, dialect: Dialect) -> str | None:
    """The revision that a database says it has; None where it was never founded."""
    try:
        cursor.execute("SELECT version_num FROM alembic_version")
        row = cursor.fetchone()
    except Exception as error:
        if _is_missing_table(error, dialect):
            return None
        raise
    return None if row is None else str(row[0])


def current_version(database: Database) -> str | None:
    """As ``version_of``, over a connection of its own.

    Raises:
        EnvironmentFault: the database cannot be opened.
        IntegrityFault: ``banco.danificado``, ``banco.nao_e_banco``.
    """
    reader = database.open_reader()
    try:
        return version_of(reader.cursor, reader.dialect)
    except Exception as error:
        raise database.fault(error) or error from error
    finally:
        reader.close()


def is_older(version: str) -> bool:
    """Whether ``upgrade`` can bring a database of this revision up to date."""
    return _REVISION.fullmatch(version) is not None and version < SCHEMA_VERSION


def require_current(version: str | None, where: str) -> None:
    """Refuse every schema but the present one.

    Args:
        version: from ``version_of``.
        where: the database, for the sentence.

    Raises:
        IntegrityFault: ``banco.sem_esquema``: an empty or foreign database.
        EnvironmentFault: ``banco.esquema_mais_novo``: made by a newer program.
        UserFacingError: ``banco.esquema_antigo``: ``upgrade`` has to run first.
    """
    known = require_known(version, where)
    if is_older(known):
        raise UserFacingError(
            "banco.esquema_antigo", onde=where, banco=known, programa=SCHEMA_VERSION
        )


def require_known(version: str | None, where: str) -> str:
    """As ``require_current``, but an older schema passes: it can be upgraded."""
    if version is None:
        raise IntegrityFault("banco.sem_esquema", onde=where)
    if version != SCHEMA_VERSION and not is_older(version):
        raise EnvironmentFault(
            "banco.esquema_mais_novo", onde=where, banco=version[:12], programa=SCHEMA_VERSION
        )
    return version


@contextmanager
def creating(database: Database) -> Iterator[Cursor]:
    """Make all tables in an empty database; what the caller adds commits with them.

    On any fault nothing is left on PostgreSQL; on SQLite at most an empty file.

    Raises:
        UserFacingError: ``banco.nao_vazio``: there are tables already.
        EnvironmentFault: the database cannot be reached or written.
    """
    with open_engine(database, create=True) as connection:
        if not _is_empty(connection):
            raise UserFacingError("banco.nao_vazio", onde=database.description)
        _migrate(connection)
        raw = connection.connection.driver_connection
        if raw is None:
            raise RuntimeError("the pool handed out no connection")
        cursor: Cursor = raw.cursor()
        yield cursor


def create(database: Database) -> None:
    """Make all tables in an empty database; faults as ``creating``."""
    with creating(database):
        pass


def upgrade(
    database: Database, copies_folder: Path, clock: Clock, *, confirmed: bool = False
) -> Upgrade:
    """Bring an older schema to the present one, after a copy of the database.

    Args:
        database: nobody else may have it open for writing.
        copies_folder: where the copy goes.
        clock: names the copy.
        confirmed: the operator has a copy of the server; asked for only on PostgreSQL where
            ``pg_dump`` does not do it.

    Raises:
        IntegrityFault: ``banco.sem_esquema``; the copy does not verify.
        EnvironmentFault: ``banco.esquema_mais_novo``, ``banco.em_uso``; no room for the copy.
        UserFacingError: ``banco.copia_do_servidor_necessaria``.
    """
    before = require_known(current_version(database), database.description)
    if not is_older(before):
        return Upgrade(before, before, None)
    lock = database.engine_lock()
    if not lock.acquire():
        raise EnvironmentFault("banco.em_uso", onde=database.description)
    try:
        copy = copy_before_upgrade(
            database, copies_folder, before, clock.now_ms(), confirmed=confirmed
        )
        with open_engine(database, create=False) as connection:
            _migrate(connection)
    finally:
        lock.release()
    return Upgrade(before, SCHEMA_VERSION, copy)


def _migrate(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 # slow to import and hardly ever needed
    from alembic.config import Config  # noqa: PLC0415 # as above

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _is_empty(connection: Connection) -> bool:
    from sqlalchemy import inspect  # noqa: PLC0415 # as in _migrate

    return not inspect(connection).get_table_names()


def _is_missing_table(error: Exception, dialect: Dialect) -> bool:
    if dialect == "postgresql":
        return getattr(error, "sqlstate", None) in _MISSING_TABLE
    return str(error).startswith("no such table")
