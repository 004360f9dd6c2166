"""The words by which a demand is found: D-7 is folded from the log at the next start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "d7_palavras",
        sa.Column(
            "palavra",
            sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql"),
            primary_key=True,
        ),
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("momento", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
