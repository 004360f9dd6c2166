"""After how long without a touch the window locks itself: chosen here, kept on this machine."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.runtime.context import UiContext
from widgets.runtime.words import counted

MACHINE: Final = "configuracao"
"""What is announced where something was set that concerns this machine alone."""
OFFERED: Final = (1, 2, 5, 10, 15, 30, 60, 0)


class IdleChoice(QWidget):
    """See the module; only whoever keeps the accounts may change it."""

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = services.configuracao
        self._context = context
        words = QLabel("&Bloquear a janela sem uso por", self)
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Bloquear a janela sem uso por")
        self.choice.view().setAccessibleName(self.choice.accessibleName())
        self.choice.setToolTip("Vale para este computador, a partir de agora")
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        words.setBuddy(self.choice)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(context.theme.px(8))
        row.addWidget(words)
        row.addWidget(self.choice)
        row.addStretch(1)
        self.choice.activated.connect(self._on_chosen)

    def load(self) -> None:
        """Read what holds now."""
        self.setVisible(self._context.session.pode(Ato.CONTAS))
        self._context.runner.read(self, self._settings.bloqueio_min, self.show_minutes)

    def show_minutes(self, minutes: int) -> None:
        """Show what holds, also where it is none of what is offered."""
        with QSignalBlocker(self.choice):
            self.choice.clear()
            offered = sorted({*OFFERED, minutes}, key=lambda one: (one == 0, one))
            for one in offered:
                self.choice.addItem(_words(one), one)
            self.choice.setCurrentIndex(self.choice.findData(minutes))

    @Slot(int)
    def _on_chosen(self, _at: int) -> None:
        minutes = int(self.choice.currentData())
        self._context.session.ator(Ato.CONTAS)
        self._context.runner.write(
            self,
            partial(self._settings.usar_bloqueio, minutes),
            lambda _done: self._context.notify(_said(minutes)),
            self._on_failed,
            changed=frozenset({MACHINE}),
        )

    def _on_failed(self, error: BaseException) -> None:
        self._context.report(error)
        self.load()


def _words(minutes: int) -> str:
    return counted(minutes, "minuto", "minutos") if minutes else "nunca"


def _said(minutes: int) -> str:
    if not minutes:
        return "A janela não se bloqueia mais sozinha. Bloqueie com Ctrl+L ao sair."
    return f"A janela se bloqueia depois de {_words(minutes)} sem uso."
