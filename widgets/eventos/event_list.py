"""The log as the kit's list: by page over any number of events, whole on paper and in a file.

Events stand in the order of their arrival and in no other: a million of them are paged by number.
What narrows them is the filter bar above. Source: issue "The desktop", Everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.eventos import EventosService, EventRow, Exported
from app.services.exportacao import Perfil
from app.services.falhas import is_cancellation
from widgets.eventos.columns import event_columns
from widgets.runtime.context import UiContext
from widgets.runtime.lazy_table_model import LazyTableModel
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.words import counted

_CHUNK: Final = 1_024
_ORDERED: Final = ("numero", "quando", "exato")
_EMPTY: Final = (
    "Nenhum evento ainda",
    (
        "Este escritório não registrou nada. O primeiro evento aparece aqui quando uma demanda "
        "for registrada ou o território importado."
    ),
)


class EventList(ListPanel):
    """See the module.

    Signals:
        order_requested(bool): newest first, or oldest first.
    """

    order_requested = Signal(bool)

    def __init__(self, service: EventosService, context: UiContext, parent: QWidget) -> None:
        self._service = service
        self.rows = LazyTableModel(
            context.runner,
            event_columns(context.moments),
            service.page,
            lambda row: row.numero,
            context.theme,
            parent,
        )
        super().__init__(
            "Lista de eventos",
            "eventos/lista",
            ("evento", "eventos"),
            _EMPTY,
            self.rows,
            context,
            parent,
            has_filter=False,
        )
        self.set_source(self._all)
        self.set_fetch(self._at)
        self.allow_sorting()
        self.sort_requested.connect(self._on_sort)

    def show_order(self, *, is_newest_first: bool) -> None:
        """The arrow over the column that says in which order they stand."""
        order = Qt.SortOrder.DescendingOrder if is_newest_first else Qt.SortOrder.AscendingOrder
        head = self.table.horizontalHeader()
        head.blockSignals(True)
        head.setSortIndicator(0, order)
        head.blockSignals(False)

    @override
    def export_to(self, path: Path, perfil: Perfil) -> None:
        """Write every column of what is listed, whole identifiers and local times."""
        moments = self._context.moments
        moment = moments.curto if perfil is Perfil.EXCEL_PT_BR else moments.iso
        self.progress.start(
            "Exportando",
            lambda: self._context.runner.long(
                self,
                partial(self._service.export, self.rows.ids, path, perfil, moment),
                self._on_written,
                self.progress.update_progress,
                self._on_not_written,
            ),
        )

    def _on_written(self, done: Exported) -> None:
        self.progress.finish()
        self._context.notify(
            f"{counted(done.linhas, 'evento exportado', 'eventos exportados')} "
            f"para {done.arquivo.name}."
        )

    def _on_not_written(self, error: BaseException) -> None:
        self.progress.finish()
        if is_cancellation(error):
            self._context.notify("Exportação cancelada. Nenhum arquivo foi deixado.")
        else:
            self._context.report(error)

    def _all(self) -> Iterator[EventRow]:
        """Every event listed, page by page; in a worker."""
        ids = self.rows.ids
        for start in range(0, len(ids), _CHUNK):
            yield from self._service.page(ids[start : start + _CHUNK])

    def _at(self, places: list[int]) -> list[EventRow]:
        ids = [found for row in places if (found := self.rows.id_at(row)) is not None]
        return list(self._service.page(ids))

    @Slot(str, bool)
    def _on_sort(self, column: str, is_descending: bool) -> None:
        if column not in _ORDERED:
            self._context.notify(
                "Os eventos ficam na ordem em que chegaram. Para ver só um tipo ou uma colônia, "
                "use os filtros.",
                "aviso",
            )
        self.order_requested.emit(is_descending)
