"""The backlog's list: the kit of every list over the three bands, with a print of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.backlog import BacklogService
from app.services.backlog_quadro import LinhaDoBacklog
from app.services.impressos.backlog import folha_do_backlog
from app.services.impressos.impresso import Impresso
from widgets.backlog.columns import backlog_columns
from widgets.backlog.model import BacklogModel, Vista
from widgets.backlog.order import Order
from widgets.backlog.words import mixed
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.words import counted

AT_ONCE = 2_000
"""Up to so many lines are read before anybody wonders."""
_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_EMPTY = (
    "Nenhuma demanda nesta unidade",
    (
        "Uma demanda entra aqui quando tem unidade e categoria. Escolha outra unidade acima, ou "
        "registre uma demanda em Atendimento."
    ),
)


class BacklogList(ListPanel):
    """See the module.

    Signals:
        ordered: another order is wanted; read ``order``.
    """

    ordered = Signal()

    def __init__(self, service: BacklogService, context: UiContext, parent: QWidget) -> None:
        self._service = service
        self.rows = BacklogModel(
            context.runner,
            backlog_columns(context.moments),
            service.linhas,
            context.theme,
            parent,
        )
        super().__init__(
            "Backlog",
            "backlog/lista",
            ("demanda", "demandas"),
            _EMPTY,
            self.rows,
            context,
            parent,
        )
        self.set_source(self._all)
        self.order: Order | None = None
        self.allow_sorting()
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.sort_requested.connect(self._on_sort)

    @property
    def chosen(self) -> str | None:
        """The demand of the current row, loaded or not."""
        index = self.table.currentIndex()
        vista = self.rows.vista
        if not index.isValid() or vista is None or vista.is_heading(index.row()):
            return None
        return vista.ids[index.row()]

    def show_vista(self, vista: Vista, wanted: str | None) -> None:
        """Show this; what is in view stays in view, and ``wanted`` is the current row."""
        bar = self.table.verticalScrollBar()
        before = self.rows.vista
        is_same_unit = before is not None and before.quadro.unidade == vista.quadro.unidade
        top = before.ids[bar.value()] if before and is_same_unit and bar.value() > 0 else None
        self.rows.show(vista)
        self.table.clearSpans()
        for row in vista.titulos:
            self.table.setSpan(row, 0, 1, self.rows.columnCount())
        self.show_count(vista.demandas)
        top_row = None if top is None else vista.row_of(top)
        if top_row is not None:
            bar.setValue(top_row)
        elif not is_same_unit:
            bar.setValue(0)
        if wanted is not None and wanted != self.chosen:
            self.choose(wanted, is_quiet=is_same_unit)

    def choose(self, demanda_id: str, *, is_quiet: bool = False) -> bool:
        """Make a demand's row current; False where it is not shown."""
        vista = self.rows.vista
        row = None if vista is None else vista.row_of(demanda_id)
        if row is None:
            return False
        index = self.rows.index(row, 0)
        self.table.selectionModel().setCurrentIndex(index, _SELECT)
        if not is_quiet:
            self.table.scrollTo(index)
        return True

    def show_band(self, faixa: str) -> None:
        """Bring a band's heading to the top and its first demand to the keyboard."""
        vista = self.rows.vista
        if vista is None:
            return
        row = vista.ids.index(f"§{faixa}")
        self.table.verticalScrollBar().setValue(row)
        if row + 1 < len(vista.ids) and not vista.is_heading(row + 1):
            self.table.selectionModel().setCurrentIndex(self.rows.index(row + 1, 0), _SELECT)
        self.table.setFocus()

    def renew_seen(self) -> None:
        """Read again what is in view."""
        first = max(0, self.table.rowAt(0))
        last = self.table.rowAt(self.table.viewport().height() - 1)
        self.rows.renew(first, last if last >= 0 else self.rows.rowCount() - 1)

    @override
    @Slot()
    def print_list(self) -> None:
        """Bands with their headings; of those who wait as many as anybody prints."""
        self._context.runner.read(
            self, self.printed(), self._on_printable, self._on_output_failed, key="imprimir"
        )

    def printed(self) -> Callable[[], Impresso | None]:
        """Makes the print in a worker."""
        vista, columns = self.rows.vista, self.table.chosen_columns
        moments = self._context.moments
        now = moments.curto(moments.agora_ms())
        place = f"horário de {moments.zona}"

        def make() -> Impresso | None:
            if vista is None:
                return None
            lines = self._service.todas(vista.quadro, vista.espera)
            titles = [vista.titulos[row] for row in sorted(vista.titulos)]
            texts = [(column.title, column.text) for column in columns]
            return folha_do_backlog(
                vista.quadro,
                vista.linhas,
                lines,
                titles,
                texts,
                f"{now}, {place}",
                mixed(vista.quadro),
            )

        return make

    @Slot(str, bool)
    def _on_sort(self, key: str, is_descending: bool) -> None:
        column = next(one for one in self.rows.columns if one.key == key)
        self.order = Order(column, is_descending)
        self.ordered.emit()

    def say_ordering(self) -> None:
        """While the lines of many are read for a heading: what takes its time, and what does not."""
        vista, order = self.rows.vista, self.order
        if vista is None or order is None or not order.reads_all or len(vista.espera) <= AT_ONCE:
            return
        many = counted(len(vista.espera), "demanda", "demandas")
        self.count.setText(
            f"Lendo {many} para pôr em ordem de {order.column.title.lower()}… "
            "Por lugar ou por pontos é na hora."
        )

    def _all(self) -> Sequence[LinhaDoBacklog]:
        vista = self.rows.vista
        return [] if vista is None else self._service.todas(vista.quadro, vista.espera)
