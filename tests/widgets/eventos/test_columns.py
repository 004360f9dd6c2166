"""Cells of the log browser as a person sees and copies them."""

from __future__ import annotations

from app.services.eventos import EventRow
from tests.app.services.log_builder import NOW_MS
from tests.widgets.conftest import Ui
from widgets.eventos.columns import event_columns

ROW = EventRow(
    12_345,
    "c" * 64,
    "e" * 36,
    "demanda.recebida",
    "D-1a",
    NOW_MS - 7_200_000,
    "8f3a12bc-x",
    "demanda",
)


def test_short_on_the_screen_whole_on_hover_and_copy(ui: Ui) -> None:
    columns = {column.key: column for column in event_columns(ui.context.moments)}
    assert {key: c.text(ROW) for key, c in columns.items()} == {
        "numero": "12.345",
        "quando": "há 2 h",
        "tipo": "demanda.recebida",
        "colonia": "D-1a",
        "assunto": "Demanda 8f3a12bc",
        "exato": "29/11/2026 19:53:20",
        "event_id": "eeeeeeee",
        "carimbo": "cccccccc",
    }
    assert columns["numero"].copy_text(ROW) == "12345"
    assert columns["assunto"].copy_text(ROW) == "8f3a12bc-x"
    when = columns["quando"]
    assert when.tooltip is not None
    assert when.tooltip(ROW) == "29/11/2026 19:53:20 (UTC−3, America/Sao_Paulo)"
    hidden = [key for key, column in columns.items() if column.is_hidden]
    assert hidden == ["exato", "event_id", "carimbo"]


def test_an_event_about_nobody(ui: Ui) -> None:
    row = EventRow(1, "c", "e", "t", "D-1", 0, None, "")
    subject = next(c for c in event_columns(ui.context.moments) if c.key == "assunto")
    assert subject.text(row) == "—"
    assert subject.copy_text(row) == ""
