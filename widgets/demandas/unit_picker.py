"""Finding a unit by a part of its name, accents apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.dialog import Dialog


class UnitPicker(Dialog):
    """A field and what it finds.

    Args:
        find: words -> (id, where it lies); runs in a worker.
        context: the window's common things.
        parent: owner.

    Signals:
        picked(str, str): id and name of the chosen unit.
    """

    picked = Signal(str, str)

    def __init__(
        self, find: Callable[[str], list[tuple[str, str]]], context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Escolher unidade")
        self._find = find
        self._context = context
        self._found: list[tuple[str, str]] = []
        theme = context.theme
        self.field = QLineEdit(self)
        self.field.setAccessibleName("Nome da unidade")
        self.field.setPlaceholderText("Parte do nome, com ou sem acento")
        self.field.setClearButtonEnabled(True)
        label = QLabel("Nome da unidade", self)
        label.setBuddy(self.field)
        self.model = QStringListModel(self)
        self.list = QListView(self)
        self.list.setAccessibleName("Unidades encontradas")
        self.list.setModel(self.model)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        self.list.activated.connect(self._on_activated)
        self.note = QLabel(self)
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        cancel = QPushButton("Cancelar", self)
        cancel.clicked.connect(self.reject)
        self.choose = QPushButton("Escolher", self)
        self.choose.setProperty("kind", "primary")
        self.choose.setDefault(True)
        self.choose.clicked.connect(self._on_choose)
        row = QHBoxLayout()
        row.addWidget(self.note, 1)
        row.addWidget(cancel)
        row.addWidget(self.choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        column.addWidget(label)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self.resize(theme.px(460), theme.px(380))
        self._typing = Debouncer(self)
        self.field.textChanged.connect(self._typing.touch)
        self._typing.settled.connect(self.search)
        self.search()

    @Slot()
    def search(self) -> None:
        """Look for what was typed."""
        self._context.runner.read(
            self,
            partial(self._find, self.field.text().strip()),
            self._on_found,
            self._on_failed,
            key="unidades",
        )

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows move in the list while the field has the focus."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self._found:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            at = self.list.currentIndex().row() + step
            self.list.setCurrentIndex(self.model.index(max(0, min(at, len(self._found) - 1)), 0))
            return
        super().keyPressEvent(event)

    def _on_found(self, found: list[tuple[str, str]]) -> None:
        self._found = found
        self.model.setStringList([name for _unit, name in found])
        self.choose.setEnabled(bool(found))
        self.note.setText("" if found else "Nenhuma unidade com este nome.")
        if found:
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _on_failed(self, error: BaseException) -> None:
        self.note.setText(self._context.describe(error).frase)

    @Slot()
    def _on_choose(self) -> None:
        self._on_activated(self.list.currentIndex())

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        if index.isValid():
            unit, name = self._found[index.row()]
            self.picked.emit(unit, name)
            self.accept()
