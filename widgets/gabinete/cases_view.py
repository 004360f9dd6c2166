"""What worked before: concluded demands of the same category, each with how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.services.gabinete import CasoSemelhante
from app.services.momentos import ms_de
from widgets.runtime.code_label import short
from widgets.runtime.context import UiContext
from widgets.runtime.state_stack import StateStack
from widgets.runtime.words import counted


class CasesView(QWidget):
    """See the module.

    Signals:
        opened(str): a demand to look at.
    """

    opened = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName("Casos parecidos já concluídos")
        self.state = StateStack(self.area, context.theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.state)

    def show_cases(self, cases: Sequence[CasoSemelhante]) -> None:
        """The nearest first."""
        if not cases:
            self.state.show_empty(
                "Nenhum caso parecido ainda",
                "Quando uma demanda da mesma categoria for concluída, ela aparece aqui.",
            )
            return
        theme = self._context.theme
        body = QWidget(self.area)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, theme.px(8), theme.px(8), 0)
        column.setSpacing(theme.px(8))
        for one in cases:
            column.addWidget(self._card(one, body))
        column.addStretch(1)
        self.area.setWidget(body)
        self.state.show_content()

    def _card(self, one: CasoSemelhante, parent: QWidget) -> QFrame:
        theme = self._context.theme
        card = QFrame(parent)
        card.setProperty("kind", "card")
        title = QLabel(one.titulo or "Texto retido", card)
        title.setFont(theme.font(1, bold=True))
        ended = "" if one.concluida_em is None else (
            f"Concluída {self._context.moments.relativo(ms_de(one.concluida_em))}"
        )  # fmt: skip
        reports = counted(one.atualizacoes, "atualização", "atualizações")
        where = QLabel(" · ".join(part for part in (one.onde, ended, reports) if part), card)
        where.setProperty("kind", "secondary")
        if one.concluida_em is not None:
            where.setToolTip(self._context.moments.exato(ms_de(one.concluida_em)))
        final = QLabel(one.relato_final or one.resumo or "Concluída sem texto público.", card)
        name = one.protocolo or short(one.demanda_id)
        button = QPushButton(f"Ver {name}", card)
        button.setAccessibleName(f"Ver a demanda {name}")
        button.clicked.connect(lambda _checked=False: self.opened.emit(one.demanda_id))
        column = QVBoxLayout(card)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(4))
        for label in (title, where, final):
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return card
