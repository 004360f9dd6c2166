"""A verdict: a shape, a word and a colour, never the colour alone."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QLabel, QWidget

from app.services.cartoes_sorteio import PALAVRAS, Veredito
from widgets.runtime.theme.theme import Theme

SHAPES: Final[dict[Veredito, tuple[str, str]]] = {
    "confere": ("✓", "ok"),
    "nao_confere": ("✗", "danger"),
    "consequencia": ("✗", "danger"),
    "sem_dado": ("–", "secondary"),
}
"""Verdict -> shape and kind of the label."""


class VerdictLabel(QLabel):
    """Says one verdict."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(theme.font(1, bold=True))

    def say(self, verdict: Veredito) -> None:
        """Show this one."""
        shape, kind = SHAPES[verdict]
        self.say_words(f"{shape} {PALAVRAS[verdict]}", kind)

    def say_words(self, text: str, kind: str) -> None:
        """A verdict in words of its own."""
        self.setText(text)
        self.setAccessibleName(text)
        if self.property("kind") != kind:
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)
