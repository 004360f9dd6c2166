"""The tables of the colony D-6a."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ACTIVE = sa.text("status = 'ativa'")


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    _councillors()
    _assignments()
    _queue()
    _rest()


def _councillors() -> None:
    op.create_table(
        "d6a_conselheiros",
        sa.Column("conselheiro_id", sa.Text(), primary_key=True),
        sa.Column("cidadao_id", sa.Text()),
        sa.Column("nome_publico", sa.Text()),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("nivel_atuacao", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("capacitacao_concluida", sa.Integer(), nullable=False),
        sa.Column("is_inativo", sa.Integer(), nullable=False),
        sa.Column("recusas_consecutivas", sa.Integer(), nullable=False),
        sa.Column("data_suspensao_ate", sa.Text()),
        sa.Column("suspenso_por", sa.LargeBinary(32)),
        sa.Column("data_cadastro", sa.Text(), nullable=False),
        sa.Column("data_ultima_atribuicao", sa.Text()),
        sa.Column("event_id_cadastro", sa.Text(), nullable=False),
        sa.Column("event_id_ultima_alteracao", sa.Text(), nullable=False),
        sa.Column("atualizado_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d6a_conselheiros_cidadao", "d6a_conselheiros", ["cidadao_id"])
    op.create_index(
        "ix_d6a_conselheiros_unidade",
        "d6a_conselheiros",
        ["unidade_civica_id", "status", "conselheiro_id"],
    )
    op.create_table(
        "d6a_contador_recusas",
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("evento_id_recusa", sa.Text(), nullable=False),
        sa.Column("altura", sa.BigInteger(), nullable=False),
        sa.Column("conselheiro_id", sa.Text(), nullable=False),
        sa.Column("demanda_id_recusada", sa.Text(), nullable=False),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("recusas_consecutivas", sa.Integer(), nullable=False),
        sa.Column("data_ultima_recusa", sa.Text(), nullable=False),
    )
    op.create_index(
        "ix_d6a_contador_recusas_conselheiro", "d6a_contador_recusas", ["conselheiro_id", "altura"]
    )


def _assignments() -> None:
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


def _queue() -> None:
    op.create_table(
        "d6a_fila_pendentes",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), nullable=False),
        sa.Column("categoria_id", sa.Text(), nullable=False),
        sa.Column("nivel_precedencia", sa.Integer(), nullable=False),
        sa.Column("score_final", sa.Float(), nullable=False),
        sa.Column("grupo_id", sa.Text()),
        sa.Column("correlacao_id", sa.Text()),
        sa.Column("altura", sa.BigInteger(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
        sa.Column("evento_origem", sa.LargeBinary(32), nullable=False),
        sa.Column("event_id_origem", sa.Text(), nullable=False),
        sa.Column("tentativas_sorteio", sa.Integer(), nullable=False),
        sa.Column("evento_tentativa", sa.LargeBinary(32)),
        sa.Column("motivo_espera", sa.Text()),
        sa.Column("data_entrada", sa.Text(), nullable=False),
    )
    op.create_index("ix_d6a_fila_pendentes_ordem", "d6a_fila_pendentes", ["altura", "evento"])
    op.create_index(
        "ix_d6a_fila_pendentes_unidade", "d6a_fila_pendentes", ["unidade_civica_id", "altura"]
    )
    op.create_table(
        "d6a_fila_cobertura",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("altura", sa.BigInteger(), nullable=False),
        sa.Column("evento", sa.LargeBinary(32), nullable=False),
    )
    op.create_index(
        "ix_d6a_fila_cobertura_ordem",
        "d6a_fila_cobertura",
        ["unidade_civica_id", "altura", "evento", "demanda_id"],
    )
    op.create_table(
        "d6a_encerradas",
        sa.Column("demanda_id", sa.Text(), primary_key=True),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Text(), nullable=False),
        sa.Column("encerrada_em", sa.Text(), nullable=False),
    )


def _rest() -> None:
    op.create_table(
        "d6a_unidades",
        sa.Column("unidade_civica_id", sa.Text(), primary_key=True),
        sa.Column("nivel", sa.Integer(), nullable=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("parent_uc_id", sa.Text()),
    )
    op.create_table(
        "d6a_prazos",
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("vence_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d6a_prazos_vence", "d6a_prazos", ["vence_em", "sujeito"])
