"""The demand in hand: what it is, what is due, its whole history, and what worked before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QTabWidget, QVBoxLayout, QWidget

from app.services.gabinete import CasoSemelhante, Mesa
from app.services.gabinete_prazos import Prazo
from app.services.linha_do_tempo import LinhaDoTempo
from app.services.transparencia_vistas import RelatorioDeDemanda
from widgets.gabinete.cases_view import CasesView
from widgets.gabinete.words import prazo
from widgets.runtime.code_label import short
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout


class DemandPane(QWidget):
    """See the module.

    Signals:
        demand_opened(str): look at a demand in its own screen.
        draw_opened(str): look at the draw of this demand.
        write_asked: bring the form to the front, where both do not fit.
    """

    demand_opened = Signal(str)
    draw_opened = Signal(str)
    write_asked = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Demanda em mãos")
        self._context = context
        self._demanda_id = ""
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.meta = QLabel(self)
        self.meta.setProperty("kind", "secondary")
        self.due = QVBoxLayout()
        self.due.setSpacing(theme.px(4))
        self.due_labels: list[QLabel] = []
        self.history = self._text("História da demanda")
        self.about = self._text("Sobre a demanda")
        self.cases = CasesView(context, self)
        self.cases.opened.connect(self.demand_opened)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Partes da demanda")
        self.tabs.tabBar().setAccessibleName("Partes da demanda")
        self.tabs.addTab(self.history, "História")
        self.tabs.addTab(self.cases, "O que já funcionou")
        self.tabs.addTab(self.about, "Sobre")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.px(12), 0)
        column.setSpacing(theme.px(8))
        for label in (self.heading, self.meta):
            label.setWordWrap(True)
            column.addWidget(label)
        column.addLayout(self.due)
        column.addWidget(self._build_acts())
        column.addWidget(self.tabs, 1)

    def show_desk(self, desk: Mesa) -> None:
        """Fill everything in but the cases, which are read apart."""
        self._say_due(desk.prazos)
        if desk.sorteio is not None:
            self._demanda_id = desk.sorteio.demanda_id
        if desk.demanda is None:
            self.heading.setText(f"Demanda {short(self._demanda_id)}")
            self.meta.setText("O resumo desta demanda ainda está sendo preparado.")
            return
        told = desk.demanda
        one = told.demanda
        self.heading.setText(one.titulo or "Texto retido por um moderador")
        state = f"{one.situacao.forma} {one.situacao.nome}"
        parts = (one.protocolo, state, one.categoria, one.unidade)
        self.meta.setText(" · ".join(part for part in parts if part))
        self._put(self.history, _history(told.linha_do_tempo, self._context))
        self._put(self.about, _about(told))

    def show_cases(self, cases: Sequence[CasoSemelhante]) -> None:
        """What worked before."""
        self.cases.show_cases(cases)
        count = f" ({len(cases)})" if cases else ""
        self.tabs.setTabText(self.tabs.indexOf(self.cases), f"O que já funcionou{count}")

    def set_narrow(self, *, is_narrow: bool) -> None:
        """The form is another page then."""
        self.write.setVisible(is_narrow)

    def _say_due(self, due: Sequence[Prazo]) -> None:
        for label in self.due_labels:
            self.due.removeWidget(label)
            label.hide()
            label.deleteLater()
        self.due_labels = []
        for one in due:
            label = QLabel(("⚠ " if one.is_vencido else "◷ ") + prazo(one, self._context.moments))
            label.setParent(self)
            label.setWordWrap(True)
            if one.is_vencido:
                label.setProperty("kind", "danger")
            if one.momento_ms is not None:
                label.setToolTip(self._context.moments.exato(one.momento_ms))
            self.due.addWidget(label)
            self.due_labels.append(label)

    def _build_acts(self) -> QWidget:
        row = QWidget(self)
        flow = FlowLayout(row, self._context.theme.px(8))
        self.open = QPushButton("Ver demanda", row)
        self.open.clicked.connect(self._on_open)
        self.draw = QPushButton("Conferir o sorteio", row)
        self.draw.clicked.connect(self._on_draw)
        self.write = QPushButton("Escrever atualização", row)
        self.write.setProperty("kind", "primary")
        self.write.clicked.connect(self.write_asked)
        self.write.hide()
        for button in (self.write, self.open, self.draw):
            flow.addWidget(button)
        return row

    def _text(self, name: str) -> QPlainTextEdit:
        text = QPlainTextEdit(self)
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        text.setAccessibleName(name)
        text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        return text

    @staticmethod
    def _put(text: QPlainTextEdit, words: str) -> None:
        """Other words; the same ones leave the scroll position."""
        if text.toPlainText() != words:
            text.setPlainText(words)

    @Slot()
    def _on_open(self) -> None:
        self.demand_opened.emit(self._demanda_id)

    @Slot()
    def _on_draw(self) -> None:
        self.draw_opened.emit(self._demanda_id)


def _history(told: LinhaDoTempo, context: UiContext) -> str:
    """Newest first: what is of use today stands on top."""
    moments = context.moments
    lines = [f"{moments.curto(one.quando_ms)[:16]}\n{one.frase}" for one in reversed(told.entradas)]
    return "\n\n".join([*lines, f"Horários de {moments.zona}."])


def _about(told: RelatorioDeDemanda) -> str:
    one = told.demanda
    parts = [one.descricao or "O texto desta demanda não é mostrado."]
    if one.subcategoria:
        parts.append(f"Categoria: {one.categoria} – {one.subcategoria}")
    if one.nivel_precedencia is not None:
        parts.append(f"Nível de precedência: {one.nivel_precedencia}")
    if one.total_confirmacoes:
        parts.append(f"Confirmações de moradores: {one.total_confirmacoes}")
    if told.responsaveis:
        bodies = "\n".join(f"• {b.esfera}: {b.orgao} – {b.papel}" for b in told.responsaveis)
        parts.append(f"Quem responde por isto:\n{bodies}")
    return "\n\n".join(parts)
