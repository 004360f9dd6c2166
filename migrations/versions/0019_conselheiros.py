"""When work on an assignment began (D-6a); who was told of a draw; unfinished reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_ACTIVE = sa.text("status = 'ativa'")


def upgrade() -> None:
    """Make them empty: D-6a listens to one more type, so it is folded from the log anew."""
    _assignments()
    op.create_table(
        "d6a_avisos",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("avisado_em", sa.Text(), nullable=False),
        sa.Column("canal", sa.Text(), nullable=False),
        sa.Column("conta_id", sa.Text(), nullable=False),
        sa.Column("papel", sa.Text(), nullable=False),
    )
    op.create_table(
        "d6b_rascunhos",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("conselheiro_id", sa.Text(), primary_key=True),
        sa.Column("rascunho_id", sa.Text(), nullable=False),
        sa.Column("conta_id", sa.Text(), nullable=False),
        sa.Column("conteudo", sa.Text(), nullable=False),
        sa.Column("versao", sa.Integer(), nullable=False),
        sa.Column("alterado_em", sa.Text(), nullable=False),
    )
    if op.get_bind().dialect.name != "sqlite":
        return
    op.create_index(
        "ix_d6a_avisos_testemunha", "d6a_avisos", ["avisado_em", "canal", "conta_id", "papel"]
    )
    op.create_index(
        "ix_d6b_rascunhos_testemunha",
        "d6b_rascunhos",
        ["alterado_em", "versao", "rascunho_id", "conta_id", "conteudo"],
    )


def _assignments() -> None:
    op.drop_table("d6a_atribuicoes")
    op.create_table(
        "d6a_atribuicoes",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("event_id_sorteio", sa.Text(), nullable=False),
        sa.Column("altura", sa.BigInteger(), nullable=False),
        sa.Column("conselheiro_id", sa.Text(), nullable=False),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("degrau_unidade_id", sa.Text()),
        sa.Column("seed_publico", sa.Text(), nullable=False),
        sa.Column("metodo_sorteio", sa.Text(), nullable=False),
        sa.Column("posicao_sorteada", sa.Integer()),
        sa.Column("total_elegiveis", sa.Integer()),
        sa.Column("lista_elegiveis_hash", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("motivo_encerramento", sa.Text()),
        sa.Column("is_impedimento", sa.Integer(), nullable=False),
        sa.Column("evento_encerramento", sa.LargeBinary(32)),
        sa.Column("event_id_encerramento", sa.Text()),
        sa.Column("data_sorteio", sa.Text(), nullable=False),
        sa.Column("iniciada_em", sa.Text()),
        sa.Column("data_encerramento", sa.Text()),
        sa.Column("score_final", sa.Float(), nullable=False),
        sa.Column("categoria_id", sa.Text(), nullable=False),
        sa.Column("nivel_precedencia", sa.Integer(), nullable=False),
        sa.Column("grupo_id", sa.Text()),
        sa.Column("correlacao_id", sa.Text()),
    )
    op.create_index(
        "ix_d6a_atribuicoes_conselheiro", "d6a_atribuicoes", ["conselheiro_id", "altura"]
    )
    op.create_index(
        "ix_d6a_atribuicoes_demanda", "d6a_atribuicoes", ["demanda_id", "conselheiro_id"]
    )
    op.create_index("ix_d6a_atribuicoes_encerramento", "d6a_atribuicoes", ["evento_encerramento"])
    op.create_index("ix_d6a_atribuicoes_ordem", "d6a_atribuicoes", ["altura", "evento"])
    op.create_index(
        "ix_d6a_atribuicoes_unidade", "d6a_atribuicoes", ["unidade_civica_id", "altura"]
    )
    op.create_index(
        "ux_d6a_atribuicoes_conselheiro_ativa",
        "d6a_atribuicoes",
        ["conselheiro_id"],
        unique=True,
        sqlite_where=_ACTIVE,
        postgresql_where=_ACTIVE,
    )
    op.create_index(
        "ux_d6a_atribuicoes_demanda_ativa",
        "d6a_atribuicoes",
        ["demanda_id"],
        unique=True,
        sqlite_where=_ACTIVE,
        postgresql_where=_ACTIVE,
    )
