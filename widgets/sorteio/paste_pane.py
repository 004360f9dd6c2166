"""Paste your own: whoever has only what was published verifies it here, without any office."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.conferencia_avulsa import Colado, Conferencia, conferir, preencher
from widgets.runtime.context import UiContext
from widgets.sorteio.recipe_box import LIMIT
from widgets.sorteio.story_card import StoryCard
from widgets.sorteio.verdict import VerdictLabel

_FIELDS: Final = (
    ("base", "Base: event_id do evento anterior"),
    ("timestamp", "Horário do sorteio, como 2026-01-31T12:00:00.000Z"),
    ("seed", "Semente publicada (opcional)"),
    ("lista_hash", "Resumo da ordem publicado (opcional)"),
    ("conselheiro_id", "Sorteado publicado (opcional)"),
)


class PastePane(QWidget):
    """A form above, the cards below."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, theme.px(8), theme.px(8), 0)
        column.setSpacing(theme.px(4))
        about = QLabel(
            "Para quem só tem o que foi publicado. Cole a lista de quem podia ser sorteado, um "
            "identificador por linha, ou o evento inteiro em JSON, que preenche os outros campos.",
            self,
        )
        about.setWordWrap(True)
        column.addWidget(about)
        self.pool = QPlainTextEdit(self)
        self.pool.setProperty("kind", "input")
        self.pool.setTabChangesFocus(True)
        self.pool.setFont(theme.mono_font(0))
        self.pool.setAccessibleName("Lista de quem podia ser sorteado")
        self.pool.setFixedHeight(theme.px(120))
        label = QLabel("&Lista de quem podia ser sorteado", self)
        label.setBuddy(self.pool)
        column.addWidget(label)
        column.addWidget(self.pool)
        self.fields: dict[str, QLineEdit] = {}
        for name, words in _FIELDS:
            field = QLineEdit(self)
            field.setFont(theme.mono_font(0))
            field.setAccessibleName(words)
            caption = QLabel(words, self)
            caption.setBuddy(field)
            column.addWidget(caption)
            column.addWidget(field)
            field.returnPressed.connect(self.verify)
            self.fields[name] = field
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self.button = QPushButton("Conferir", self)
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(self.verify)
        self.verdict = VerdictLabel(theme, self)
        column.addWidget(self.error)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.verdict)
        self.cards = [StoryCard(context, self) for _ in range(4)]
        for card in self.cards:
            card.hide()
            column.addWidget(card)
        limit = QLabel(LIMIT, self)
        limit.setWordWrap(True)
        limit.setProperty("kind", "secondary")
        column.addWidget(limit)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName("Colar e conferir")
        area.setWidget(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.pool.textChanged.connect(self._on_pasted)

    @Slot()
    def verify(self) -> None:
        """Draw again from what stands in the fields."""
        told = Colado(
            elegiveis=self.pool.toPlainText(),
            **{name: field.text() for name, field in self.fields.items()},
        )
        self._context.runner.read(
            self, partial(conferir, told), self._on_verified, self._on_refused, key="colado"
        )

    @Slot()
    def _on_pasted(self) -> None:
        """A whole event fills every field."""
        text = self.pool.toPlainText()
        filled = preencher(text)
        if filled is None:
            return
        for name, field in self.fields.items():
            field.setText(getattr(filled, name))
        self.pool.setPlainText(filled.elegiveis)

    def _on_verified(self, found: Conferencia) -> None:
        self.error.hide()
        is_told = any(one.veredito != "sem_dado" for one in found.cartoes)
        if not found.is_right:
            self.verdict.say_words("✗ Não confere com o que foi colado", "danger")
        elif is_told:
            self.verdict.say_words("✓ Confere com o que foi colado", "ok")
        else:
            self.verdict.say_words("Refeito; nada publicado foi dado para comparar", "secondary")
        for place, (card, told) in enumerate(zip(self.cards, found.cartoes, strict=True), 1):
            card.show_card(told, place)
            card.show()

    def _on_refused(self, error: BaseException) -> None:
        self.error.setText(self._context.describe(error).frase)
        self.error.show()
        self.verdict.say_words("", "secondary")
        for card in self.cards:
            card.hide()
        self.pool.setFocus()
