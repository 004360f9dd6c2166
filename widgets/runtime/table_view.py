"""The table of every list: whole rows, remembered columns, copy, keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget
from typing_extensions import override

from widgets.runtime.cell_delegate import CellDelegate
from widgets.runtime.column_room import Claim, shared
from widgets.runtime.columns import Column
from widgets.runtime.table_model import TableModel
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState

COPY_LIMIT: Final = 5_000
_LEAST_CHARS: Final = 9
_LEAST_SHARE: Final = 0.6
"""So much of its width a column of words keeps; where that is not enough, the last columns step aside."""
_SET_BY_HAND: Final = " +"
_ASKED_FOR: Final = "!"


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
        self._is_fitting = False
        self._is_set_by_hand = False
        self._has_size = False
        self._chosen: set[int] = set()
        self._asked_for: set[int] = set()
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
        head.sectionResized.connect(self._on_resized)
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
        self._chosen = {at for at, column in enumerate(model.columns) if not column.is_hidden}
        self._asked_for = set()
        # A figure at the far edge of a wide window would lose its row.
        head.setStretchLastSection(not model.columns[-1].is_number)
        state = self._view.blob(self._setting)
        kept = self._view.text(self._names_setting)
        if not state.isEmpty() and kept.removesuffix(_SET_BY_HAND) == self._names(model):
            self._is_fitting = True
            head.restoreState(state)
            self._is_fitting = False
            self._is_set_by_hand = kept.endswith(_SET_BY_HAND)
            self._restore_chosen(model)
        for at in range(len(model.columns)):
            self.setColumnHidden(at, at not in self._chosen)
        self._on_theme_changed()
        self._fit_columns()

    def save_columns(self) -> None:
        """Remember order, widths and choice; other columns after an upgrade start afresh."""
        model = self.model()
        if isinstance(model, TableModel):
            self._view.put(self._setting, self.horizontalHeader().saveState())
            by_hand = _SET_BY_HAND if self._is_set_by_hand else ""
            self._view.put(self._names_setting, self._names(model) + by_hand)
            chosen = (
                model.columns[at].key + (_ASKED_FOR if at in self._asked_for else "")
                for at in sorted(self._chosen)
            )
            self._view.put(self._chosen_setting, " ".join(chosen))

    @property
    def chosen_columns(self) -> tuple[Column, ...]:
        """What the person chose to see, in their order; those too that step aside in a narrow list."""
        model = self.model()
        if not isinstance(model, TableModel):
            return ()
        head = self.horizontalHeader()
        places = [head.logicalIndex(at) for at in range(head.count())]
        return tuple(model.columns[at] for at in places if at in self._chosen)

    def choose_column(self, at: int, is_shown: bool) -> None:
        """Show a column whatever the room, or hide it."""
        self._chosen.discard(at)
        self._asked_for.discard(at)
        if is_shown:
            self._chosen.add(at)
            self._asked_for.add(at)
        self.setColumnHidden(at, not is_shown)
        self._fit_columns()

    def columns_menu(self, title: str = "Colunas") -> QMenu:
        """Which columns to show; the last one shown cannot be hidden."""
        menu = QMenu(title, self)
        model = self.model()
        if not isinstance(model, TableModel):
            return menu
        shown = [at for at in range(len(model.columns)) if not self.isColumnHidden(at)]
        for at, column in enumerate(model.columns):
            is_aside = at in self._chosen and at not in shown
            action = menu.addAction(column.title + (" (sem lugar nesta largura)" * is_aside))
            action.setCheckable(True)
            action.setChecked(at in shown)
            action.setEnabled(shown != [at])
            action.toggled.connect(partial(self.choose_column, at))
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
        """Put these rows on the clipboard, chosen columns in their order, tab separated."""
        model = self.model()
        if not isinstance(model, TableModel):
            return
        columns = self.chosen_columns
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
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns share the room anew, until somebody sets widths."""
        super().resizeEvent(event)
        self._has_size = True
        self._fit_columns()

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

    @property
    def _chosen_setting(self) -> str:
        return f"{self._setting}_escolhidas"

    def _restore_chosen(self, model: TableModel) -> None:
        kept = self._view.text(self._chosen_setting).split()
        keys = {column.key: at for at, column in enumerate(model.columns)}
        chosen = {keys[key] for word in kept if (key := word.removesuffix(_ASKED_FOR)) in keys}
        if not chosen:
            # Kept before the choice was: what was seen then is it, and never nothing at all.
            head = self.horizontalHeader()
            chosen = {at for at in range(head.count()) if not head.isSectionHidden(at)}
        self._chosen = chosen or self._chosen
        self._asked_for = {at for key, at in keys.items() if key + _ASKED_FOR in kept}

    def _fit_columns(self) -> None:
        model = self.model()
        # Before it is first laid out, a view is as narrow as no list ever is.
        if self._is_set_by_hand or not self._has_size or not isinstance(model, TableModel):
            return
        widths = shared(self._claims(model), self.viewport().width())
        self._is_fitting = True
        for at in self._chosen:
            if self.isColumnHidden(at) is (at in widths):
                self.setColumnHidden(at, at not in widths)
            if at in widths:
                self.horizontalHeader().resizeSection(at, widths[at])
        self._is_fitting = False

    def _claims(self, model: TableModel) -> list[Claim]:
        claims: list[Claim] = []
        for at in sorted(self._chosen):
            column = model.columns[at]
            wished = self._wished(column.width_chars)
            is_fixed = column.is_number or column.is_code or column.is_whole
            least = wished if is_fixed else self._least(column, wished)
            may_leave = bool(claims) and not column.stays and at not in self._asked_for
            claims.append(Claim(at, wished, least, may_leave, not is_fixed))
        return claims

    def _wished(self, chars: int) -> int:
        return self.fontMetrics().horizontalAdvance("0") * chars + self._theme.px(16)

    def _least(self, column: Column, wished: int) -> int:
        heading = self.horizontalHeader().fontMetrics().horizontalAdvance(column.title)
        least = max(self._wished(_LEAST_CHARS), heading + self._theme.px(24))
        return min(wished, max(least, round(wished * _LEAST_SHARE)))

    @Slot(int, int, int)
    def _on_resized(self, at: int, before: int, after: int) -> None:
        """Somebody drew a border: hiding a column and stretching the last one are no such thing."""
        head = self.horizontalHeader()
        seen = [
            one for one in range(head.count()) if not head.isSectionHidden(head.logicalIndex(one))
        ]
        is_last = head.stretchLastSection() and head.visualIndex(at) == seen[-1]
        if before and after and not self._is_fitting and not is_last:
            self._is_set_by_hand = True
            # From now on the list is what is seen.
            self._chosen = {head.logicalIndex(one) for one in seen}

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
