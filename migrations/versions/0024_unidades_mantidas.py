"""Units that a person keeps, and why a category was decided so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both empty: D-2, D-3 and D-7 are folded from the log at the next start."""
    op.create_table(
        "d2_unidades_mantidas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("unidade_recusada_id", sa.Text()),
        sa.Column("coordenadas_lat", sa.Float()),
        sa.Column("coordenadas_lng", sa.Float()),
        sa.Column("motivo", sa.Text()),
        sa.Column("mantida_em", sa.Text(), nullable=False),
    )
    op.add_column("d3_categorizacoes", sa.Column("motivo", sa.Text()))
