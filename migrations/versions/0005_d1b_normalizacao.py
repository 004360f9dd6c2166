"""The tables of the colony D-1b."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d1b_demandas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("texto_bruto", sa.Text()),
        sa.Column("cidadao_id", sa.Text()),
        sa.Column("publica_texto", sa.Integer(), nullable=False),
        sa.Column("midias", sa.Integer(), nullable=False),
        sa.Column("tipo_midia", sa.Text(), nullable=False),
        sa.Column("lat", sa.Float()),
        sa.Column("lng", sa.Float()),
        sa.Column("precisao_local", sa.Text()),
        sa.Column("unidade_informada_id", sa.Text()),
        sa.Column("categoria_id", sa.Text()),
        sa.Column("subcategoria_id", sa.Text()),
        sa.Column("retirada", sa.Integer(), nullable=False),
        sa.Column("versao", sa.Integer(), nullable=False),
        sa.Column("normalizada_em", sa.Text()),
        sa.Column("normalizada_por", sa.Text()),
        sa.Column("titulo", sa.Text()),
        sa.Column("descricao_limpa", sa.Text()),
        sa.Column("entidades_extraidas", sa.Text()),
        sa.Column("termos_suspeitos", sa.Text()),
        sa.Column("conteudo_suspeito", sa.Integer()),
        sa.Column("confianca_normalizacao", sa.Float()),
        sa.Column("origem_normalizacao", sa.Text()),
        sa.Column("tipo_midia_processada", sa.Text()),
        sa.Column("idioma_detectado", sa.Text()),
    )
    op.create_table(
        "d1b_denylist",
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("termos", sa.Text()),
    )
