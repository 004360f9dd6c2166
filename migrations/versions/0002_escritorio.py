"""The table of the colony Escritório."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it empty: the colony folds it from the log at the next start."""
    op.create_table(
        "esc_escritorio",
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("fuso", sa.Text(), nullable=False),
        sa.Column("unidades", sa.Text(), nullable=False),
        sa.Column("sul", sa.Float()),
        sa.Column("oeste", sa.Float()),
        sa.Column("norte", sa.Float()),
        sa.Column("leste", sa.Float()),
        sa.Column("configurado_em", sa.Text(), nullable=False),
    )
