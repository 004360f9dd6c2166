"""What was published in answer to an event, found by the cause's position instead of its hash."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

# SQLite gives rowid semantics only to the exact type INTEGER.
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Fill it from the log, and drop the index that it replaces."""
    op.create_table(
        "event_efeitos",
        sa.Column("causa", BIG, primary_key=True, autoincrement=False),
        sa.Column("chave_derivacao", sa.Text(), primary_key=True),
        sa.Column("sequence_number", BIG, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO event_efeitos (causa, chave_derivacao, sequence_number) "
        "SELECT causas.sequence_number, efeitos.chave_derivacao, efeitos.sequence_number "
        "FROM event_log AS efeitos JOIN event_log AS causas ON causas.event_hash = efeitos.causa "
        "WHERE efeitos.chave_derivacao IS NOT NULL"
    )
    op.drop_index("ix_event_log_causa", "event_log")
