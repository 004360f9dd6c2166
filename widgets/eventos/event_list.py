"""The log as the kit's list: by page over any number of events, whole on paper and in a file.

Events stand in the order of their arrival: a million of them are paged by number. By another heading
a worker sorts what the filter bar leaves, up to a limit that is said. Source: issue "The desktop", Everywhere.
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
_ARRIVAL: Final = "numero"
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
        order_requested(bool): by arrival, newest first or oldest first.
        column_requested(str, bool): by another column, the last one first or the first.
    """

    order_requested = Signal(bool)
    column_requested = Signal(str, bool)

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
        """The arrow over the number: they stand in the order of their arrival."""
        self._point(_ARRIVAL, is_descending=is_newest_first)

    def show_column(self, column: str, *, is_descending: bool) -> None:
        """The arrow over the column that they are sorted by."""
        self._point(column, is_descending=is_descending)

    def title_of(self, column: str) -> str:
        """What stands over a column, in a sentence."""
        return next(one.title for one in self.rows.columns if one.key == column).lower()

    def _point(self, column: str, *, is_descending: bool) -> None:
        keys = [one.key for one in self.rows.columns]
        order = Qt.SortOrder.DescendingOrder if is_descending else Qt.SortOrder.AscendingOrder
        head = self.table.horizontalHeader()
        head.blockSignals(True)
        head.setSortIndicator(keys.index(column), order)
        head.blockSignals(False)

    @override
    def export_to(self, path: Path, perfil: Perfil) -> None:
        """Write every column of what is listed, whole identifiers and local times."""
        moments = self._context.moments
        moment = moments.curto if perfil is Perfil.EXCEL_PT_BR else moments.iso
        self.progress.run(
            "Exportando",
            self,
            partial(self._service.export, self.rows.ids, path, perfil, moment),
            self._on_written,
            self._on_not_written,
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
        if column == _ARRIVAL:
            self.order_requested.emit(is_descending)
        else:
            self.column_requested.emit(column, is_descending)
