"""When the office cannot be opened: a sentence and choices, never a traceback.

A window of its own, because there is no office to show. Source: issue "Ground floor",
Application skeleton; ui.md, Words.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout
from typing_extensions import override

from app.services.falhas import Cause, Falha
from widgets.runtime.lone_window import LoneWindow
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme


class Choice(StrEnum):
    """What the person wants to do about it."""

    CRIAR = "criar"
    TENTAR = "tentar"
    OUTRA_PASTA = "outra_pasta"
    RESTAURAR = "restaurar"
    VERIFICAR = "verificar"
    SAIR = "sair"


_MISSING = "banco.nao_existe"
_WORDS = {
    Choice.CRIAR: (
        "Criar um escritório aqui…",
        "Dizer o nome, o território e quem entra. Nada é criado antes do fim.",
    ),
    Choice.TENTAR: ("Tentar de novo", "Abrir a mesma pasta outra vez."),
    Choice.OUTRA_PASTA: ("Abrir outra pasta…", "Escolher a pasta de outro escritório."),
    Choice.RESTAURAR: (
        "Restaurar uma cópia…",
        "Voltar a uma cópia verificada. O arquivo atual é guardado ao lado, não apagado.",
    ),
    Choice.VERIFICAR: (
        "Verificar o registro",
        "Conferir evento por evento e dizer qual é o primeiro com defeito. Nada é alterado.",
    ),
    Choice.SAIR: ("Sair", ""),
}


class OpeningFaultWindow(LoneWindow):
    """Says why, and offers what can be done.

    Args:
        falha: the fault.
        place: the folder or database that was to be opened.
        theme: look.
        icons: icons.

    Signals:
        chosen(str): a ``Choice``; closing the window is ``sair``.
    """

    chosen = Signal(str)

    def __init__(self, falha: Falha, place: str, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._has_chosen = False
        self._report = falha.relatorio
        self.setWindowTitle("Formigueiro: o escritório não abriu")
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(24)] * 4)
        column.setSpacing(theme.px(12))
        mark = QLabel(self)
        side = theme.px(32)
        mark.setPixmap(icons.icon("aviso", "warning").pixmap(QSize(side, side)))
        mark.setAccessibleName("Aviso")
        is_missing = falha.codigo == _MISSING
        title = QLabel(
            "Ainda não há um escritório aqui" if is_missing else "O escritório não pôde ser aberto",
            self,
        )
        title.setFont(theme.font(2))
        title.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(mark)
        head.addWidget(title, 1)
        column.addLayout(head)
        self.sentence = QLabel(falha.frase, self)
        where = QLabel(place, self)
        where.setProperty("kind", "secondary")
        for label in (self.sentence, where):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        self.buttons: dict[Choice, QPushButton] = {}
        primary = Choice.TENTAR if falha.causa is Cause.AMBIENTE else Choice.VERIFICAR
        if is_missing:
            primary = Choice.CRIAR
        left_out = Choice.VERIFICAR if is_missing else Choice.CRIAR
        choices = [c for c in Choice if c not in (Choice.SAIR, left_out)]
        for choice in sorted(choices, key=lambda c: c is not primary):
            word, explanation = _WORDS[choice]
            button = QPushButton(word, self)
            button.setProperty("kind", "primary" if choice is primary else "")
            button.setAccessibleDescription(explanation)
            button.clicked.connect(lambda _=False, c=choice: self._choose(c))
            hint = QLabel(explanation, self)
            hint.setProperty("kind", "secondary")
            hint.setWordWrap(True)
            row = QHBoxLayout()
            row.setSpacing(theme.px(12))
            button.setMinimumWidth(theme.px(190))
            row.addWidget(button)
            row.addWidget(hint, 1)
            column.addLayout(row)
            self.buttons[choice] = button
        column.addStretch(1)
        copy = QPushButton("Copiar relatório", self)
        copy.clicked.connect(self._on_copy)
        leave = QPushButton("Sair", self)
        leave.clicked.connect(lambda: self._choose(Choice.SAIR))
        self.buttons[Choice.SAIR] = leave
        foot = QHBoxLayout()
        foot.addWidget(copy)
        foot.addStretch(1)
        foot.addWidget(leave)
        column.addLayout(foot)
        self.resize(theme.px(620), theme.px(380))
        self.buttons[primary].setFocus()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing is leaving."""
        if not self._has_chosen:
            self._has_chosen = True
            self.chosen.emit(Choice.SAIR)
        super().closeEvent(event)

    def _choose(self, choice: Choice) -> None:
        if not self._has_chosen:
            self._has_chosen = True
            self.chosen.emit(choice)

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report)
