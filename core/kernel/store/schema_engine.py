"""SQLAlchemy's engine, for the few moments when tables are made or changed.

Everything else runs on the DBAPI cursor. SQLAlchemy is imported when one of those moments comes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.kernel.store.database import Database
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.sqlite import SqliteDatabase, connect_for_schema

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


@contextmanager
def open_engine(database: Database, *, create: bool) -> Iterator[Connection]:
    """A connection inside one transaction: committed at the end, rolled back on a fault.

    Args:
        database: SQLite or PostgreSQL.
        create: on SQLite, make the file where it is missing.

    Raises:
        EnvironmentFault: whatever the database refuses for.
    """
    engine = _engine(database, create=create)
    try:
        with engine.begin() as connection:
            yield connection
    except Exception as error:
        origin = getattr(error, "orig", None) or error
        raise database.fault(origin) or error from error
    finally:
        engine.dispose()


def _engine(database: Database, *, create: bool) -> Engine:
    from sqlalchemy import create_engine, event  # noqa: PLC0415 # see the module's docstring
    from sqlalchemy.pool import NullPool  # noqa: PLC0415 # as above

    if isinstance(database, PostgresDatabase):

        def connect_server() -> Any:
            connection = database.connect()
            connection.autocommit = False
            return connection

        return create_engine("postgresql+psycopg://", creator=connect_server, poolclass=NullPool)
    if not isinstance(database, SqliteDatabase):
        raise TypeError(f"no schema for {type(database).__name__}")
    path = database.path

    def connect_file() -> sqlite3.Connection:
        return connect_for_schema(path, create=create)

    engine = create_engine("sqlite://", creator=connect_file, poolclass=NullPool)

    def begin(connection: Connection) -> None:
        # The driver begins nothing by itself (sqlalchemy#8795): DDL would commit step by step.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "begin", begin)
    return engine
