"""Demands without a councillor: which, since when, and why nobody could be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.services.designacoes import SemConselheiro
from widgets.conselheiros.columns import waiting_columns
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel


class WaitingPage(QWidget):
    """See the module.

    Signals:
        opened(str): a demand.
    """

    opened = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self.panel = ListPanel(
            "Demandas sem conselheiro",
            "conselheiros/fila",
            ("demanda sem conselheiro", "demandas sem conselheiro"),
            ("Nenhuma demanda espera", "Toda demanda anunciada está com um conselheiro."),
            SortedRowsModel(
                waiting_columns(context.moments), theme, self, lambda one: one.demanda_id
            ),
            context,
            self,
        )
        self.panel.opened.connect(self._on_opened)
        note = QLabel(
            "Quem entra primeiro é sorteado primeiro: basta cadastrar ou reativar alguém que possa "
            "atender o lugar.",
            self,
        )
        note.setProperty("kind", "secondary")
        note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.panel, 1)
        column.addWidget(note)

    def show_rows(self, rows: Sequence[SemConselheiro]) -> None:
        """The whole queue, first in first."""
        self.panel.show_rows(rows)

    @Slot(object)
    def _on_opened(self, row: SemConselheiro) -> None:
        self.opened.emit(row.demanda_id)
