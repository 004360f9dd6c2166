"""The tables of the colony D-1c."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them empty: projections are folded from the log at the next start."""
    op.create_table(
        "d1c_entradas",
        sa.Column("anexo_id", sa.Text(), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("via", sa.Text(), nullable=False),
        sa.Column("indice", sa.Integer(), nullable=False),
        sa.Column("hash_sha256", sa.Text(), nullable=False),
        sa.Column("hash_origem", sa.Text()),
        sa.Column("nome_arquivo", sa.Text()),
        sa.Column("tipo_mime", sa.Text()),
        sa.Column("tamanho_bytes", sa.BigInteger()),
        sa.Column("publica_imagem", sa.Integer(), nullable=False),
        sa.Column("recebida_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d1c_entradas_demanda", "d1c_entradas", ["demanda_id", "indice"])
    op.create_index("ix_d1c_entradas_hash", "d1c_entradas", ["hash_sha256"])
    op.create_index("ix_d1c_entradas_origem", "d1c_entradas", ["hash_origem"])
    op.create_table(
        "d1c_anexos",
        sa.Column("anexo_id", sa.Text(), primary_key=True),
        sa.Column("demanda_id", sa.Text(), nullable=False),
        sa.Column("via", sa.Text(), nullable=False),
        sa.Column("indice", sa.BigInteger()),
        sa.Column("tipo_mime", sa.Text(), nullable=False),
        sa.Column("tamanho_bytes", sa.BigInteger(), nullable=False),
        sa.Column("possui_dado_sensivel", sa.Integer(), nullable=False),
        sa.Column("categoria_sensivel", sa.Text()),
        sa.Column("moderacao_status", sa.Text(), nullable=False),
        sa.Column("processado_em", sa.Text(), nullable=False),
        sa.Column("hash_sha256", sa.Text()),
        sa.Column("object_key_temp", sa.Text()),
        sa.Column("nome_arquivo", sa.Text()),
        sa.Column("motivo_sensivel", sa.Text()),
    )
    op.create_index("ix_d1c_anexos_demanda", "d1c_anexos", ["demanda_id", "anexo_id"])
    op.create_index("ix_d1c_anexos_hash", "d1c_anexos", ["hash_sha256"])
    op.create_index("ix_d1c_anexos_origem", "d1c_anexos", ["object_key_temp"])
    op.create_table(
        "d1c_decisoes",
        sa.Column("anexo_id", sa.Text(), primary_key=True),
        sa.Column("decisao", sa.Text()),
        sa.Column("status", sa.Text()),
        sa.Column("decidido_em", sa.Text(), nullable=False),
        sa.Column("demanda_id", sa.Text()),
        sa.Column("hash_sha256", sa.Text()),
    )
    op.create_index("ix_d1c_decisoes_demanda", "d1c_decisoes", ["demanda_id"])
    op.create_index("ix_d1c_decisoes_hash", "d1c_decisoes", ["hash_sha256"])
    op.create_table(
        "d1c_trabalhos",
        sa.Column("trabalho", sa.Text(), primary_key=True),
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sa.Column("dados", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("aberto_em", sa.Text(), nullable=False),
    )
    op.create_index("ix_d1c_trabalhos_estado", "d1c_trabalhos", ["estado"])
    if op.get_bind().dialect.name == "sqlite":
        op.create_index("ix_d1c_trabalhos_testemunha", "d1c_trabalhos", ["aberto_em", "dados"])
