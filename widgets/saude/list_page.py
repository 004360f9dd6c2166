"""A tab of Saúde: the kit's list, what it leaves out, and the acts on its selection below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel


class ListPage(QWidget):
    """Shows rows.

    Args:
        name: accessible name and settings name of the table.
        columns: what to show.
        words: one and many of what a row is.
        empty: (title, why and what to do) where there are no rows.
        row_id: what a row is known by after it was read again.
        context: the window's common things.
        parent: owner.

    Signals:
        selection_changed: other rows are selected, or the rows changed.
    """

    selection_changed = Signal()

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        words: tuple[str, str],
        empty: tuple[str, str],
        row_id: Callable[[Any], object],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self.model = SortedRowsModel(columns, theme, self, row_id)
        setting = "saude/" + "".join(c for c in name.lower() if c.isascii() and c.isalnum())
        self.list = ListPanel(name, setting, words, empty, self.model, context, self)
        self.table, self.state = self.list.table, self.list.state
        self.table.selectionModel().selectionChanged.connect(self.selection_changed)
        self.model.modelReset.connect(self.selection_changed)
        self.model.dataChanged.connect(self.selection_changed)
        self.note = QLabel(self)
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        self.note.hide()
        acts = QWidget(self)
        self._buttons = FlowLayout(acts, theme.px(8))
        self._foot = QHBoxLayout()
        self._foot.setSpacing(theme.px(24))
        self._foot.addWidget(acts, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.list, 1)
        column.addWidget(self.note)
        column.addLayout(self._foot)

    def add_button(self, text: str, kind: str = "") -> QPushButton:
        """An act on the selection; a ``danger`` stands at the other end, away from the rest."""
        button = QPushButton(text, self)
        button.setProperty("kind", kind)
        button.setEnabled(False)
        if kind == "danger":
            self._foot.addWidget(button)
        else:
            self._buttons.addWidget(button)
        return button

    def show_rows(self, rows: Sequence[Any], note: str = "") -> None:
        """Show these; ``note`` says what is left out."""
        self.list.show_rows(rows)
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def selected(self) -> list[Any]:
        """Selected rows."""
        found = (self.model.row_at(row) for row in self.table.selected_rows())
        return [row for row in found if row is not None]
