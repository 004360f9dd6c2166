"""Every list: how many, filter, table, columns, copy, CSV in two profiles, print, empty and error.

Over a ``SortedRowsModel`` the panel filters, sorts, exports and prints by itself. Over a
``LazyTableModel`` it passes on what was asked (``filter_changed``, ``sort_requested``) and takes the
rows of a file from ``set_source``. Source: ui.md, Behaviour; issue "The desktop", Everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.services.exportacao import Perfil
from app.services.falhas import is_cancellation
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.list_output import PRINT_LIMIT, Output
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.sorted_rows_model import SortedRowsModel, Work
from widgets.runtime.state_stack import StateStack
from widgets.runtime.table_model import TableModel
from widgets.runtime.table_view import COPY_LIMIT, TableView
from widgets.runtime.words import counted, number

_SELECT: Final = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)
PROFILES: Final = (
    ("Gravar CSV para Excel…", Perfil.EXCEL_PT_BR),
    ("Gravar CSV para programas…", Perfil.RFC_4180),
)
Source = Callable[[], Iterable[Any]]
Fetch = Callable[[list[int]], Iterable[Any]]


class ListPanel(QWidget):
    """See the module.

    Args:
        name: what the list holds, e.g. ``Demandas``: accessible name, title of file and print.
        setting: ``screen/list``, prefix of its view settings and scope of its keys.
        words: one and many of what a row is, e.g. ``("demanda", "demandas")``.
        empty: title and sentence where there are no rows.
        model: the rows.
        context: the window's common things.
        parent: owner.
        has_filter: show the field that filters.

    Signals:
        current_changed(object): the row that is current now, None for none or not loaded yet.
        opened(object): Enter or double click on a row.
        filter_changed(str): words typed, settled (lazy models).
        sort_requested(str, bool): column key and descending (lazy models with ``is_sortable``).
        menu_requested(object, QMenu): add acts on this row before its menu is shown.
    """

    current_changed = Signal(object)
    opened = Signal(object)
    filter_changed = Signal(str)
    sort_requested = Signal(str, bool)
    menu_requested = Signal(object, QMenu)

    def __init__(
        self,
        name: str,
        setting: str,
        words: tuple[str, str],
        empty: tuple[str, str],
        model: TableModel,
        context: UiContext,
        parent: QWidget,
        *,
        has_filter: bool = True,
    ) -> None:
        super().__init__(parent)
        self.name = name
        self._setting = setting
        self._words = words
        self._empty = empty
        self._context = context
        self._source: Source | None = None
        self._fetch: Fetch | None = None
        self._kept: object = None
        self.model = model
        model.setParent(self)
        theme = context.theme
        self.count = QLabel(self)
        self.count.setProperty("kind", "secondary")
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filtrar…  Ctrl+F")
        self.filter.setAccessibleName(f"Filtrar {name.lower()}")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(theme.px(260))
        self.filter.setVisible(has_filter)
        self._typing = Debouncer(self)
        self.filter.textChanged.connect(self._typing.touch)
        self.filter.returnPressed.connect(self._typing.flush)
        self._typing.settled.connect(self._on_filter)
        self.more = QToolButton(self)
        self.more.setProperty("kind", "flat")
        self.more.setIcon(context.icons.icon("mais"))
        self.more.setIconSize(QSize(theme.px(20), theme.px(20)))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setToolTip(f"Colunas, copiar, gravar e imprimir: {name.lower()}")
        self.more.setAccessibleName(f"Colunas, copiar, gravar e imprimir {name.lower()}")
        self._menu = QMenu(self.more)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self._menu)
        self.table = TableView(name, f"{setting}_colunas", theme, context.view, self)
        self.table.show_model(model)
        self.state = StateStack(self.table, theme, self)
        self.progress = ProgressStrip(context, self)
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.px(8))
        self.head.addWidget(self.count)
        self.head.addStretch(1)
        self.head.addWidget(self.filter, 2)
        self.head.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addLayout(self.head)
        column.addWidget(self.progress)
        column.addWidget(self.state, 1)
        self._connect(has_filter=has_filter)

    @property
    def current(self) -> Any | None:
        """The current row, where it is loaded."""
        index = self.table.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    def show_rows(self, rows: Iterable[Any]) -> None:
        """All rows of a ``SortedRowsModel``; the current one stays current where it still is."""
        self._rows_model().set_rows(tuple(rows))

    def show_count(self, count: int, note: str = "") -> None:
        """For lazy models: how many rows there are, after their ids were set."""
        self.count.setText(counted(count, *self._words) + (f" · {note}" if note else ""))
        if count:
            self.state.show_content()
        elif self.filter.text().strip():
            self._show_nothing_found()
        else:
            self.state.show_empty(*self._empty)

    def set_empty(self, title: str, text: str) -> None:
        """Another reason why there are no rows."""
        self._empty = (title, text)

    def set_source(self, rows: Source) -> None:
        """Where a file or print of a lazy list takes all its rows; called in a worker."""
        self._source = rows

    def set_fetch(self, rows: Fetch) -> None:
        """Where copying takes rows of a lazy list that were not shown yet: row numbers -> rows."""
        self._fetch = rows

    def allow_sorting(self) -> None:
        """A lazy list whose caller answers ``sort_requested``."""
        header = self.table.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.sortIndicatorChanged.connect(self._on_sort_indicator)

    def select(self, row_id: object) -> bool:
        """Make a row of a ``SortedRowsModel`` current; False where it is not shown (remembered)."""
        self._kept = row_id
        at = self._rows_model().row_of(row_id)
        if at is None:
            return False
        self._make_current(at)
        return True

    def save_view(self) -> None:
        """Remember the columns."""
        self.table.save_columns()

    def export_to(self, path: Path, perfil: Perfil) -> None:
        """Write all rows, with the chosen columns, in a worker."""
        output = Output(self.name, self.table.chosen_columns, self._row_source())
        self.progress.run(
            "Gravando",
            self,
            partial(output.write_csv, path, perfil),
            partial(self._on_exported, path),
            self._on_output_failed,
        )

    @Slot()
    def print_list(self) -> None:
        """Gather the rows in a worker, then ask for a printer."""
        output = Output(self.name, self.table.chosen_columns, self._row_source())
        self._context.runner.read(
            self, output.printed, self._on_printable, self._on_output_failed, key="imprimir"
        )

    def _connect(self, *, has_filter: bool) -> None:
        scope = self._setting
        actions = self._context.actions
        if has_filter:
            actions.add(self, f"{scope}.filtrar", f"Filtrar: {self.name}", "Ctrl+F", self._focus)
        actions.add(self, f"{scope}.imprimir", f"Imprimir: {self.name}", "Ctrl+P", self.print_list)
        self.table.selectionModel().currentRowChanged.connect(self._on_current)
        self.model.modelReset.connect(self._on_reset)
        self.table.opened.connect(self._on_opened)
        self.table.menu_requested.connect(self._on_row_menu)
        self.table.copy_requested.connect(self._on_copy_refused)
        if isinstance(self.model, SortedRowsModel):
            header = self.table.horizontalHeader()
            header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.table.setSortingEnabled(True)
            self.model.arrange_with(self._arrange)
            self.model.shown.connect(self._after_rows)

    def _arrange(self, work: Work, done: Callable[[Any], None]) -> None:
        self._context.runner.read(self, work, done, self._context.report, key="arranjar")

    def _rows_model(self) -> SortedRowsModel:
        if not isinstance(self.model, SortedRowsModel):
            raise TypeError("a lazy list gets ids, not rows")
        return self.model

    @Slot()
    def _after_rows(self) -> None:
        model = self._rows_model()
        shown = model.rowCount()
        text = counted(model.total, *self._words)
        self.count.setText(text if shown == model.total else f"{number(shown)} de {text}")
        if shown:
            self.state.show_content()
        elif model.total:
            self._show_nothing_found()
        else:
            self.state.show_empty(*self._empty)
        if self._kept is not None:
            at = model.row_of(self._kept)
            if at is not None and at != self.table.currentIndex().row():
                self._make_current(at)

    def _show_nothing_found(self) -> None:
        self.state.show_empty(
            "Nada com estas palavras", "Apague uma palavra do filtro, ou escreva de outro jeito."
        )

    def _make_current(self, at: int) -> None:
        index = self.model.index(at, 0)
        self.table.selectionModel().setCurrentIndex(index, _SELECT)
        self.table.scrollTo(index)

    def _row_source(self) -> Source:
        if isinstance(self.model, SortedRowsModel):
            rows = self.model.rows
            return lambda: rows
        if self._source is None:
            raise RuntimeError(f"{self.name}: no source of rows for a file")
        return self._source

    def ask_where(self, perfil: Perfil) -> None:
        """Let the person name the file."""
        dialog = QFileDialog(self, f"Gravar {self.name.lower()}", "", "CSV (*.csv)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        stem = "-".join(self.name.lower().split())
        dialog.selectFile(f"{stem}-{self._context.moments.hoje():%Y-%m-%d}.csv")
        dialog.fileSelected.connect(lambda chosen: self.export_to(Path(chosen), perfil))
        dialog.open()

    def _on_exported(self, path: Path, count: int) -> None:
        self.progress.finish()
        self._context.notify(
            f"{counted(count, 'linha gravada', 'linhas gravadas')} em {path.name}."
        )

    def _on_output_failed(self, error: BaseException) -> None:
        self.progress.finish()
        if is_cancellation(error):
            self._context.notify("Gravação cancelada. Nenhum arquivo foi deixado.")
        else:
            self._context.report(error)

    def _on_printable(self, printed: Any) -> None:
        if printed is None:
            self._context.notify(
                f"Até {number(PRINT_LIMIT)} linhas podem ser impressas. "
                "Filtre a lista, ou grave um CSV.",
                "aviso",
            )
            return
        self._context.paper.print(printed, self)

    @Slot()
    def _focus(self) -> None:
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    @Slot()
    def _on_filter(self) -> None:
        text = self.filter.text().strip()
        if isinstance(self.model, SortedRowsModel):
            self.model.set_filter(text)
        self.filter_changed.emit(text)

    @Slot(int, Qt.SortOrder)
    def _on_sort_indicator(self, column: int, order: Qt.SortOrder) -> None:
        if 0 <= column < len(self.model.columns):
            is_descending = order == Qt.SortOrder.DescendingOrder
            self.sort_requested.emit(self.model.columns[column].key, is_descending)

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.model.row_at(current.row()) if current.isValid() else None
        if row is not None and isinstance(self.model, SortedRowsModel):
            self._kept = self.model.row_id(row)
        self.current_changed.emit(row)

    @Slot()
    def _on_reset(self) -> None:
        if not self.table.currentIndex().isValid():
            self.current_changed.emit(None)

    @Slot(int)
    def _on_opened(self, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None:
            self.opened.emit(row)

    @Slot(int, QMenu)
    def _on_row_menu(self, at: int, menu: QMenu) -> None:
        row = self.model.row_at(at)
        if row is not None:
            self.menu_requested.emit(row, menu)

    @Slot(object)
    def _on_copy_refused(self, rows: list[int]) -> None:
        if rows and self._fetch is not None:
            self._context.runner.read(
                self,
                partial(self._fetch, rows),
                lambda found: self.table.copy_rows(list(found)),
                self._context.report,
                key="copiar",
            )
            return
        self._context.notify(
            f"Até {number(COPY_LIMIT)} linhas já mostradas podem ser copiadas. "
            "Para mais, grave um CSV.",
            "aviso",
        )

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        self._menu.addAction("Copiar linhas escolhidas").triggered.connect(self.table.copy)
        for word, perfil in PROFILES:
            self._menu.addAction(word).triggered.connect(
                lambda _checked=False, chosen=perfil: self.ask_where(chosen)
            )
        self._menu.addAction("Imprimir…").triggered.connect(self.print_list)
        self._menu.addSeparator()
        self._menu.addMenu(self.table.columns_menu())
