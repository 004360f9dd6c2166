"""Alembic's environment: one for SQLite and PostgreSQL, run only by ``core.kernel.store.schema``.

The caller hands over an open connection with its transaction already begun (on SQLite by an
explicit BEGIN IMMEDIATE: the driver sends none before DDL, sqlalchemy#8795), so that all steps of
an upgrade and whatever the caller adds commit together or not at all.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from core.kernel.store.tables import metadata


def run() -> None:
    """Run the wanted steps on the caller's connection.

    Raises:
        TypeError: started by the ``alembic`` program instead of the application.
    """
    connection = context.config.attributes.get("connection")
    if not isinstance(connection, Connection):
        raise TypeError("migrations run through core.kernel.store.schema only")
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite cannot alter most things in place; Alembic then rebuilds the table.
        render_as_batch=connection.dialect.name == "sqlite",
        # The caller's transaction is the one that counts.
        transactional_ddl=True,
        transaction_per_migration=False,
    )
    context.run_migrations()


run()
