"""The counter: who has a draft open, whom to call, and what one citizen has asked for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that start empty, a local table, and the indexes that read them."""
    op.add_column("d1a_rascunhos", sa.Column("janela", sa.Text()))
    op.add_column("d1a_rascunhos", sa.Column("janela_ate", sa.Text()))
    op.create_index("ix_d1a_demandas_cidadao", "d1a_demandas", ["cidadao_id"])
    op.create_table(
        "d1a_telefones",
        sa.Column("categoria_id", sa.Text(), primary_key=True),
        sa.Column("orgao", sa.Text(), nullable=False),
        sa.Column("telefone", sa.Text(), nullable=False),
        sa.Column("observacao", sa.Text(), nullable=False),
        sa.Column("alterado_em", sa.Text(), nullable=False),
        sa.Column("conta_id", sa.Text(), nullable=False),
    )
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_index("ix_d1a_rascunhos_janela", "d1a_rascunhos", ["janela_ate", "janela"])
    op.create_index(
        "ix_d1a_telefones_testemunha",
        "d1a_telefones",
        ["alterado_em", "orgao", "telefone", "observacao", "conta_id"],
    )
