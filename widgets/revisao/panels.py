"""The two lists of the review: the queue, and what waits for something else."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QPushButton, QWidget

from widgets.revisao.columns import queue_columns, waiting_columns
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel

EMPTY: Final = ("Nada espera revisão", "O que precisar de uma pessoa aparece aqui por si.")


class QueuePanel(ListPanel):
    """The thin list beside the item, with a way to the rest of a long queue."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        model = SortedRowsModel(
            queue_columns(context.moments), context.theme, parent, lambda row: row.chave
        )
        super().__init__(
            "Fila de revisão", "revisao/fila", ("item", "itens"), EMPTY, model, context, parent
        )
        self.more_rows = QPushButton("Mostrar mais", self)
        self.more_rows.hide()
        column = self.layout()
        if column is not None:
            column.addWidget(self.more_rows)


def waiting_panel(context: UiContext, parent: QWidget) -> ListPanel:
    """Demands that no queue has yet."""
    model = SortedRowsModel(
        waiting_columns(context.moments), context.theme, parent, lambda row: row.demanda_id
    )
    return ListPanel(
        "Em espera",
        "revisao/espera",
        ("demanda", "demandas"),
        ("Nenhuma demanda em espera", "Todas têm texto, unidade e categoria."),
        model,
        context,
        parent,
    )
