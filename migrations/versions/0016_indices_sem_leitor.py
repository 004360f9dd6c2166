"""Two indexes of D-2 that nothing reads: lists by unit and by confidence are D-7's."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop them."""
    op.drop_index("ix_d2_resolucoes_geo_unidade", "d2_resolucoes_geo")
    op.drop_index("ix_d2_resolucoes_geo_confianca", "d2_resolucoes_geo")
