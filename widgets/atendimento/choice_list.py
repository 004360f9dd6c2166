"""A short list under a search field: arrow down goes in, Enter takes, arrow up goes back.

It stands in the form instead of floating above it, so that it can be read, clicked and walked
through at any text size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListView, QWidget
from typing_extensions import override

from widgets.runtime.columns import Column
from widgets.runtime.table_model import RowsModel
from widgets.runtime.theme.theme import Theme

_SHOWN: Final = 5


class ChoiceList(QListView):
    """See the module.

    Args:
        name: for the screen reader.
        words: row -> how it reads in one line.
        edit: the search field above it.
        theme: row height.
        parent: owner.

    Signals:
        taken(object): a row was chosen.
    """

    taken = Signal(object)

    def __init__(
        self,
        name: str,
        words: Callable[[Any], str],
        edit: QLineEdit,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._edit = edit
        self._theme = theme
        self.rows_model = RowsModel((Column("texto", name, words, tooltip=words),), theme, self)
        self.setModel(self.rows_model)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.clicked.connect(self._on_taken)
        edit.installEventFilter(self)
        self.hide()

    @property
    def rows(self) -> tuple[Any, ...]:
        """What is offered now."""
        return self.rows_model.rows

    def offer(self, rows: Sequence[Any]) -> None:
        """Show these; none hides the list."""
        self.rows_model.set_rows(rows)
        had_focus = self.hasFocus()
        shown = min(len(rows), _SHOWN)
        self.setFixedHeight(shown * self._row_px() + 2 * self.frameWidth() + 2)
        self.setVisible(bool(rows))
        if had_focus and not rows:
            self._edit.setFocus()

    def take_only(self) -> bool:
        """Take what is offered where it is one thing; False otherwise."""
        if len(self.rows) != 1:
            return False
        self.taken.emit(self.rows[0])
        return True

    def enter(self) -> None:
        """Put the focus on the first row."""
        if self.rows:
            self.setCurrentIndex(self.rows_model.index(0, 0))
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes, arrow up from the first row and Esc go back to the field."""
        key, at = event.key(), self.currentIndex()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and at.isValid():
            self._on_taken(at)
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and at.row() <= 0):
            self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow down in the field goes into the list."""
        if (
            watched is self._edit
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Down
            and self.rows
        ):
            self.enter()
            return True
        return super().eventFilter(watched, event)

    def _row_px(self) -> int:
        hint = self.sizeHintForRow(0)
        return max(hint, self._theme.px(24))

    @Slot(QModelIndex)
    def _on_taken(self, index: QModelIndex) -> None:
        row = self.rows_model.row_at(index.row())
        if row is not None:
            self.taken.emit(row)
