"""What a search found, as a tree of two levels: kinds with their counts, things under them."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor
from typing_extensions import override

from app.services.busca import Achado, Grupo
from widgets.runtime.theme.theme import Theme
from widgets.runtime.words import number

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT: Final = QModelIndex()
_TITLE, _DETAIL = 0, 1


class SearchModel(QAbstractItemModel):
    """Groups at the top, their things below; a group that has more ends with "Ver todas".

    Args:
        theme: fonts and colours.
        parent: owner.
    """

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._groups: tuple[tuple[Grupo, tuple[Achado, ...]], ...] = ()

    def show_groups(self, groups: tuple[Grupo, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self._groups = tuple(
            (one, (*one.achados, *(() if one.todos is None else (one.todos,)))) for one in groups
        )
        self.endResetModel()

    def leaves(self) -> list[QModelIndex]:
        """Everything that can be opened, from top to bottom."""
        return [
            self.index(row, 0, self.index(at, 0))
            for at, (_group, found) in enumerate(self._groups)
            for row in range(len(found))
        ]

    def found_at(self, index: Index) -> Achado | None:
        """The thing of a row; None for a group."""
        if not index.isValid() or not index.internalId():
            return None
        return self._groups[index.internalId() - 1][1][index.row()]

    @override
    def index(self, row: int, column: int, parent: Index = _NO_PARENT) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    @override
    def parent(self, child: Index) -> QModelIndex:  # type: ignore[override] # QObject.parent() is another function
        if not child.isValid() or not child.internalId():
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, 0)

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        if not parent.isValid():
            return len(self._groups)
        if parent.internalId() or parent.column():
            return 0
        return len(self._groups[parent.row()][1])

    @override
    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 2

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self.found_at(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        found = self.found_at(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index, found)
        if role == Qt.ItemDataRole.ToolTipRole and found is not None:
            return f"{found.titulo} · {found.detalhe}" if found.detalhe else found.titulo
        if role == Qt.ItemDataRole.FontRole and found is None:
            return self._theme.font(0, bold=True)
        if role == Qt.ItemDataRole.ForegroundRole and (found is None or index.column() == _DETAIL):
            return QBrush(QColor(self._theme.tokens.secondary))
        return None

    def _text(self, index: Index, found: Achado | None) -> str:
        if found is not None:
            return found.titulo if index.column() == _TITLE else found.detalhe
        if index.column() == _DETAIL:
            return ""
        group = self._groups[index.row()][0]
        return f"{group.nome} ({number(group.total)})" if group.total else group.nome
