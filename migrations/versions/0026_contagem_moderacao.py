"""How many items wait is counted in an index, without reading their texts."""

from __future__ import annotations

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index."""
    op.create_index(
        "ix_d1d_fila_contagem", "d1d_fila_moderacao", ["status", "tipo", "tem_conteudo"]
    )
