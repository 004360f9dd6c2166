"""The tables of the colony D-1d."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d1d_fila_moderacao",
        sa.Column("item_id", sa.Text(), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("tipo", sa.Text(), nullable=False),
        sa.Column("referencia_id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("vigente", sa.Integer(), nullable=False),
        sa.Column("removido_junto", sa.Integer(), nullable=False),
        sa.Column("bloqueio_provisorio", sa.Integer(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("evento_id", sa.Text(), nullable=False),
        sa.Column("causa", sa.LargeBinary(32)),
        sa.Column("tipo_mime", sa.Text()),
        sa.Column("indice", sa.Integer()),
        sa.Column("midia_object_key", sa.Text()),
        sa.Column("url_acesso", sa.Text()),
        sa.Column("motivo", sa.Text()),
        sa.Column("titulo", sa.Text()),
        sa.Column("trecho", sa.Text()),
        sa.Column("tem_conteudo", sa.Integer(), nullable=False),
        sa.Column("versao_vista", sa.Text(), nullable=False),
        sa.Column("entrou_em", sa.Text(), nullable=False),
        sa.Column("decidido_em", sa.Text()),
    )
    op.create_index("ix_d1d_fila_demanda", "d1d_fila_moderacao", ["demanda_id"])
    op.create_index("ix_d1d_fila_ordem", "d1d_fila_moderacao", ["status", "entrou_em", "item_id"])
    op.create_table(
        "d1d_decisoes_moderacao",
        sa.Column("item_id", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("altura", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("chave_dobra", sa.Text(), nullable=False),
        sa.Column("tipo", sa.Text(), nullable=False),
        sa.Column("referencia_id", sa.Text(), nullable=False),
        sa.Column("decisao", sa.Text(), nullable=False),
        sa.Column("reaberto", sa.Integer(), nullable=False),
        sa.Column("remover_texto_demanda", sa.Integer(), nullable=False),
        sa.Column("motivo", sa.Text()),
        sa.Column("moderador_id", sa.Text()),
        sa.Column("data", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_d1d_decisoes_dobra", "d1d_decisoes_moderacao", ["chave_dobra"])
    op.create_index("ix_d1d_decisoes_moderador", "d1d_decisoes_moderacao", ["moderador_id", "data"])
    op.create_table(
        "d1d_descricoes_midia",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("indice", sa.Integer(), primary_key=True),
        sa.Column("descricao", sa.Text()),
        sa.Column("descricao_original", sa.Text()),
        sa.Column("traduzida", sa.Integer(), nullable=False),
        sa.Column("modelo", sa.Text()),
    )
    op.create_table(
        "d1d_denylist",
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("versao", sa.Integer()),
        sa.Column("termos", sa.Text()),
        sa.Column("motivo", sa.Text()),
        sa.Column("atualizada_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d1d_reservas",
        sa.Column("item_id", sa.Text(), primary_key=True),
        sa.Column("conta_id", sa.Text(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("expira_em", sa.Text(), nullable=False),
    )
    op.create_table(
        "d1d_anotacoes",
        sa.Column("item_id", sa.Text(), primary_key=True),
        sa.Column("escrita_em", sa.Text(), primary_key=True),
        sa.Column("conta_id", sa.Text(), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("texto", sa.Text(), nullable=False),
        sa.Column("segunda_opiniao", sa.Integer(), nullable=False),
    )
    op.create_index("ix_d1d_anotacoes_demanda", "d1d_anotacoes", ["demanda_id"])
    if op.get_bind().dialect.name == "sqlite":
        op.create_index(
            "ix_d1d_reservas_testemunha", "d1d_reservas", ["expira_em", "conta_id", "nome"]
        )
        op.create_index(
            "ix_d1d_anotacoes_testemunha", "d1d_anotacoes", ["nome", "texto", "segunda_opiniao"]
        )
