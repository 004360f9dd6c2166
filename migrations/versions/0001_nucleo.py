"""The tables of the kernel: the sealed log, and what one installation keeps for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite gives rowid semantics only to the exact type INTEGER.
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create everything. There is no way back: a copy is made before every upgrade."""
    _log()
    _network()
    _installation()
    _colonies()
    _queues()


def _log() -> None:
    op.create_table(
        "event_log",
        sa.Column("sequence_number", BIG, primary_key=True, autoincrement=False),
        sa.Column("event_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("no", sa.LargeBinary(16), nullable=False),
        sa.Column("epoca", sa.Integer(), nullable=False),
        sa.Column("seq", BIG, nullable=False),
        sa.Column("event_id", sa.LargeBinary(16), nullable=False),
        sa.Column("tipo", sa.Text(), nullable=False),
        sa.Column("versao_schema", sa.Text(), nullable=False),
        sa.Column("origem", sa.Text(), nullable=False),
        sa.Column("timestamp_ms", BIG, nullable=False),
        sa.Column("correlacao_id", sa.LargeBinary(16)),
        sa.Column("causa", sa.LargeBinary(32)),
        sa.Column("chave_derivacao", sa.Text()),
        sa.Column("altura", BIG, nullable=False),
        sa.Column("profundidade", sa.Integer(), nullable=False),
        sa.Column("criado_em_ms", BIG, nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("no", "epoca", "seq", "event_hash", name="uq_event_log_feed"),
    )
    op.create_index("ix_event_log_causa", "event_log", ["causa", "chave_derivacao"])
    op.create_index("ix_event_log_correlacao", "event_log", ["correlacao_id", "sequence_number"])
    op.create_index("ix_event_log_event_id", "event_log", ["event_id"])
    op.create_index("ix_event_log_timestamp", "event_log", ["timestamp_ms"])
    op.create_index("ix_event_log_tipo", "event_log", ["tipo", "sequence_number"])
    op.create_table(
        "event_parts",
        sa.Column("parte_id", BIG, primary_key=True, autoincrement=False),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(32), nullable=False),
        sa.Column("conteudo", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "event_assuntos",
        sa.Column("assunto", sa.LargeBinary(16), primary_key=True),
        sa.Column("sequence_number", BIG, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "kernel_titulares",
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("rotulo", sa.LargeBinary(16), primary_key=True),
        sa.Column("sequence_number", BIG, nullable=False),
        sqlite_with_rowid=False,
    )


def _network() -> None:
    op.create_table(
        "kernel_feeds",
        sa.Column("no", sa.LargeBinary(16), primary_key=True),
        sa.Column("epoca", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("tamanho", BIG, nullable=False),
        sa.Column("ultimo_hash", sa.LargeBinary(32)),
        sa.Column("fronteira", sa.LargeBinary(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
    )
    op.create_table(
        "kernel_checkpoints",
        sa.Column("no", sa.LargeBinary(16), primary_key=True),
        sa.Column("epoca", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("tamanho", BIG, primary_key=True, autoincrement=False),
        sa.Column("raiz", sa.LargeBinary(32), nullable=False),
        sa.Column("nota", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "kernel_rede",
        sa.Column("versao", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("documento", sa.LargeBinary(), nullable=False),
        sa.Column("assinaturas", sa.LargeBinary(), nullable=False),
    )


def _installation() -> None:
    op.create_table(
        "kernel_instalacao",
        sa.Column("chave", sa.Text(), primary_key=True),
        sa.Column("valor", sa.Text(), nullable=False),
    )
    op.create_table(
        "registry_schemas",
        sa.Column("tipo", sa.Text(), primary_key=True),
        sa.Column("versao", sa.Text(), primary_key=True),
        sa.Column("schema_sha256", sa.LargeBinary(32), nullable=False),
        sa.Column("deprecated", sa.Integer(), nullable=False),
    )
    op.create_table(
        "kernel_comandos",
        sa.Column("comando_id", sa.Text(), primary_key=True),
        sa.Column("resposta", sa.Text(), nullable=False),
        sa.Column("sequence_number", BIG, nullable=False),
    )
    op.create_table(
        "kernel_escrita",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("contador", BIG, nullable=False),
        sa.Column("escritor", sa.Text(), nullable=False),
    )
    op.create_table(
        "kernel_copias",
        sa.Column("criada_em_ms", BIG, primary_key=True, autoincrement=False),
        sa.Column("arquivo", sa.Text(), nullable=False),
        sa.Column("eventos", BIG, nullable=False),
        sa.Column("sha256", sa.LargeBinary(32), nullable=False),
        sa.Column("verificada", sa.Integer(), nullable=False),
    )


def _colonies() -> None:
    op.create_table(
        "kernel_posicoes",
        sa.Column("colonia", sa.Text(), primary_key=True),
        sa.Column("aplicado_ate", BIG, nullable=False),
        sa.Column("reagido_ate", BIG, nullable=False),
        sa.Column("versao_projecao", sa.Integer(), nullable=False),
        sa.Column("assinatura", sa.Text(), nullable=False),
        sa.Column("ativa", sa.Integer(), nullable=False),
    )
    op.create_table(
        "kernel_redobra",
        sa.Column("colonia", sa.Text(), primary_key=True),
        sa.Column("chave", sa.Text(), primary_key=True),
    )
    op.create_table(
        "kernel_prazos_tratados",
        sa.Column("colonia", sa.Text(), primary_key=True),
        sa.Column("sujeito", sa.Text(), primary_key=True),
        sa.Column("evento", sa.LargeBinary(32), primary_key=True),
        sqlite_with_rowid=False,
    )


def _queues() -> None:
    op.create_table(
        "dead_letter_queue",
        sa.Column("consumidor", sa.Text(), primary_key=True),
        sa.Column("fase", sa.Text(), primary_key=True),
        sa.Column("sequence_number", BIG, primary_key=True, autoincrement=False),
        sa.Column("tipo", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("erro", sa.Text(), nullable=False),
        sa.Column("tentativas", sa.Integer(), nullable=False),
        sa.Column("desde_ms", BIG, nullable=False),
        sa.Column("ultima_ms", BIG, nullable=False),
    )
    op.create_table(
        "kernel_chaves_paradas",
        sa.Column("consumidor", sa.Text(), primary_key=True),
        sa.Column("fase", sa.Text(), primary_key=True),
        sa.Column("chave", sa.Text(), primary_key=True),
        sa.Column("sequence_number", BIG, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "kernel_saida",
        sa.Column("colonia", sa.Text(), primary_key=True),
        sa.Column("chave", sa.Text(), primary_key=True),
        sa.Column("efeito", sa.Text(), nullable=False),
        sa.Column("dados", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("tentativas", sa.Integer(), nullable=False),
    )
    op.create_index("ix_kernel_saida_estado", "kernel_saida", ["estado"])
