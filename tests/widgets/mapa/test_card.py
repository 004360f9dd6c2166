"""The chosen demand in a few lines."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from tests.widgets.mapa.test_columns import ONE
from widgets.mapa.card import Card


def test_it_leads_to_the_demand(ui: Ui, host: QWidget) -> None:
    card = Card(ui.context.theme, ZoneInfo("America/Sao_Paulo"), host)
    opened: list[str] = []
    card.opened.connect(opened.append)
    card.open.click()
    assert card.isHidden()
    card.show_demand(ONE)
    assert card.title.text() == "Texto em moderação"
    assert card.text.text().splitlines()[0] == "ABCD-000001-11 · em progresso"
    card.open.click()
    assert opened == ["d"]
    card.show_demand(None)
    assert card.isHidden()
