"""What the public reads may answer with at all."""

from __future__ import annotations

import dataclasses

from app.services import transparencia_vistas as vistas
from core.colonies.d7_transparencia.tables import snapshots

# Who a resident is, and what only moderators and machinery know.
NEVER = ("cidadao", "texto_bruto", "contato", "termos", "veredito", "suspeito", "motivo")


def test_no_view_has_a_place_for_what_is_restricted() -> None:
    for view in vars(vistas).values():
        if dataclasses.is_dataclass(view):
            names = [field.name for field in dataclasses.fields(view)]
            assert [name for name in names if any(word in name for word in NEVER)] == []


def test_a_column_shown_under_its_own_name_is_public() -> None:
    names = {field.name for field in dataclasses.fields(vistas.DemandaVista)}
    columns = [column for column in snapshots.columns if column.name in names]
    assert len(columns) > 20
    assert {column.info["privacidade"] for column in columns} == {"publica"}
