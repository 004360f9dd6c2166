"""The status bar: the office's health in plain words; a click leads to Saúde."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.services.saude import Resumo
from widgets.runtime.context import UiContext
from widgets.runtime.elided_button import ElidedToolButton
from widgets.runtime.words import counted

_GROUPS_SHOWN = 1


class StatusBar(QFrame):
    """Engine, node, last copy, occurrences.

    Signals:
        pressed: any of them was clicked.
    """

    pressed = Signal()

    def __init__(self, fingerprint: str, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setAccessibleName("Situação do escritório")
        self._moments = context.moments
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(context.theme.px(8), 0, context.theme.px(8), 0)
        self._row.setSpacing(context.theme.px(4))
        self.engine = self._cell("Lendo a situação do motor…")
        groups = fingerprint.split("-")
        brief = "-".join(groups[:_GROUPS_SHOWN]) + ("-…" if len(groups) > _GROUPS_SHOWN else "")
        self.node = self._cell(f"Nó {brief}", yields=False)
        self.node.setToolTip(f"Impressão digital deste nó: {fingerprint}")
        self.node.setAccessibleName(f"Nó {fingerprint}")
        self.copy = self._cell("")
        self.occurrences = self._cell("", yields=False)
        self.message = self._cell("")
        self.message.hide()
        self._row.addStretch(1)

    def show_summary(self, summary: Resumo) -> None:
        """Put the words in place."""
        behind = ""
        if summary.atraso and not summary.is_stopped:
            behind = f", {counted(summary.atraso, 'evento', 'eventos')} a processar"
        self._say(self.engine, summary.motor.rstrip(".") + behind, is_alert=summary.is_stopped)
        if summary.ultima_copia_ms is None:
            self._say(self.copy, "Nenhuma cópia ainda", is_alert=True)
            self.copy.setToolTip("Nenhuma cópia de segurança foi feita. Veja em Saúde.")
        else:
            self._say(self.copy, f"Cópia {self._moments.relativo(summary.ultima_copia_ms)}")
            self.copy.setToolTip(self._moments.exato(summary.ultima_copia_ms))
        self.message.setVisible(summary.recado is not None)
        if summary.recado is not None:
            self._say(self.message, summary.recado, is_alert=True)
        count = summary.ocorrencias
        words = counted(count, "ocorrência", "ocorrências") if count else "Sem ocorrências"
        self._say(self.occurrences, words, is_alert=count > 0)

    def show_unknown(self, sentence: str) -> None:
        """The summary could not be read."""
        self._say(self.engine, "Situação desconhecida", is_alert=True)
        self.engine.setToolTip(sentence)

    def _cell(self, text: str, *, yields: bool = True) -> ElidedToolButton:
        button = ElidedToolButton(self, yields=yields)
        button.set_full_text(text)
        button.setAccessibleName(text or "Situação")
        button.clicked.connect(self.pressed)
        self._row.addWidget(button)
        return button

    @staticmethod
    def _say(button: ElidedToolButton, text: str, *, is_alert: bool = False) -> None:
        button.set_full_text(text)
        button.setAccessibleName(f"{text}. Abrir Saúde")
        button.setToolTip(f"{text}. Clique para abrir Saúde.")
        kind = "alert" if is_alert else ""
        if button.property("kind") != kind:
            button.setProperty("kind", kind)
            button.style().unpolish(button)
            button.style().polish(button)
