"""A trace as a tree of causes for a QTreeView. Rows are immutable; a new trace resets the model."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont
from typing_extensions import override

from app.services.rastro import Rastro, RastroNo
from widgets.runtime.context import Moments
from widgets.runtime.theme.theme import Theme
from widgets.runtime.words import number

Index = QModelIndex | QPersistentModelIndex
_ROOT: Final = QModelIndex()
_TITLES: Final = ("Evento", "Nº", "Colônia", "Quando")


class _Item:
    """A node with its place: what an index points to."""

    __slots__ = ("children", "node", "parent", "row")

    def __init__(self, node: RastroNo, parent: _Item | None, row: int) -> None:
        self.node = node
        self.parent = parent
        self.row = row
        self.children: list[_Item] = []


class TraceModel(QAbstractItemModel):
    """Causes above, what came of them below.

    Args:
        moments: formats times.
        theme: the bold font of the current event.
        parent: owner.
    """

    def __init__(self, moments: Moments, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._moments = moments
        self._theme = theme
        self._roots: list[_Item] = []
        self._by_number: dict[int, _Item] = {}
        self._current: int | None = None

    def set_trace(self, trace: Rastro | None, current: int | None = None) -> None:
        """Show this trace; ``current`` is the number of the event that was asked about."""
        self.beginResetModel()
        self._current = current
        self._by_number = {}
        self._roots = []
        roots = trace.raizes if trace is not None else ()
        stack: list[tuple[RastroNo, _Item | None]] = [(root, None) for root in reversed(roots)]
        while stack:
            node, parent = stack.pop()
            siblings = self._roots if parent is None else parent.children
            item = _Item(node, parent, len(siblings))
            siblings.append(item)
            self._by_number[node.numero] = item
            stack.extend((child, item) for child in reversed(node.filhos))
        self.endResetModel()

    def index_of(self, numero: int) -> QModelIndex:
        """Where an event stands; invalid where it is not in the trace."""
        item = self._by_number.get(numero)
        return QModelIndex() if item is None else self.createIndex(item.row, 0, item)

    def number_at(self, index: Index) -> int | None:
        """The event at an index."""
        return self._item(index).node.numero if index.isValid() else None

    @override
    def index(self, row: int, column: int, parent: Index = _ROOT) -> QModelIndex:
        siblings = self._item(parent).children if parent.isValid() else self._roots
        if not (0 <= row < len(siblings) and 0 <= column < len(_TITLES)):
            return QModelIndex()
        if parent.isValid() and parent.column() != 0:
            return QModelIndex()
        return self.createIndex(row, column, siblings[row])

    @override
    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override] # Qt overloads parent()
        if not index.isValid():
            return QModelIndex()
        above = self._item(index).parent
        return QModelIndex() if above is None else self.createIndex(above.row, 0, above)

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        if not parent.isValid():
            return len(self._roots)
        return len(self._item(parent).children) if parent.column() == 0 else 0

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return len(_TITLES)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section] if 0 <= section < len(_TITLES) else None
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        node = self._item(index).node
        is_current = node.numero == self._current
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(node, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            here = ", este evento" if is_current and index.column() == 0 else ""
            return self._text(node, index.column()) + here
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self._moments.exato(node.quando_ms)}\nCarimbo {node.carimbo}"
        if role == Qt.ItemDataRole.FontRole and is_current:
            font = QFont(self._theme.font())
            font.setBold(True)
            return font
        return None

    def _text(self, node: RastroNo, column: int) -> str:
        if column == 0:
            return f"▸ {node.tipo}" if node.numero == self._current else node.tipo
        if column == 1:
            return number(node.numero)
        return node.colonia if column == 2 else self._moments.relativo(node.quando_ms)

    @staticmethod
    def _item(index: Index) -> _Item:
        item = index.internalPointer()
        assert isinstance(item, _Item)
        return item
