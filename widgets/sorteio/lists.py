"""The lists of the auditor's screen: the registry of draws, what waits, who held which role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from app.services.registro_sorteios import RegistroDeSorteiosService
from widgets.runtime.context import UiContext
from widgets.runtime.lazy_table_model import LazyTableModel
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.sorteio.columns import registry_columns, role_columns, waiting_columns

_CHUNK: Final = 512


def registry_panel(
    service: RegistroDeSorteiosService, context: UiContext, parent: QWidget
) -> tuple[ListPanel, LazyTableModel]:
    """Draws, attempts, refusals and ends: any number of them."""
    model = LazyTableModel(
        context.runner,
        registry_columns(context.moments),
        service.linhas,
        lambda row: row.numero,
        context.theme,
        parent,
    )
    panel = ListPanel(
        "Sorteios",
        "sorteio/sorteios",
        ("linha", "linhas"),
        ("Nenhum sorteio ainda", "O primeiro aparece quando uma demanda chega à vez."),
        model,
        context,
        parent,
        has_filter=False,
    )

    def rows() -> Iterator[Any]:
        ids = model.ids
        for start in range(0, len(ids), _CHUNK):
            yield from service.linhas(ids[start : start + _CHUNK])

    panel.set_source(rows)
    return panel, model


def waiting_panel(context: UiContext, parent: QWidget) -> ListPanel:
    """Demands that wait for a draw."""
    model = SortedRowsModel(
        waiting_columns(context.moments), context.theme, parent, lambda row: row.demanda_id
    )
    return ListPanel(
        "Fila do sorteio",
        "sorteio/fila",
        ("demanda espera", "demandas esperam"),
        ("Nenhuma demanda espera um sorteio", "Toda demanda que chegou à vez tem conselheiro."),
        model,
        context,
        parent,
    )


def role_panel(context: UiContext, parent: QWidget) -> ListPanel:
    """Who held which role, since when and until when."""
    model = SortedRowsModel(
        role_columns(context.moments), context.theme, parent, lambda row: row.event_hash
    )
    return ListPanel(
        "Papéis",
        "sorteio/papeis",
        ("mudança", "mudanças"),
        ("Nenhuma conta ainda", "Cada conta criada e cada papel mudado aparece aqui."),
        model,
        context,
        parent,
    )
