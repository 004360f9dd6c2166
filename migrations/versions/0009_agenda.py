"""The tables of the colony D-5."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    _scores_and_items()
    op.create_table(
        "d5_coordenadas_demanda",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("lat", sa.Float(), nullable=False),
        sa.Column("lng", sa.Float(), nullable=False),
        sa.Column("criado_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d5_demandas_agregadas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("agregado_id", sa.Text(), nullable=False),
        sa.Column("representante_demanda_id", sa.Text(), nullable=False),
        sa.Column("evento_id", sa.Text(), nullable=False),
        sa.Column("agregado_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d5_demandas_agregadas_representante",
        "d5_demandas_agregadas",
        ["representante_demanda_id"],
    )
    op.create_table(
        "d5_unidades_afetadas",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("refeita", sa.Integer(), nullable=False),
    )
    op.create_table(
        "d5_agendas",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("nivel_nao_vencido", sa.Integer()),
        sa.Column("versao_parametros", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("gerada_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d5_parametros",
        sa.Column("versao", sa.Text(), primary_key=True),
        sa.Column("conteudo", sa.Text(), nullable=False),
        sa.Column("carregado_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d5_prazos",
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("vence_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d5_prazos_vence", "d5_prazos", ["vence_em", "sujeito"])


def _scores_and_items() -> None:
    op.create_table(
        "d5_backlog_scores",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("categoria_id", sa.Text(), nullable=False),
        sa.Column("nivel_precedencia", sa.Integer(), nullable=False),
        sa.Column("score_final", sa.Float(), nullable=False),
        sa.Column("peso_nacional", sa.Float(), nullable=False),
        sa.Column("peso_situacional", sa.Float(), nullable=False),
        sa.Column("score_horizontal", sa.Integer(), nullable=False),
        sa.Column("posicao_ranking", sa.BigInteger(), nullable=False),
        sa.Column("versao_parametros", sa.Text(), nullable=False),
        sa.Column("lugar", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("correlacao_id", sa.Text(), nullable=False),
        sa.Column("criado_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d5_backlog_scores_melhores",
        "d5_backlog_scores",
        [
            "unidade_civica_id",
            "lugar",
            "nivel_precedencia",
            sa.text("score_final DESC"),
            "demanda_id",
        ],
    )
    op.create_table(
        "d5_backlog_items",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text()),
        sa.Column("ordem", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("conselheiro_id", sa.Text()),
        sa.Column("grupo_id", sa.Text()),
        sa.Column("categoria_id", sa.Text(), nullable=False),
        sa.Column("nivel_precedencia", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("entrou_em", sa.Text(), nullable=False),
        sa.Column("atualizado_em", sa.Text(), nullable=False),
        sa.Column("anunciado_em", sa.Text()),
        sa.Column("vaga_cedida_em", sa.Text()),
        sa.Column("data_conclusao", sa.Text()),
        sa.Column("dias_ate_conclusao", sa.BigInteger()),
    )
    op.create_index(
        "ix_d5_backlog_items_unidade",
        "d5_backlog_items",
        ["unidade_civica_id", "status", "ordem", "vaga_cedida_em"],
    )
