"""A field with a list under it: typing searches in the background, arrows and Enter choose.

For persons and units of the registration form. The list is always there, so that nothing jumps and
a screen reader meets it in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer

Found = Sequence[tuple[str, str]]
"""(id, words)."""


class SearchField(QWidget):
    """See the module.

    Args:
        name: what is searched, e.g. ``Pessoa``.
        hint: what to type.
        search: typed text -> what was found; runs in a worker.
        context: the window's common things.
        parent: owner.

    Signals:
        chosen(str): id of what is chosen now; empty for nothing.
    """

    chosen = Signal(str)

    def __init__(
        self,
        name: str,
        hint: str,
        search: Callable[[str], Found],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._search = search
        self._context = context
        self._found: tuple[tuple[str, str], ...] = ()
        self._chosen = ""
        theme = context.theme
        self.field = QLineEdit(self)
        self.field.setAccessibleName(f"Procurar {name.lower()}")
        self.field.setPlaceholderText(hint)
        self.field.setClearButtonEnabled(True)
        self.field.installEventFilter(self)
        self._typing = Debouncer(self)
        self.field.textEdited.connect(self._typing.touch)
        self.field.textChanged.connect(self._on_changed)
        self._typing.settled.connect(self._on_settled)
        self._model = QStringListModel(self)
        self.list = QListView(self)
        self.list.setModel(self._model)
        self.list.setAccessibleName(f"{name}: o que foi encontrado")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setFixedHeight(theme.px(96))
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.note = QLabel(self)
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        for widget in (self.field, self.list, self.note):
            column.addWidget(widget)
        self.setFocusProxy(self.field)

    @property
    def chosen_id(self) -> str:
        """What is chosen; empty for nothing."""
        return self._chosen

    def choose(self, at: int) -> None:
        """Choose one of those found."""
        self.list.setCurrentIndex(self._model.index(at, 0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes into the list, Enter takes the first."""
        if watched is self.field and isinstance(event, QKeyEvent):
            if event.type() != QEvent.Type.KeyPress:
                return False
            if event.key() == Qt.Key.Key_Down and self._found:
                self.list.setFocus()
                if not self.list.currentIndex().isValid():
                    self.choose(0)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._typing.is_pending:
                    self._typing.flush()
                elif self._found and not self._chosen:
                    self.choose(0)
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _on_settled(self) -> None:
        text = self.field.text().strip()
        self._context.runner.read(
            self, partial(self._search, text), self._on_found, self._context.report, key="procura"
        )

    def _on_found(self, found: Found) -> None:
        self._found = tuple(found)
        self._model.setStringList([words for _id, words in self._found])
        self._set("")
        if self.field.text().strip() and not self._found:
            self.note.setText("Nada foi encontrado com estas letras.")
        else:
            self.note.clear()

    @Slot(str)
    def _on_changed(self, text: str) -> None:
        if not text:
            self._on_found(())

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._set(self._found[current.row()][0] if current.isValid() else "")

    def _set(self, chosen: str) -> None:
        if chosen != self._chosen:
            self._chosen = chosen
            self.chosen.emit(chosen)
