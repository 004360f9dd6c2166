"""The tables of the colony C-1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "c1_cidadaos",
        sa.Column("cidadao_id", sa.Text(), primary_key=True),
        sa.Column("nome", sa.Text()),
        sa.Column("nome_busca", sa.Text()),
        sa.Column("telefone", sa.Text()),
        sa.Column("email", sa.Text()),
        sa.Column("endereco", sa.Text()),
        sa.Column("unidade_civica_id", sa.Text()),
        sa.Column("auth_provider", sa.Text()),
        sa.Column("verificado_presencialmente", sa.Integer()),
        sa.Column("consentimentos", sa.Text()),
        sa.Column("termos_versao", sa.Text()),
        sa.Column("unido_a", sa.Text()),
        sa.Column("cadastrado_em", sa.Text(), nullable=False),
        sa.Column("atualizado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_c1_cidadaos_nome", "c1_cidadaos", ["nome_busca"])
    op.create_index("ix_c1_cidadaos_unido", "c1_cidadaos", ["unido_a"])
    op.create_table(
        "c1_acessos",
        sa.Column("acesso_id", sa.Text(), primary_key=True),
        sa.Column("cidadao_id", sa.Text(), nullable=False),
        sa.Column("conta_id", sa.Text(), nullable=False),
        sa.Column("papel", sa.Text(), nullable=False),
        sa.Column("acessado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_c1_acessos_cidadao", "c1_acessos", ["cidadao_id", "acessado_em"])
