"""Rows of D-2 and D-3 that were keyed by an event's hash are keyed by the demand first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them anew and empty: both colonies are folded from the log at the next start."""
    op.drop_table("d2_eventos_processados")
    op.create_table(
        "d2_eventos_processados",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("resultado", sa.Text(), nullable=False),
        sa.Column("processado_em", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.drop_table("d3_categorizacoes")
    op.create_table(
        "d3_categorizacoes",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("versao", sa.Integer(), nullable=False),
        sa.Column("atual", sa.Integer(), nullable=False),
        sa.Column("categoria_id", sa.Text(), nullable=False),
        sa.Column("subcategoria_id", sa.Text()),
        sa.Column("nivel_precedencia", sa.Integer(), nullable=False),
        sa.Column("score_horizontal", sa.Integer(), nullable=False),
        sa.Column("confianca", sa.Float(), nullable=False),
        sa.Column("metodo", sa.Text(), nullable=False),
        sa.Column("autoria", sa.Text(), nullable=False),
        sa.Column("sugestoes", sa.Text(), nullable=False),
        sa.Column("unidade_civica_id", sa.Text()),
        sa.Column("nivel_minimo_resolvido", sa.Integer()),
        sa.Column("versao_taxonomia", sa.Text()),
        sa.Column("versao_classificador", sa.Text()),
        sa.Column("categorizada_em", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_d3_categorizacoes_autoria", "d3_categorizacoes", ["autoria", "demanda_id"])
