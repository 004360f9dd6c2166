"""The tables of imported bundles: events without effect, evidence, history, what waits, quarantine."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_WITNESSES = (
    (
        "kernel_pacotes",
        ["ultima_ms", "vezes", "eventos", "estado", "no", "classe", "primeira_ms"],
    ),
    ("kernel_pendencias", ["desde_ms", "seq", "ate", "motivo", "falta"]),
    ("kernel_quarentena", ["desde_ms", "tamanho", "guardado", "motivo", "nome", "onde"]),
)


def upgrade() -> None:
    """Create them empty: nothing was ever imported."""
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "kernel_sem_efeito",
        sa.Column("sequence_number", big, primary_key=True, autoincrement=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("motivo", sa.Text(), nullable=False),
    )
    op.create_table(
        "kernel_evidencias",
        sa.Column("sha256", sa.LargeBinary(32), primary_key=True),
        sa.Column("no", sa.LargeBinary(16), nullable=False),
        sa.Column("epoca", sa.Integer(), nullable=False),
        sa.Column("seq", big),
        sa.Column("conteudo", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "kernel_pacotes",
        sa.Column("sha256", sa.LargeBinary(32), primary_key=True),
        sa.Column("no", sa.LargeBinary(16), nullable=False),
        sa.Column("classe", sa.Text(), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.Column("eventos", big, nullable=False),
        sa.Column("vezes", sa.Integer(), nullable=False),
        sa.Column("primeira_ms", big, nullable=False),
        sa.Column("ultima_ms", big, nullable=False),
    )
    op.create_table(
        "kernel_pendencias",
        sa.Column("sha256", sa.LargeBinary(32), primary_key=True),
        sa.Column("no", sa.LargeBinary(16), primary_key=True),
        sa.Column("epoca", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seq", big, nullable=False),
        sa.Column("ate", big, nullable=False),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("falta", sa.Text(), nullable=False),
        sa.Column("desde_ms", big, nullable=False),
    )
    op.create_table(
        "kernel_quarentena",
        sa.Column("sha256", sa.LargeBinary(32), primary_key=True),
        sa.Column("motivo", sa.Text(), nullable=False),
        sa.Column("onde", sa.Text()),
        sa.Column("nome", sa.Text(), nullable=False),
        sa.Column("tamanho", big, nullable=False),
        sa.Column("guardado", sa.Integer(), nullable=False),
        sa.Column("desde_ms", big, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        for table, columns in _WITNESSES:
            op.create_index(f"ix_{table}_testemunha", table, columns)
