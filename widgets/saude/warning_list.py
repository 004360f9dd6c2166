"""Lasting warnings of the installation: they stay until their cause is gone.

Where they would take the room of what the screen is for – large text, a small window – one line says how
many there are and the first of them; the rest is one press away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.saude import AvisoRow
from widgets.runtime.context import UiContext
from widgets.runtime.words import counted

_MOST_SHARE: Final = 0.3
"""So much of the screen's height warnings may take before they are folded."""
ACTIONS: Final = {
    "confirmar_chave_raiz": "Já guardei",
}


class WarningList(QWidget):
    """One strip a warning, or one for all of them where there is little room.

    Attributes:
        offered: the buttons of the warnings that somebody can do something about.

    Signals:
        action_requested(str): what the strip's button offers.
    """

    action_requested = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: tuple[AvisoRow, ...] = ()
        self._room = QSize()
        self._wish: bool | None = None
        self.offered: list[QPushButton] = []
        self.summary = QLabel(self)
        self.summary.setWordWrap(True)
        self.fold_button = QPushButton(self)
        self.fold_button.clicked.connect(self._on_fold)
        self._head = self._framed(self.summary, self.fold_button)
        self._strips = QWidget(self)
        self._column = QVBoxLayout(self._strips)
        column = QVBoxLayout(self)
        for one in (self._column, column):
            one.setContentsMargins(0, 0, 0, 0)
            one.setSpacing(context.theme.px(4))
        column.addWidget(self._head)
        column.addWidget(self._strips)
        self.setAccessibleName("Avisos deste escritório")
        self.hide()

    def show_warnings(self, warnings: Sequence[AvisoRow], *, has_actions: bool = True) -> None:
        """Show these and no others; without actions for an account that may only read them."""
        if tuple(warnings) == self._shown:
            return
        self._shown = tuple(warnings)
        self._wish = None
        self.offered = []
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for warning in warnings:
            self._column.addWidget(self._strip(warning, has_actions=has_actions))
        self.summary.setText(f"{counted(len(warnings), 'aviso', 'avisos')} deste escritório")
        self.setVisible(bool(warnings))
        self._arrange()

    def fit(self, room: QSize) -> None:
        """Fold or unfold for a screen that has this much room for warnings and all else."""
        self._room = room
        self._arrange()

    @property
    def is_folded(self) -> bool:
        """Whether only their number is said."""
        return self._strips.isHidden()

    def _arrange(self) -> None:
        height = self._column.heightForWidth(self._room.width()) if self._room.isValid() else 0
        is_much = len(self._shown) > 1 and height > self._room.height() * _MOST_SHARE
        is_folded = is_much if self._wish is None else self._wish
        self._head.setVisible(is_much or self._wish is not None)
        self._strips.setVisible(not is_folded)
        self.fold_button.setText("Mostrar avisos" if is_folded else "Recolher avisos")

    @Slot()
    def _on_fold(self) -> None:
        self._wish = not self.is_folded
        self._arrange()

    def _strip(self, warning: AvisoRow, *, has_actions: bool) -> QFrame:
        text = QLabel(warning.frase, self)
        text.setWordWrap(True)
        word = ACTIONS.get(warning.acao or "")
        if not has_actions or word is None:
            return self._framed(text)
        button = QPushButton(word, self)
        button.clicked.connect(
            lambda _=False, action=warning.acao: self.action_requested.emit(action)
        )
        self.offered.append(button)
        return self._framed(text, button)

    def _framed(self, text: QLabel, button: QPushButton | None = None) -> QFrame:
        theme = self._context.theme
        strip = QFrame(self)
        strip.setProperty("kind", "notice")
        strip.setProperty("level", "aviso")
        mark = QLabel(strip)
        side = theme.px(20)
        mark.setPixmap(self._context.icons.icon("aviso", "warning").pixmap(QSize(side, side)))
        mark.setAccessibleName("Aviso")
        row = QHBoxLayout(strip)
        row.setContentsMargins(theme.px(12), theme.px(8), theme.px(8), theme.px(8))
        row.setSpacing(theme.px(8))
        row.addWidget(mark)
        row.addWidget(text, 1)
        if button is not None:
            row.addWidget(button)
        return strip
