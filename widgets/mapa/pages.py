"""Which of the two a narrow window shows: the map, or the list."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from widgets.runtime.theme.theme import Theme


class Pages(QWidget):
    """Two chips, of which one is in front. Hidden until a window is narrow.

    Signals:
        chosen(bool): the person wants the list (True) or the map.
    """

    chosen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(4))
        self.map = self._chip("Mapa", is_list=False)
        self.list = self._chip("Na tela", is_list=True)
        row.addWidget(self.map)
        row.addWidget(self.list)
        self.hide()

    def mark(self, *, is_list: bool) -> None:
        """This one is in front."""
        for chip, is_front in ((self.list, is_list), (self.map, not is_list)):
            chip.setChecked(is_front)
            chip.setProperty("active", "true" if is_front else "false")
            chip.style().unpolish(chip)
            chip.style().polish(chip)

    def _chip(self, word: str, *, is_list: bool) -> QToolButton:
        chip = QToolButton(self)
        chip.setProperty("kind", "chip")
        chip.setText(word)
        chip.setCheckable(True)
        chip.setAutoExclusive(True)
        chip.setAccessibleName(f"Mostrar: {word}")
        chip.clicked.connect(partial(self._on_clicked, is_list))
        return chip

    def _on_clicked(self, is_list: bool, _checked: bool = False) -> None:
        self.chosen.emit(is_list)
