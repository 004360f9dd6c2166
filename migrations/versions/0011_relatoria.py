"""The tables of the colony D-6b."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d6b_demandas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("categoria_id", sa.Text()),
        sa.Column("ranqueada_em", sa.Text()),
        sa.Column("encerrada", sa.Text()),
        sa.Column("encerrada_em", sa.Text()),
        sa.Column("ciclos", sa.Integer(), nullable=False),
        sa.Column("publicadas", sa.Integer(), nullable=False),
    )
    op.create_table(
        "d6b_acompanhamentos",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("conselheiro_id", sa.Text(), nullable=False),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("ciclo", sa.Integer(), nullable=False),
        sa.Column("situacao", sa.Text(), nullable=False),
        sa.Column("sorteado_em", sa.Text(), nullable=False),
        sa.Column("iniciado_em", sa.Text()),
        sa.Column("total_atualizacoes", sa.Integer(), nullable=False),
        sa.Column("contagem", sa.Text(), nullable=False),
        sa.Column("status_informado", sa.Text()),
        sa.Column("prazo_estimado", sa.Text()),
        sa.Column("prazo_no", sa.Text()),
        sa.Column("prazo_evento", sa.LargeBinary(32)),
        sa.Column("prazo_avisado", sa.Text()),
        sa.Column("texto_resumo_ciclo", sa.Text()),
        sa.Column("encerrado_em", sa.Text()),
        sa.Column("motivo_encerramento", sa.Text()),
        sa.Column("encerrado_por", sa.LargeBinary(32)),
        sa.Column("concluindo", sa.Integer(), nullable=False),
    )
    op.create_index(
        "ix_d6b_acompanhamentos_conselheiro", "d6b_acompanhamentos", ["conselheiro_id", "situacao"]
    )
    op.create_index(
        "ix_d6b_acompanhamentos_demanda", "d6b_acompanhamentos", ["demanda_id", "ciclo"]
    )
    op.create_index("ix_d6b_acompanhamentos_prazo", "d6b_acompanhamentos", ["prazo_no"])
    op.create_table(
        "d6b_atualizacoes",
        sa.Column("atualizacao_id", sa.Text(), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("conselheiro_id", sa.Text(), nullable=False),
        sa.Column("acompanhamento", sa.LargeBinary(32), nullable=False),
        sa.Column("ordem_no_ciclo", sa.Integer(), nullable=False),
        sa.Column("tipo", sa.Text(), nullable=False),
        sa.Column("registrada_em", sa.Text(), nullable=False),
        sa.Column("texto", sa.Text()),
        sa.Column("campos", sa.Text()),
        sa.Column("sugestao_original", sa.Text()),
        sa.Column("numero_sequencial", sa.Integer()),
        sa.Column("publicada_em", sa.Text()),
        sa.Column("registrado_por", sa.Text()),
        sa.Column("origem_estruturacao", sa.Text()),
        sa.Column("campos_publicos", sa.Text()),
        sa.Column("descricao_sanitizada", sa.Text()),
        sa.Column("descricao_retida", sa.Text()),
        sa.Column("conteudo_suspeito", sa.Integer()),
        sa.Column("termos_suspeitos", sa.Text()),
        sa.Column("transcricao_automatica", sa.Integer()),
        sa.Column("moderacao", sa.Text()),
    )
    op.create_index(
        "ix_d6b_atualizacoes_ciclo", "d6b_atualizacoes", ["acompanhamento", "numero_sequencial"]
    )
    op.create_index(
        "ix_d6b_atualizacoes_demanda", "d6b_atualizacoes", ["demanda_id", "numero_sequencial"]
    )
    op.create_table(
        "d6b_conclusoes_sociais",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("conclusao_id", sa.Text(), nullable=False),
        sa.Column("total_conclusoes", sa.Integer(), nullable=False),
        sa.Column("data_conclusao", sa.Text(), nullable=False),
        sa.Column("efeito", sa.Text(), nullable=False),
        sa.Column("confirmada_em", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d6b_conclusoes_sociais_demanda", "d6b_conclusoes_sociais", ["demanda_id", "efeito"]
    )
    op.create_table(
        "d6b_escritorios",
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("fuso", sa.Text(), nullable=False),
    )
    op.create_table(
        "d6b_denylist",
        sa.Column("no", sa.Text(), primary_key=True),
        sa.Column("termos", sa.Text()),
    )
    op.create_table(
        "d6b_prazos",
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("vence_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d6b_prazos_vence", "d6b_prazos", ["vence_em", "sujeito"])
