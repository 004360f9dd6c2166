"""Verifying all draws can be stopped, and says so."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.historia_sorteio import Conferidos, HistoriaService
from app.services.progresso import Progress, ignore_progress
from tests.widgets.conftest import Ui
from widgets.sorteio.bulk_pane import BulkPane


class Endless(HistoriaService):
    """Goes on until it is told to stop."""

    @override
    def conferir_todos(self, progress: Progress = ignore_progress) -> Conferidos:
        done = 0
        while True:
            done += 1
            progress(done, done + 1)


def test_it_is_cancelled_without_a_trace(ui: Ui, host: QWidget) -> None:
    pane = BulkPane(Endless.__new__(Endless), ui.context, host)
    pane.button.click()
    assert not pane.button.isEnabled()
    ui.until(lambda: pane.progress.is_busy)
    pane.progress.cancel_button.click()
    ui.settle()
    assert ui.notices[-1][1] == "Conferência cancelada. Nada foi alterado."
    assert pane.button.isEnabled()
    assert pane.verdict.text() == ""
