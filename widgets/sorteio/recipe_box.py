"""Refazer fora daqui: the recipe to read and copy, the files to save, and the known limit."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout

LIMIT: Final = (
    "O que isto não prova: quem opera o computador pode escolher o momento do sorteio, e com ele a "
    "semente. Por isso tentativas, recusas e sorteios refeitos ficam todos no registro, à vista."
)
"""The known limit, stated wherever a draw is verified."""


class RecipeBox(QFrame):
    """Shows one recipe.

    Signals:
        save_requested: into a folder of the person's choice.
    """

    save_requested = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        theme = context.theme
        title = QLabel("Refazer fora daqui", self)
        title.setFont(theme.font(2))
        about = QLabel(
            "Com ferramentas comuns, sem este programa: sort, openssl, sha256sum e python3. "
            "Guardados os arquivos, basta rodar sh refazer.sh na pasta, ou python3 refazer.py.",
            self,
        )
        about.setWordWrap(True)
        about.setProperty("kind", "secondary")
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.mono_font(0))
        self.text.setAccessibleName("Roteiro para refazer o sorteio")
        self.text.setFixedHeight(theme.px(220))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.save = QPushButton("Guardar roteiro e arquivos…", self)
        self.copy = QPushButton("Copiar roteiro", self)
        self.save.clicked.connect(self.save_requested)
        self.copy.clicked.connect(self._on_copy)
        acts = QWidget(self)
        row = FlowLayout(acts, theme.px(8))
        for button in (self.save, self.copy):
            row.addWidget(button)
        limit = QLabel(LIMIT, self)
        limit.setWordWrap(True)
        limit.setProperty("kind", "warning")
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(8))
        for widget in (title, about, self.text, acts, limit):
            column.addWidget(widget)

    def show_recipe(self, recipe: str) -> None:
        """This one."""
        self.text.setPlainText(recipe)

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
