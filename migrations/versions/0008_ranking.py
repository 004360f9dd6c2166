"""The tables of the colony D-4."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d4_rankings",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("score_final", sa.Float(), nullable=False),
        sa.Column("peso_nacional", sa.Float(), nullable=False),
        sa.Column("peso_situacional", sa.Float(), nullable=False),
        sa.Column("score_horizontal", sa.Integer(), nullable=False),
        sa.Column("nivel_precedencia", sa.Integer(), nullable=False),
        sa.Column("categoria_id", sa.Text(), nullable=False),
        sa.Column("versao_parametros", sa.Text(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("correlacao_id", sa.Text()),
        sa.Column("calculado_em", sa.Text(), nullable=False),
        sa.Column("ativo", sa.Integer(), nullable=False),
        sa.Column("saiu_por", sa.LargeBinary(32)),
    )
    op.create_index(
        "ix_d4_rankings_ordem",
        "d4_rankings",
        ["unidade_civica_id", "ativo", sa.text("score_final DESC"), "demanda_id"],
    )
    op.create_table(
        "d4_a_ranquear",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("desde", sa.Text(), nullable=False),
    )
    op.create_table(
        "d4_demandas_agregadas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("agregado_id", sa.Text(), nullable=False),
        sa.Column("representante_demanda_id", sa.Text(), nullable=False),
        sa.Column("evento_id", sa.Text(), nullable=False),
        sa.Column("agregado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d4_demandas_agregadas_evento", "d4_demandas_agregadas", ["evento_id"])
    op.create_index(
        "ix_d4_demandas_agregadas_representante",
        "d4_demandas_agregadas",
        ["representante_demanda_id"],
    )
    op.create_table(
        "d4_retiradas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("retirada_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d4_topos",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("top_10", sa.Text(), nullable=False),
        sa.Column("atualizado_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d4_parametros",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("versao", sa.Text(), nullable=False),
        sa.Column("hash_conteudo", sa.Text(), nullable=False),
        sa.Column("conteudo", sa.Text(), nullable=False),
        sa.Column("em_vigor", sa.Integer(), nullable=False),
        sa.Column("carregado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d4_parametros_em_vigor", "d4_parametros", ["em_vigor"])
    op.create_index("ix_d4_parametros_versao", "d4_parametros", ["versao"])
    op.create_table(
        "d4_prazos",
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("vence_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d4_prazos_vence", "d4_prazos", ["vence_em", "sujeito"])
