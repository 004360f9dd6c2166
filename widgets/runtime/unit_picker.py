"""A field in which a person finds a unit by part of its name, with or without accents.

It shows the unit chosen; typing searches in the background and lists what was found under the
field, the best first. Enter takes the marked one, Esc gives the chosen one back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget
from typing_extensions import override

from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer

Found = Sequence[tuple[str, str]]
"""(id, where it lies in words)."""
_NOTHING = "Nenhuma unidade com este nome"


class UnitPicker(QLineEdit):
    """See the module.

    Args:
        search: typed text -> units found, at most some dozens; runs in a worker. An empty text
            gives those that are asked for most.
        context: the window's common things.
        parent: owner.

    Signals:
        chosen(str, str): id and words of another unit.
    """

    chosen = Signal(str, str)

    def __init__(self, search: Callable[[str], Found], context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._search = search
        self._context = context
        self._found: Found = ()
        self._label = ""
        self.unit_id = ""
        self.setAccessibleName("Unidade")
        self.setPlaceholderText("Procurar unidade pelo nome…")
        self.setToolTip("Escreva parte do nome de um bairro, município ou estado")
        self._typing = Debouncer(self)
        self._typing.settled.connect(self._on_typed)
        self.textEdited.connect(self._typing.touch)
        self._names = QStringListModel(self)
        self._completer = QCompleter(self._names, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(12)
        self._completer.setWidget(self)
        popup = QListView()
        self._completer.setPopup(popup)
        self._popup = popup
        popup.setAccessibleName("Unidades encontradas")
        self._completer.activated[QModelIndex].connect(self._on_taken)  # type: ignore[index] # overloads: the stub knows one

    @property
    def found(self) -> Found:
        """What the last search found."""
        return self._found

    def show_unit(self, unit_id: str, label: str) -> None:
        """Show a unit as the chosen one."""
        self.unit_id, self._label = unit_id, label
        self.setText(label)
        self.setCursorPosition(0)
        self.setToolTip(label)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Typing replaces the name that is shown."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.selectAll()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down lists, Enter takes the first, Esc gives the chosen one back."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._typing.flush()
            if not self._popup.isVisible() and self.text() != self._label:
                self._look_up(then_take=True)
            return
        if event.key() == Qt.Key.Key_Escape and self.text() != self._label:
            self.show_unit(self.unit_id, self._label)
            self.selectAll()
            return
        if event.key() == Qt.Key.Key_Down:
            self._look_up(then_take=False)
            return
        super().keyPressEvent(event)

    def take(self, at: int) -> None:
        """Choose one of those found."""
        if not 0 <= at < len(self._found):
            return
        unit_id, label = self._found[at]
        is_other = unit_id != self.unit_id
        self.show_unit(unit_id, label)
        if is_other:
            self.chosen.emit(unit_id, label)

    def _look_up(self, *, then_take: bool) -> None:
        text = "" if self.text() == self._label else self.text().strip()
        done = partial(self._on_found, then_take)
        self._context.runner.read(
            self, partial(self._search, text), done, self._context.report, key="unidades"
        )

    def _on_found(self, then_take: bool, found: Found) -> None:
        self._found = tuple(found)
        self._names.setStringList([label for _id, label in found] or [_NOTHING])
        if then_take and len(found) == 1:
            self.take(0)
        elif self.hasFocus() or then_take:
            self._completer.complete()
            self._popup.setCurrentIndex(self._completer.completionModel().index(0, 0))

    @Slot()
    def _on_typed(self) -> None:
        self._look_up(then_take=False)

    @Slot(QModelIndex)
    def _on_taken(self, index: QModelIndex) -> None:
        if self._found:
            self.take(index.row())
        else:
            self.show_unit(self.unit_id, self._label)
