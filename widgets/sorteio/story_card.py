"""One card of a draw's story: what it is about, the verdict, what differs, the values to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.services.cartoes_sorteio import POR_QUE_NINGUEM, Cartao, Chave, Valor
from widgets.runtime.context import UiContext
from widgets.sorteio.verdict import VerdictLabel

ABOUT: Final[dict[Chave, str]] = {
    "lista": "Os conselheiros livres da unidade da demanda; sem nenhum, os da unidade acima. Em "
    "ordem crescente de identificador.",
    "base": "O evento anterior do mesmo nó, que o cabeçalho do sorteio nomeia pelo carimbo.",
    "semente": "HMAC-SHA-256, chave pública d6a-sorteio, do texto base:horário.",
    "embaralhamento": "Fisher-Yates do fim para o começo; o lugar de cada troca vem do SHA-256 de "
    "semente:contador. A ordem inteira é resumida num SHA-256.",
    "resultado": "O sorteado é o primeiro da ordem.",
}
"""What each step is, in a sentence."""
NOBODY: Final = "Ninguém podia ser sorteado, e a demanda espera."


class StoryCard(QFrame):
    """Built once and filled for every draw; ``body`` takes what only this card has."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._context = context
        theme = context.theme
        self.title = QLabel(self)
        self.title.setFont(theme.font(2))
        self.verdict = VerdictLabel(theme, self)
        self.about = self._label("secondary")
        self.differs = self._label("danger")
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.verdict)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.px(12))
        self._grid.setVerticalSpacing(theme.px(4))
        self._grid.setColumnStretch(1, 1)
        self._values: list[QWidget] = []
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(8))
        column.addLayout(head)
        for label in (self.about, self.differs):
            column.addWidget(label)
        column.addLayout(self._grid)
        column.addLayout(self.body)

    def show_card(self, card: Cartao, place: int) -> None:
        """Fill it."""
        self.title.setText(f"{place}. {card.titulo}")
        self.setAccessibleName(f"{place}. {card.titulo}: {card.palavra}")
        self.verdict.say(card.veredito)
        is_nobody = any(one.nome == POR_QUE_NINGUEM for one in card.valores)
        self.about.setText(NOBODY if is_nobody else ABOUT[card.chave])
        self.differs.setText("\n".join(card.frases))
        self.differs.setVisible(bool(card.frases))
        self._fill(card.valores)

    def values(self) -> list[str]:
        """Everything that can be copied here."""
        return [one.text() for one in self._values if isinstance(one, QLineEdit)]

    def _fill(self, values: Sequence[Valor]) -> None:
        for old in self._values:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._values = []
        row = 0
        for value in values:
            if value.is_igual:
                self._add(row, value.nome, value.mostrado or "não publicado")
                row += 1
                continue
            self._add(row, f"{value.nome}, publicado", value.publicado or "—")
            self._add(row + 1, f"{value.nome}, refeito", value.refeito or "—")
            row += 2

    def _add(self, row: int, name: str, text: str) -> None:
        theme = self._context.theme
        label = QLabel(name, self)
        label.setProperty("kind", "secondary")
        field = QLineEdit(text, self)
        field.setReadOnly(True)
        field.setFont(theme.mono_font(0))
        field.setCursorPosition(0)
        field.setAccessibleName(name)
        copy = QToolButton(self)
        copy.setProperty("kind", "bare")
        copy.setIcon(self._context.icons.icon("copiar", "secondary"))
        copy.setIconSize(QSize(theme.px(16), theme.px(16)))
        copy.setToolTip(f"Copiar {name.lower()}")
        copy.setAccessibleName(f"Copiar {name.lower()}")
        copied = text.rsplit(" · ", maxsplit=1)[-1]
        copy.clicked.connect(lambda _checked=False: QGuiApplication.clipboard().setText(copied))
        for at, widget in enumerate((label, field, copy)):
            self._grid.addWidget(widget, row, at)
            self._values.append(widget)

    def _label(self, kind: str) -> QLabel:
        label = QLabel(self)
        label.setProperty("kind", kind)
        label.setWordWrap(True)
        return label
