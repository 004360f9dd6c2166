"""What is asked for by the bar."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.sorteio.filters import FilterBar


def test_kind_and_period_narrow(ui: Ui, host: QWidget) -> None:
    bar = FilterBar(ui.context, host)
    assert not bar.is_restricting
    assert bar.chosen().desde_ms is None
    bar.kind.setCurrentIndex(1)
    bar.period.setCurrentIndex(1)
    assert bar.chosen().tipos == ("conselheiro.sorteado",)
    assert bar.chosen().desde_ms == ui.context.moments.agora_ms() - 7 * 86_400_000
    bar.show_demand("BCDF-000001-47")
    assert bar.texts == ("BCDF-000001-47", "", "")
    assert bar.kind.currentIndex() == 0
