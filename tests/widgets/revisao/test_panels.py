"""The two lists, empty and with more than a page."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from tests.widgets.revisao.test_screen import pendencia
from widgets.revisao.panels import QueuePanel, waiting_panel


def test_an_empty_queue_says_so(ui: Ui, host: QWidget) -> None:
    panel = QueuePanel(ui.context, host)
    panel.show_rows(())
    assert panel.state.message.startswith("Nada espera revisão")
    panel.show_rows((pendencia(1),))
    assert panel.count.text() == "1 item"
    assert panel.more_rows.isHidden()
    waits = waiting_panel(ui.context, host)
    waits.show_rows(())
    assert waits.state.message.startswith("Nenhuma demanda em espera")
