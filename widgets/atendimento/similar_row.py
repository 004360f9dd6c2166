"""One demand that may be the same: what it says, how far, how it stands, and "é a mesma"."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.atendimento_semelhantes import Semelhante
from widgets.runtime.context import UiContext

_WORDS: Final = 4


class SimilarRow(QWidget):
    """See the module.

    Signals:
        same_chosen(Semelhante): the resident speaks of this one.
        opened(str): look at it.
    """

    same_chosen = Signal(object)
    opened = Signal(str)

    def __init__(self, demand: Semelhante, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.demand = demand
        theme = context.theme
        title = QLabel(demand.titulo or "(texto reservado)", self)
        title.setWordWrap(True)
        title.setTextFormat(Qt.TextFormat.PlainText)
        facts = QLabel(_facts(demand), self)
        facts.setProperty("kind", "secondary")
        facts.setWordWrap(True)
        facts.setToolTip(demand.situacao.descricao)
        why = QLabel(_why(demand), self)
        why.setProperty("kind", "secondary")
        why.setWordWrap(True)
        why.setVisible(bool(why.text()))
        self.same = QPushButton("É a mesma", self)
        self.same.setAccessibleName(f"É a mesma que {demand.protocolo}")
        self.same.setToolTip("Fecha este atendimento sem registrar e dá este protocolo ao morador")
        self.same.clicked.connect(self._on_same)
        self.open = QPushButton("Ver", self)
        self.open.setAccessibleName(f"Ver a demanda {demand.protocolo}")
        self.open.clicked.connect(self._on_open)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.px(8))
        buttons.addWidget(self.same)
        buttons.addWidget(self.open)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(4), 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(title)
        column.addWidget(facts)
        column.addWidget(why)
        column.addLayout(buttons)

    @Slot()
    def _on_same(self) -> None:
        self.same_chosen.emit(self.demand)

    @Slot()
    def _on_open(self) -> None:
        self.opened.emit(self.demand.demanda_id)


def _why(demand: Semelhante) -> str:
    """What both have in common."""
    said = f"Também fala de: {', '.join(demand.palavras[:_WORDS])}" if demand.palavras else ""
    kind = "mesma categoria" if demand.mesma_categoria else ""
    return " · ".join(part for part in (said, kind) if part)


def _facts(demand: Semelhante) -> str:
    far = "no mesmo ponto" if demand.distancia_m < 5 else f"a {demand.distancia_m} m"
    state = demand.situacao
    return f"{far} · {state.forma} {state.nome} · {demand.protocolo}"
