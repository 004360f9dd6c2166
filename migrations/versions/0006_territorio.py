"""The tables of the colonies Território and D-2."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: the colonies fold them from the log at the next start."""
    _territorio()
    _mapa()
    _demandas()


def _territorio() -> None:
    op.create_table(
        "core_uc_polygons",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("nivel", sa.Integer(), nullable=False),
        sa.Column("codigo", sa.Text()),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("nome_busca", sa.Text(), nullable=False),
        sa.Column("parent_uc_id", sa.Text()),
        sa.Column("fonte", sa.Text(), nullable=False),
        sa.Column("contornos", sa.Text(), nullable=False),
        sa.Column("importacao_id", sa.Text(), nullable=False),
        sa.Column("atualizado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_core_uc_polygons_nivel", "core_uc_polygons", ["nivel", "fonte"])
    op.create_index("ix_core_uc_polygons_parent", "core_uc_polygons", ["parent_uc_id"])
    op.create_index(
        "ix_core_uc_polygons_nome", "core_uc_polygons", ["nome_busca", "unidade_civica_id"]
    )
    op.create_table(
        "geo_lotes",
        sa.Column("importacao_id", sa.Text(), primary_key=True),
        sa.Column("lote", sa.BigInteger(), primary_key=True),
        sa.Column("lotes", sa.BigInteger(), nullable=False),
        sa.Column("no", sa.Text(), nullable=False),
        sa.Column("fonte", sa.Text(), nullable=False),
        sa.Column("unidades", sa.Integer(), nullable=False),
        sa.Column("anexo_sha256", sa.Text()),
        sa.Column("versao_fronteira", sa.Text()),
        sa.Column("importado_em", sa.Text(), nullable=False),
    )


def _mapa() -> None:
    op.create_table(
        "d2_unidades",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("fonte", sa.Text(), nullable=False),
        sa.Column("nivel", sa.Integer(), nullable=False),
        sa.Column("codigo", sa.Text()),
        sa.Column("parent_uc_id", sa.Text()),
        sa.Column("contornos", sa.Text(), nullable=False),
    )
    op.create_table(
        "d2_importacoes",
        sa.Column("importacao_id", sa.Text(), primary_key=True),
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("versao_fronteira", sa.Text(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("altura", sa.BigInteger(), nullable=False),
        sa.Column("concluida_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d2_importacoes_ordem", "d2_importacoes", ["altura", "evento"])


def _demandas() -> None:
    op.create_table(
        "d2_resolucoes_geo",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("no", sa.Text(), nullable=False),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("nivel_minimo_resolvido", sa.Integer(), nullable=False),
        sa.Column("cadeia_ucs", sa.Text(), nullable=False),
        sa.Column("municipio_id", sa.Text()),
        sa.Column("metodo_resolucao", sa.Text(), nullable=False),
        sa.Column("confianca_geo", sa.Text(), nullable=False),
        sa.Column("coordenadas_lat", sa.Float()),
        sa.Column("coordenadas_lng", sa.Float()),
        sa.Column("event_id", sa.Text()),
        sa.Column("correlacao_id", sa.Text(), nullable=False),
        sa.Column("criado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d2_resolucoes_geo_unidade", "d2_resolucoes_geo", ["unidade_civica_id"])
    op.create_index("ix_d2_resolucoes_geo_confianca", "d2_resolucoes_geo", ["confianca_geo"])
    op.create_table(
        "d2_eventos_processados",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("resultado", sa.Text(), nullable=False),
        sa.Column("processado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d2_eventos_processados_demanda", "d2_eventos_processados", ["demanda_id"])
    op.create_table(
        "d2_revisoes_geo_pendentes",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("no", sa.Text(), nullable=False),
        sa.Column("correlacao_id", sa.Text(), nullable=False),
        sa.Column("coordenadas_lat", sa.Float()),
        sa.Column("coordenadas_lng", sa.Float()),
        sa.Column("precisao_local", sa.Text(), nullable=False),
        sa.Column("unidade_informada_id", sa.Text()),
        sa.Column("criado_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d2_revisoes_geo_pendentes_no",
        "d2_revisoes_geo_pendentes",
        ["no", "criado_em", "demanda_id"],
    )
    op.create_table(
        "d2_mudancas_pendentes",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("no", sa.Text(), nullable=False),
        sa.Column("unidade_atual_id", sa.Text(), nullable=False),
        sa.Column("unidade_nova_id", sa.Text()),
        sa.Column("nivel_novo", sa.Integer()),
        sa.Column("versao_fronteira", sa.Text(), nullable=False),
        sa.Column("detectada_em", sa.Text(), nullable=False),
    )
