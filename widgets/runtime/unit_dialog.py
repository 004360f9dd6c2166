"""The one field that finds a unit, in a dialog of its own: for a chip that has no room for a field."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, mark_search
from widgets.runtime.unit_picker import Found, UnitPicker


class UnitDialog(Dialog):
    """Shown with ``open``.

    Args:
        search: as ``UnitPicker``.
        context: the window's common things.
        parent: owner.

    Signals:
        picked(str, str): id and words of the unit.
    """

    picked = Signal(str, str)

    def __init__(self, search: Callable[[str], Found], context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self.setWindowTitle("Escolher unidade")
        self.setMinimumWidth(theme.px(420))
        self.field = UnitPicker(search, context, self)
        mark_search(self.field)
        label = QLabel("Nome da unidade", self)
        label.setBuddy(self.field)
        hint = QLabel(
            "Parte do nome, com ou sem acento. A seta para baixo mostra as mais usadas.", self
        )
        hint.setProperty("kind", "secondary")
        hint.setWordWrap(True)
        cancel = QPushButton("Cancelar", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for widget in (label, self.field, hint):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(row)
        self.field.chosen.connect(self._on_chosen)
        self.field.setFocus()

    @Slot(str, str)
    def _on_chosen(self, unit: str, words: str) -> None:
        self.picked.emit(unit, words)
        self.accept()
