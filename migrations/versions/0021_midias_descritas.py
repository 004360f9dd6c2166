"""Slow work of D-1b, what became of a demand's media, and who may see it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that start empty and two tables: D-1b is folded from the log at the next start."""
    op.add_column("d1b_demandas", sa.Column("publica_imagem", sa.Integer()))
    op.add_column("d1b_demandas", sa.Column("midias_descritas", sa.Text()))
    op.create_table(
        "d1b_midias",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("anexo_id", sa.Text(), primary_key=True),
        sa.Column("indice", sa.Integer()),
        sa.Column("tipo_mime", sa.Text(), nullable=False),
        sa.Column("liberada", sa.Integer(), nullable=False),
        sa.Column("removida", sa.Integer(), nullable=False),
    )
    op.create_table(
        "d1b_trabalhos",
        sa.Column("trabalho", sa.Text(), primary_key=True),
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("dados", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("aberto_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d1b_trabalhos_estado", "d1b_trabalhos", ["estado"])
    if op.get_bind().dialect.name == "sqlite":
        op.create_index("ix_d1b_trabalhos_testemunha", "d1b_trabalhos", ["aberto_em", "dados"])
