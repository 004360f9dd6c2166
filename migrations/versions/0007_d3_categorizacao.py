"""The tables of the colony D-3."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d3_demandas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32)),
        sa.Column("texto", sa.Text()),
        sa.Column("idioma", sa.Text()),
        sa.Column("categoria_informada", sa.Text()),
        sa.Column("subcategoria_informada", sa.Text()),
        sa.Column("escolha_mudou", sa.Integer(), nullable=False),
        sa.Column("local", sa.Text()),
        sa.Column("completada_por", sa.LargeBinary(32)),
        sa.Column("classificada_de", sa.LargeBinary(32)),
        sa.Column("retirada", sa.Integer(), nullable=False),
        sa.Column("normalizada_em", sa.Text()),
    )
    op.create_table(
        "d3_projecao_geo",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("nivel_minimo_resolvido", sa.Integer(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("causa", sa.LargeBinary(32)),
        sa.Column("georreferenciada_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d3_espera",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("falta", sa.Text(), nullable=False),
        sa.Column("desde", sa.Text(), nullable=False),
    )
    op.create_index("ix_d3_espera_desde", "d3_espera", ["desde", "demanda_id"])
    op.create_table(
        "d3_categorizacoes",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("demanda_id", sa.Text(), nullable=False),
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
    )
    op.create_index("ix_d3_categorizacoes_autoria", "d3_categorizacoes", ["autoria", "demanda_id"])
    op.create_index("ix_d3_categorizacoes_demanda", "d3_categorizacoes", ["demanda_id", "versao"])
    op.create_table(
        "d3_fila_revisao",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("prioridade", sa.Integer(), nullable=False),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("confianca", sa.Float(), nullable=False),
        sa.Column("categoria_id", sa.Text()),
        sa.Column("subcategoria_id", sa.Text()),
        sa.Column("sugestoes", sa.Text(), nullable=False),
        sa.Column("versao_taxonomia", sa.Text()),
        sa.Column("versao_classificador", sa.Text()),
        sa.Column("versao_vista", sa.Text(), nullable=False),
        sa.Column("entrou_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d3_fila_revisao_ordem", "d3_fila_revisao", ["prioridade", "confianca", "demanda_id"]
    )
    op.create_table(
        "d3_contestacoes",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("categoria_sugerida", sa.Text()),
        sa.Column("desfaz_event_id", sa.Text()),
        sa.Column("motivo", sa.Text()),
        sa.Column("aberta", sa.Integer(), nullable=False),
        sa.Column("contestada_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d3_contestacoes_demanda", "d3_contestacoes", ["demanda_id", "contestada_em"]
    )
    op.create_table(
        "d3_reservas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("conta_id", sa.Text(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("expira_em", sa.Text(), nullable=False),
    )
