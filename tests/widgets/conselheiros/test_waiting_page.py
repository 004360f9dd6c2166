"""The queue: empty says why, a row opens its demand."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.conselheiros.waiting_page import WaitingPage


def test_rows_and_nothing(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    page = WaitingPage(ui.context, host)
    page.show_rows(())
    assert "Nenhuma demanda espera" in page.panel.state.message
    rows = vivo.servicos.designacoes.sem_conselheiro()
    page.show_rows(rows)
    assert page.panel.model.rowCount() == len(rows)
    opened: list[str] = []
    page.opened.connect(opened.append)
    if rows:
        page.panel.opened.emit(rows[0])
        assert opened == [rows[0].demanda_id]
