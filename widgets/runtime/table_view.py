"""The table of every list: whole rows, remembered columns, copy, keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget
from typing_extensions import override

from widgets.runtime.cell_delegate import CellDelegate
from widgets.runtime.table_model import TableModel
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState

COPY_LIMIT: Final = 5_000


class TableView(QTableView):
    """Shows a ``TableModel``.

    Args:
        name: accessible name, what the table lists.
        setting: name of the view setting that keeps its columns.
        theme: row height.
        view: where columns are kept.
        parent: owner.

    Signals:
        opened(int): Enter or double click on a row.
        copy_requested(list[int]): rows to copy that the model may not hold; see ``copy``.
        menu_requested(int, QMenu): add actions for this row before the menu is shown.
    """

    opened = Signal(int)
    copy_requested = Signal(object)
    menu_requested = Signal(int, QMenu)

    def __init__(
        self, name: str, setting: str, theme: Theme, view: ViewState, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._setting = setting
        self._theme = theme
        self._view = view
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setItemDelegate(CellDelegate(theme, self))
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        head.setSectionsMovable(True)
        head.setHighlightSections(False)
        head.setStretchLastSection(True)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(self._on_head_menu)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_row_menu)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self._copy_action = QAction("Copiar linhas", self)
        self._copy_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy_action.triggered.connect(self.copy)
        self.addAction(self._copy_action)
        theme.changed.connect(self._on_theme_changed)

    def show_model(self, model: TableModel) -> None:
        """Use this model and put columns as they were left."""
        self.setModel(model)
        head = self.horizontalHeader()
        digit = self.fontMetrics().horizontalAdvance("0")
        for at, column in enumerate(model.columns):
            head.resizeSection(at, digit * column.width_chars + self._theme.px(16))
            self.setColumnHidden(at, column.is_hidden)
        # A figure at the far edge of a wide window would lose its row.
        head.setStretchLastSection(not model.columns[-1].is_number)
        state = self._view.blob(self._setting)
        if not state.isEmpty() and self._view.text(self._names_setting) == self._names(model):
            head.restoreState(state)
        self._on_theme_changed()

    def save_columns(self) -> None:
        """Remember order, widths and visibility; other columns after an upgrade start afresh."""
        model = self.model()
        if isinstance(model, TableModel):
            self._view.put(self._setting, self.horizontalHeader().saveState())
            self._view.put(self._names_setting, self._names(model))

    def columns_menu(self, title: str = "Colunas") -> QMenu:
        """Which columns to show; the last one shown cannot be hidden."""
        menu = QMenu(title, self)
        model = self.model()
        if not isinstance(model, TableModel):
            return menu
        shown = [at for at in range(len(model.columns)) if not self.isColumnHidden(at)]
        for at, column in enumerate(model.columns):
            action = menu.addAction(column.title)
            action.setCheckable(True)
            action.setChecked(at in shown)
            action.setEnabled(shown != [at])
            action.toggled.connect(lambda on, column=at: self.setColumnHidden(column, not on))
        return menu

    def selected_rows(self) -> list[int]:
        """Selected rows from top to bottom."""
        if self.model() is None:
            return []
        selection = self.selectionModel()
        return sorted(index.row() for index in selection.selectedRows())

    @Slot()
    def copy(self) -> None:
        """Copy the selected rows; those not fetched yet are asked for by ``copy_requested``."""
        model = self.model()
        if not isinstance(model, TableModel):
            return
        selection = self.selectionModel()
        count = sum(r.bottom() - r.top() + 1 for r in selection.selection().toList())
        if count == 0:
            return
        if count > COPY_LIMIT:
            self.copy_requested.emit([])
            return
        rows = self.selected_rows()
        held = [model.row_at(row) for row in rows]
        if any(row is None for row in held):
            self.copy_requested.emit(rows)
        else:
            self.copy_rows(held)

    def copy_rows(self, rows: Sequence[Any]) -> None:
        """Put these rows on the clipboard, visible columns in their order, tab separated."""
        model = self.model()
        if not isinstance(model, TableModel):
            return
        head = self.horizontalHeader()
        places = [head.logicalIndex(at) for at in range(head.count())]
        columns = [model.columns[at] for at in places if not self.isColumnHidden(at)]
        lines = ["\t".join(column.title for column in columns)]
        lines += ["\t".join(column.copy_text(row) for column in columns) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        """Keep row height with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._on_theme_changed()

    @property
    def _names_setting(self) -> str:
        return f"{self._setting}_nomes"

    @staticmethod
    def _names(model: TableModel) -> str:
        return " ".join(column.key for column in model.columns)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.row_height_px)
        self.viewport().update()

    @Slot(QPoint)
    def _on_head_menu(self, place: QPoint) -> None:
        menu = self.columns_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.horizontalHeader().mapToGlobal(place))

    @Slot(QPoint)
    def _on_row_menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._copy_action)
        self.menu_requested.emit(index.row(), menu)
        menu.popup(self.viewport().mapToGlobal(place))
