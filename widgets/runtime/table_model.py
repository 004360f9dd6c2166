"""What all table models share: columns, headings, fonts and colours over immutable rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)
from PySide6.QtGui import QBrush, QColor, QFont
from typing_extensions import override

from widgets.runtime.columns import Column
from widgets.runtime.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
PLACEHOLDER: Final = "…"
GONE: Final = "—"
_NO_PARENT: Final = QModelIndex()
# Plain integers: a paint asks a thousand times, and looking an enum up costs more than the answer.
DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP: Final = int(Qt.ItemDataRole.ToolTipRole)
_FOREGROUND: Final = int(Qt.ItemDataRole.ForegroundRole)
_ALIGNMENT: Final = int(Qt.ItemDataRole.TextAlignmentRole)
_FONT: Final = int(Qt.ItemDataRole.FontRole)
_ACCESSIBLE: Final = int(Qt.ItemDataRole.AccessibleTextRole)
ANSWERED: Final = frozenset({DISPLAY, _TOOLTIP, _FOREGROUND, _ALIGNMENT, _FONT, _ACCESSIBLE})
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class TableModel(QAbstractTableModel):
    """Cells from ``row_at`` and the columns; subclasses say where rows come from.

    Args:
        columns: what to show.
        theme: fonts of identifiers, colours of tones.
        parent: owner.
    """

    def __init__(self, columns: Sequence[Column], theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._theme = theme
        self._code_font = theme.mono_font(0)
        theme.changed.connect(self._on_theme_changed)

    @abstractmethod
    def row_at(self, row: int) -> Any | None:
        """The row, None while it is on its way."""

    def is_gone(self, row: int) -> bool:
        """True where the row was asked for and does not exist."""
        return False

    @override
    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Headings."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self.columns[section].is_number else _LEFT
        return None

    @override
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """Cells. Never waits: what is not here yet is a placeholder."""
        if role not in ANSWERED or not index.isValid():
            return None
        column = self.columns[index.column()]
        if role == _ALIGNMENT:
            return _RIGHT if column.is_number else _LEFT
        if role == _FONT:
            return self._code_font if column.is_code else None
        if role == _FOREGROUND and column.tone is None:
            return None
        row = self.row_at(index.row())
        if row is not None:
            return self._cell(column, row, role)
        if role == DISPLAY:
            return GONE if self.is_gone(index.row()) else PLACEHOLDER
        return None

    def plain_cell(self, index: Index) -> tuple[str, int, QFont | None, str | None] | None:
        """Text, alignment, font and tone of a cell; None where ``data`` has more to say of it."""
        column = self.columns[index.column()]
        row = self.row_at(index.row())
        font = self._code_font if column.is_code else None
        alignment = _RIGHT if column.is_number else _LEFT
        if row is None:
            return (GONE if self.is_gone(index.row()) else PLACEHOLDER), alignment, font, None
        tone = column.tone(row) if column.tone is not None else None
        return column.shown(row), alignment, font, tone

    def _cell(self, column: Column, row: Any, role: int) -> Any:
        if role == _FOREGROUND:
            return self._brush(column, row)
        if role == _TOOLTIP:
            return column.tip(row)
        return column.shown(row)

    def _brush(self, column: Column, row: Any) -> QBrush | None:
        tone = column.tone(row) if column.tone is not None else None
        return None if tone is None else QBrush(QColor(getattr(self._theme.tokens, tone)))

    @Slot()
    def _on_theme_changed(self) -> None:
        self._code_font = self._theme.mono_font(0)


class RowsModel(TableModel):
    """A short table whose rows are all here."""

    def __init__(self, columns: Sequence[Column], theme: Theme, parent: QObject) -> None:
        super().__init__(columns, theme, parent)
        self._rows: tuple[Any, ...] = ()

    @property
    def rows(self) -> tuple[Any, ...]:
        """All rows in order."""
        return self._rows

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show these; views keep selection and scroll where the number of rows is the same."""
        new = tuple(rows)
        if new == self._rows:
            return
        if len(new) == len(self._rows) and new:
            self._rows = new
            last = self.index(len(new) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    @override
    def row_at(self, row: int) -> Any | None:
        """The row; None outside."""
        return self._rows[row] if 0 <= row < len(self._rows) else None
