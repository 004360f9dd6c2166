"""A list of demands at the counter names nobody."""

from __future__ import annotations

from app.services.atendimento_consultas import Registro
from tests.widgets.conftest import Ui
from widgets.atendimento.record_columns import record_columns

ROW = Registro(
    "d1", "ABCD-000001-23", None, 1_780_315_200_000, "papel", None, None, None, None, False
)


def test_what_is_not_known_yet_has_a_sign(ui: Ui) -> None:
    cells = {one.key: one.text(ROW) for one in record_columns(ui.context.moments)}
    assert cells == {
        "protocolo": "ABCD-000001-23",
        "quando": "01/06/2026 09:00:00",
        "situacao": "…",
        "texto": "—",
        "unidade": "—",
        "categoria": "—",
        "canal": "Formulário de papel",
    }
