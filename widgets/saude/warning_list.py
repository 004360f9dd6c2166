"""Lasting warnings of the installation: they stay until their cause is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.saude import AvisoRow
from widgets.runtime.context import UiContext

ACTIONS: Final = {
    "confirmar_chave_raiz": "Já guardei",
}


class WarningList(QWidget):
    """One strip a warning.

    Signals:
        action_requested(str): what the strip's button offers.
    """

    action_requested = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: tuple[AvisoRow, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(context.theme.px(4))
        self.setAccessibleName("Avisos deste escritório")
        self.hide()

    def show_warnings(self, warnings: Sequence[AvisoRow], *, has_actions: bool = True) -> None:
        """Show these and no others; without actions for an account that may only read them."""
        if tuple(warnings) == self._shown:
            return
        self._shown = tuple(warnings)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for warning in warnings:
            self._column.addWidget(self._strip(warning, has_actions=has_actions))
        self.setVisible(bool(warnings))

    def _strip(self, warning: AvisoRow, *, has_actions: bool) -> QFrame:
        theme = self._context.theme
        strip = QFrame(self)
        strip.setProperty("kind", "notice")
        strip.setProperty("level", "aviso")
        mark = QLabel(strip)
        side = theme.px(20)
        mark.setPixmap(self._context.icons.icon("aviso", "warning").pixmap(QSize(side, side)))
        mark.setAccessibleName("Aviso")
        text = QLabel(warning.frase, strip)
        text.setWordWrap(True)
        row = QHBoxLayout(strip)
        row.setContentsMargins(theme.px(12), theme.px(8), theme.px(8), theme.px(8))
        row.setSpacing(theme.px(8))
        row.addWidget(mark)
        row.addWidget(text, 1)
        word = ACTIONS.get(warning.acao or "")
        if has_actions and word is not None:
            button = QPushButton(word, strip)
            button.clicked.connect(
                lambda _=False, action=warning.acao: self.action_requested.emit(action)
            )
            row.addWidget(button)
        return strip
