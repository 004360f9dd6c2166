"""The tables of the colony D-1a."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d1a_demandas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("no", sa.Text(), nullable=False),
        sa.Column("epoca", sa.Integer(), nullable=False),
        sa.Column("numero", sa.BigInteger()),
        sa.Column("protocolo", sa.Text()),
        sa.Column("canal", sa.Text(), nullable=False),
        sa.Column("tipo_midia", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("lat", sa.Float()),
        sa.Column("lng", sa.Float()),
        sa.Column("precisao_local", sa.Text()),
        sa.Column("unidade_informada_id", sa.Text()),
        sa.Column("categoria_id", sa.Text()),
        sa.Column("subcategoria_id", sa.Text()),
        sa.Column("data_formulario", sa.Text()),
        sa.Column("criada_em", sa.Text(), nullable=False),
        sa.Column("recebida_em", sa.Text(), nullable=False),
        sa.Column("correcoes", sa.Integer(), nullable=False),
        sa.Column("corrigida_em", sa.Text()),
        sa.Column("corrigida_por", sa.Text()),
        sa.Column("retirada_em", sa.Text()),
        sa.Column("motivo_retirada", sa.Text()),
        sa.Column("repetida_de", sa.Text()),
        sa.Column("texto_bruto", sa.Text()),
        sa.Column("endereco_informado", sa.Text()),
        sa.Column("endereco_busca", sa.Text()),
        sa.Column("cidadao_id", sa.Text()),
        sa.Column("consentimentos", sa.Text()),
        sa.Column("termos_versao", sa.Text()),
        sa.Column("midia_urls", sa.Text()),
        sa.Column("id_externo", sa.Text()),
        sa.Column("hash_conteudo", sa.Text()),
        sa.Column("hash_relato", sa.Text()),
        sa.Column("conta_id", sa.Text()),
    )
    op.create_index("ix_d1a_demandas_endereco", "d1a_demandas", ["endereco_busca"])
    op.create_index("ix_d1a_demandas_externo", "d1a_demandas", ["id_externo"])
    op.create_index("ix_d1a_demandas_hash", "d1a_demandas", ["hash_conteudo"])
    op.create_index("ix_d1a_demandas_numero", "d1a_demandas", ["no", "epoca", "numero"])
    op.create_index("ix_d1a_demandas_protocolo", "d1a_demandas", ["protocolo"])
    op.create_index("ix_d1a_demandas_recebida", "d1a_demandas", ["recebida_em", "demanda_id"])
    op.create_table(
        "d1a_area",
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("fuso", sa.Text(), nullable=False),
        sa.Column("sul", sa.Float()),
        sa.Column("oeste", sa.Float()),
        sa.Column("norte", sa.Float()),
        sa.Column("leste", sa.Float()),
    )
    op.create_table(
        "d1a_rascunhos",
        sa.Column("rascunho_id", sa.Text(), primary_key=True),
        sa.Column("cidadao_id", sa.Text(), nullable=False),
        sa.Column("conta_id", sa.Text()),
        sa.Column("conteudo", sa.Text(), nullable=False),
        sa.Column("versao", sa.Integer(), nullable=False),
        sa.Column("criado_em", sa.Text(), nullable=False),
        sa.Column("alterado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d1a_rascunhos_alterado", "d1a_rascunhos", ["alterado_em", "rascunho_id"])
    op.create_table(
        "d1a_logradouros",
        sa.Column("nome_busca", sa.Text(), primary_key=True),
        sa.Column("bairro_busca", sa.Text(), primary_key=True),
        sa.Column("cep", sa.Text(), primary_key=True),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("bairro", sa.Text(), nullable=False),
        sa.Column("lat", sa.Float(), nullable=False),
        sa.Column("lng", sa.Float(), nullable=False),
    )
    op.create_index("ix_d1a_logradouros_cep", "d1a_logradouros", ["cep"])
