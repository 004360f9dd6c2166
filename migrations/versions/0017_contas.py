"""Accounts of the office, their roles in time, their passwords and missed attempts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: an office of before goes on without accounts until it makes one."""
    op.create_table(
        "esc_contas",
        sa.Column("conta_id", sa.Text(), primary_key=True),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("nome_busca", sa.Text(), nullable=False),
        sa.Column("papeis", sa.Text(), nullable=False),
        sa.Column("conselheiro_id", sa.Text()),
        sa.Column("ativa", sa.Integer(), nullable=False),
        sa.Column("criada_em", sa.Text(), nullable=False),
        sa.Column("alterada_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "esc_papeis",
        sa.Column("conta_id", sa.Text(), primary_key=True),
        sa.Column("altura", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("event_hash", sa.Text(), primary_key=True),
        sa.Column("ato", sa.Text()),
        sa.Column("papeis", sa.Text(), nullable=False),
        sa.Column("ativa", sa.Integer(), nullable=False),
        sa.Column("conselheiro_id", sa.Text()),
        sa.Column("motivo", sa.Text()),
        sa.Column("por_conta_id", sa.Text()),
        sa.Column("ocorrido_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "esc_senhas",
        sa.Column("conta_id", sa.Text(), primary_key=True),
        sa.Column("senha", sa.Text(), nullable=False),
        sa.Column("trocada_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "esc_tentativas",
        sa.Column("chave", sa.Text(), primary_key=True),
        sa.Column("falhas", sa.Integer(), nullable=False),
        sa.Column("espera_ate", sa.Text(), nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.create_index("ix_esc_senhas_testemunha", "esc_senhas", ["trocada_em", "senha"])
        op.create_index("ix_esc_tentativas_testemunha", "esc_tentativas", ["espera_ate", "falhas"])
