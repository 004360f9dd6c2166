"""Files that came with a councillor's report: which one, and how a file in the queue came."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_NEW = (
    ("d1c_entradas", "atualizacao_id"),
    ("d1c_anexos", "atualizacao_id"),
    ("d1d_fila_moderacao", "via"),
    ("d7_demanda_evidencias", "atualizacao_id"),
)


def upgrade() -> None:
    """Add the columns empty: the projections are folded anew at the next start."""
    for table, column in _NEW:
        op.add_column(table, sa.Column(column, sa.Text()))
