"""Lines of the queue in words."""

from __future__ import annotations

from app.settings.tempo import FormatoTempo
from tests.widgets.revisao.test_screen import pendencia
from widgets.revisao.columns import FALTAS, percent, queue_columns, waiting_columns

MOMENTS = FormatoTempo("America/Sao_Paulo", lambda: 1_796_000_000_000)


def test_a_line_says_why_and_how_sure() -> None:
    cells = {one.key: one.text(pendencia(1)) for one in queue_columns(MOMENTS)}
    assert cells["motivo"] == "confiança baixa · 55 %"
    assert cells["demanda"] == "BCDF-000001-47"
    assert cells["confianca"] == "55 %"
    assert percent(0.554) == "55 %"


def test_what_is_lacking_has_words() -> None:
    assert {one.key for one in waiting_columns(MOMENTS)} == {"demanda", "falta", "desde"}
    assert set(FALTAS) == {"texto", "unidade", "categoria"}
