"""A tab of Saúde: a table, the reason why it is empty, and the acts on its selection below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.state_stack import StateStack
from widgets.runtime.table_model import RowsModel
from widgets.runtime.table_view import TableView


class ListPage(QWidget):
    """Shows rows.

    Args:
        name: accessible name and settings name of the table.
        columns: what to show.
        empty: (title, why and what to do) where there are no rows.
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
        empty: tuple[str, str],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self._empty = empty
        self.model = RowsModel(columns, theme, self)
        setting = "saude/" + "".join(c for c in name.lower() if c.isascii() and c.isalnum())
        self.table = TableView(name, setting, theme, context.view, self)
        self.table.show_model(self.model)
        self.table.selectionModel().selectionChanged.connect(self.selection_changed)
        self.model.modelReset.connect(self.selection_changed)
        self.model.dataChanged.connect(self.selection_changed)
        self.state = StateStack(self.table, theme, self)
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
        column.addWidget(self.state, 1)
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
        self.model.set_rows(rows)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        if rows:
            self.state.show_content()
        else:
            self.state.show_empty(*self._empty)

    def selected(self) -> list[Any]:
        """Selected rows."""
        found = (self.model.row_at(row) for row in self.table.selected_rows())
        return [row for row in found if row is not None]
