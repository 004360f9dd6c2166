"""One councillor: where they stand, the demand in hand, every draw, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.conselheiros import Conselheiro
from app.services.momentos import ms_de
from app.services.permissoes import Ato
from app.services.sorteio import DoConselheiro
from widgets.conselheiros.columns import draw_columns
from widgets.conselheiros.words import situacao
from widgets.runtime.code_label import short
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.state_stack import StateStack

MANDATES: Final = (Ato.EM_NOME_DE, Ato.REVISAR, Ato.GERIR_CONSELHEIROS)
"""Whoever may do one of these may say that a mandate is over."""


class CouncillorPane(QWidget):
    """See the module.

    Signals:
        asked(str, Conselheiro): an act: ``contato``, ``gabinete``, ``inativar``, ``reativar``,
            ``mandato``, ``demanda``.
        draw_opened(str): the demand of a draw.
    """

    asked = Signal(str, object)
    draw_opened = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Detalhe do conselheiro")
        self._context = context
        self._shown: Conselheiro | None = None
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.heading.setWordWrap(True)
        self.facts = QWidget(self)
        self.form = QFormLayout(self.facts)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.form.setHorizontalSpacing(theme.px(12))
        self.draws = ListPanel(
            "Sorteios deste conselheiro",
            "conselheiros/sorteios",
            ("sorteio", "sorteios"),
            ("Nenhum sorteio ainda", "Este conselheiro ainda não foi sorteado."),
            SortedRowsModel(
                draw_columns(context.moments), theme, self, lambda one: one.sorteado.event_hash
            ),
            context,
            self,
            has_filter=False,
        )
        self.draws.opened.connect(self._on_draw_opened)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.px(12), 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.heading)
        column.addWidget(self.facts)
        column.addLayout(self._build_acts())
        column.addWidget(self.draws, 1)
        self.draws.setMinimumHeight(theme.px(200))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Detalhe do conselheiro")
        area.setWidget(body)
        self.state = StateStack(area, theme, self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.state)
        self.show_nothing()

    @property
    def shown(self) -> Conselheiro | None:
        """Who is shown."""
        return self._shown

    def show_nothing(self) -> None:
        """Nobody is chosen."""
        self._shown = None
        self.state.show_empty(
            "Nenhum conselheiro escolhido", "Escolha uma linha da lista para ver a situação."
        )

    def show_councillor(self, one: Conselheiro) -> None:
        """Fill everything in but the draws, which are read apart."""
        is_other = self._shown is None or self._shown.conselheiro_id != one.conselheiro_id
        self._shown = one
        self.heading.setText(one.nome_publico or f"Conselheiro {short(one.conselheiro_id)}")
        moments = self._context.moments
        while self.form.rowCount():
            self.form.removeRow(0)
        self._fact("Situação", situacao(one.status))
        if one.status == "suspenso" and one.data_suspensao_ate:
            self._fact("Suspenso até", moments.exato(ms_de(one.data_suspensao_ate)))
        self._fact("Unidade", f"{one.unidade_nome or one.unidade_civica_id} "
                              f"(nível {one.nivel_atuacao}) e as menores dentro dela")  # fmt: skip
        self._fact("Capacitação", "concluída" if one.capacitacao_concluida else "não concluída")
        self._fact("Recusas seguidas", _refusals(one.recusas_consecutivas))
        self._fact("Cadastro", moments.exato(ms_de(one.data_cadastro)))
        self._fact("Identificador", one.conselheiro_id, is_code=True)
        self._say_acts(one)
        if is_other:
            self.draws.show_rows(())
        self.state.show_content()

    def show_draws(self, rows: Sequence[DoConselheiro]) -> None:
        """The draws of who is shown, newest first."""
        self.draws.show_rows(rows)

    def _fact(self, name: str, text: str, *, is_code: bool = False) -> None:
        value = QLabel(text, self.facts)
        value.setWordWrap(not is_code)
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if is_code:
            value.setFont(self._context.theme.mono_font(0))
        label = QLabel(name, self.facts)
        label.setProperty("kind", "secondary")
        self.form.addRow(label, value)

    def _build_acts(self) -> QHBoxLayout:
        near = QWidget(self)
        flow = FlowLayout(near, self._context.theme.px(8))
        self.demand = self._act("Ver demanda", "demanda")
        self.desk = self._act("Abrir gabinete", "gabinete")
        self.contact = self._act("Abrir contato", "contato")
        self.contact.setToolTip("Mostra telefone e endereço; fica registrado quem abriu")
        self.back = self._act("Reativar…", "reativar")
        for button in (self.demand, self.desk, self.contact, self.back):
            flow.addWidget(button)
        self.mandate = self._act("Encerrar mandato…", "mandato", is_danger=True)
        self.out = self._act("Inativar…", "inativar", is_danger=True)
        row = QHBoxLayout()
        row.setSpacing(self._context.theme.px(24))
        row.addWidget(near, 1)
        far = QVBoxLayout()
        far.addWidget(self.mandate)
        far.addWidget(self.out)
        far.addStretch(1)
        row.addLayout(far)
        return row

    def _act(self, text: str, name: str, *, is_danger: bool = False) -> QPushButton:
        button = QPushButton(text, self)
        if is_danger:
            button.setProperty("kind", "danger")
        button.clicked.connect(lambda _checked=False: self._ask(name))
        return button

    def _say_acts(self, one: Conselheiro) -> None:
        session = self._context.session
        has_demand = one.demanda_id is not None
        manages = session.pode(Ato.GERIR_CONSELHEIROS)
        self.demand.setVisible(has_demand)
        self.desk.setVisible(session.pode(Ato.EM_NOME_DE))
        self.contact.setVisible(session.pode(Ato.CIDADAOS))
        self.back.setVisible(manages and one.status == "inativo")
        self.out.setVisible(manages and one.status != "inativo" and not has_demand)
        self.mandate.setVisible(has_demand and any(session.pode(act) for act in MANDATES))

    def _ask(self, name: str) -> None:
        if self._shown is not None:
            self.asked.emit(name, self._shown)

    @Slot(object)
    def _on_draw_opened(self, row: DoConselheiro) -> None:
        self.draw_opened.emit(row.demanda_id)


def _refusals(count: int) -> str:
    if not count:
        return "nenhuma"
    return (
        f"{count}; a próxima suspende por 90 dias" if count >= 3 else str(count)
    )  # the limit of three
