"""Which units the office serves, and where the copy of its root key goes."""

from __future__ import annotations

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.primeira_vez import Montado
from widgets.runtime.theme.theme import Theme

_ID = Qt.ItemDataRole.UserRole + 1


class UnitsPage(QScrollArea):
    """A list to tick, with a filter."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = QStandardItemModel(self)
        self._shown = QSortFilterProxyModel(self)
        self._shown.setSourceModel(self.model)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, theme.px(12), 0)
        column.setSpacing(theme.px(6))
        title = QLabel("O que este escritório atende", self)
        title.setFont(theme.font(2))
        hint = QLabel(
            "Marque uma unidade ou mais. Delas vêm a área onde se registra, com 10 km em volta, o "
            "filtro das listas, a vista do mapa e o cabeçalho do comprovante. Nada marcado: "
            "qualquer lugar serve.",
            self,
        )
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filtrar…")
        self.filter.setAccessibleName("Filtrar unidades")
        self.filter.textChanged.connect(self._shown.setFilterFixedString)
        self.list = QListView(self)
        self.list.setModel(self._shown)
        self.list.setAccessibleName("Unidades")
        self.list.setMinimumHeight(theme.px(160))
        self.root_key = QLabel(self)
        self.root_key.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.kept = QLineEdit(self)
        self.kept.setMaxLength(200)
        self.kept.setPlaceholderText("Por exemplo: pendrive no cofre da secretaria")
        self.kept.setAccessibleName("Onde ficará a cópia da chave-raiz")
        where = QLabel("Onde ficará a cópia da chave-raiz (vazio: ainda não sei)", self)
        where.setWordWrap(True)
        where.setBuddy(self.kept)
        for label in (hint, self.root_key):
            label.setProperty("kind", "secondary")
            label.setWordWrap(True)
        for widget in (title, hint, self.filter):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.root_key)
        column.addWidget(where)
        column.addWidget(self.kept)
        self.setWidget(inner)

    def show_built(self, built: Montado) -> None:
        """Offer the units of the office that was built."""
        self.model.clear()
        for unit in built.unidades:
            above = f" de {unit.dentro_de}" if unit.dentro_de else ""
            item = QStandardItem(f"{unit.nome} · {unit.nivel_nome}{above}")
            item.setEditable(False)
            item.setCheckable(True)
            item.setData(unit.unidade_id, _ID)
            self.model.appendRow(item)
        self.root_key.setText(
            f"Ao abrir, a chave-raiz estará em {built.chave_raiz}. Leve uma cópia dela para outro "
            "lugar: sem ela nenhuma cópia do escritório pode ser restaurada. O lugar é anotado só "
            "neste computador; Saúde lembra disso até que esteja feito."
        )

    def chosen(self) -> list[str]:
        """Ids of the units that are ticked."""
        items = [self.model.item(row) for row in range(self.model.rowCount())]
        return [str(item.data(_ID)) for item in items if item.checkState() == Qt.CheckState.Checked]
