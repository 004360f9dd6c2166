"""Why the chosen demand stands where it stands: a sentence, its factors as bars, its neighbours."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.backlog_explicacao import MAX_HORIZONTAL, Explicacao, Fatores, Vizinha
from app.services.backlog_quadro import LinhaDoBacklog
from widgets.backlog.columns import HIDDEN_TITLE, protocol
from widgets.backlog.words import ahead, factor, neighbour, product, sentence
from widgets.runtime.code_label import CodeLabel
from widgets.runtime.context import UiContext
from widgets.runtime.state_stack import StateStack

if TYPE_CHECKING:
    from widgets.runtime.bar_chart import BarChart, Chart

_MOST_WEIGHT: Final = 100
_READABLE: Final = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class NeighbourRow(QFrame):
    """A demand next to the chosen one, and what would swap the two.

    Signals:
        wanted(str): go to that demand.
    """

    wanted = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        theme = context.theme
        self._id = ""
        self.text = QLabel(self)
        self.text.setWordWrap(True)
        self.button = QPushButton("Ver", self)
        self.button.clicked.connect(self._on_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(8), theme.px(8), theme.px(8))
        row.addWidget(self.text, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)

    def fill(self, found: Vizinha | None, *, is_ahead: bool) -> None:
        """Show a neighbour; hide where there is none."""
        self.setVisible(found is not None)
        if found is None:
            return
        self._id = found.demanda_id
        side = "Acima" if is_ahead else "Abaixo"
        self.text.setText(f"{side}: {neighbour(found, is_ahead=is_ahead)}")
        self.button.setAccessibleName(f"Ver a demanda que está {side.lower()}")

    @Slot()
    def _on_clicked(self) -> None:
        self.wanted.emit(self._id)


class ExplanationPane(QWidget):
    """See the module.

    Signals:
        neighbour_wanted(str): make this demand the chosen one.
        demand_wanted(str): open this demand's own screen.
    """

    neighbour_wanted = Signal(str)
    demand_wanted = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.demanda_id = ""
        self.chart: BarChart | None = None
        self._code: CodeLabel | None = None
        theme = context.theme
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget(area)
        area.setWidget(body)
        self.state = StateStack(area, theme, self)
        self._build_labels(body)
        self.above, self.below = NeighbourRow(context, body), NeighbourRow(context, body)
        self.open_button = QPushButton("Abrir demanda", body)
        self.open_button.setToolTip("Abrir a demanda em sua própria tela (Enter na lista)")
        self._head = QHBoxLayout()
        self._head.addWidget(self.band, 1)
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(theme.px(16), theme.px(4), theme.px(8), theme.px(8))
        self._column.setSpacing(theme.px(8))
        self._column.addWidget(self.title)
        self._column.addLayout(self._head)
        self._column.addWidget(self.sentence)
        self._column.addWidget(self.product)
        self._chart_at = self._column.count()
        self._column.addWidget(self.factor)
        self._column.addWidget(_caption("Quem está à frente", context, body))
        self._column.addWidget(self.ahead)
        self._column.addWidget(_caption("Vizinhas", context, body))
        self._column.addWidget(self.above)
        self._column.addWidget(self.below)
        self.alone = QLabel("Nenhuma na mesma faixa.", body)
        self.alone.setProperty("kind", "secondary")
        self._column.addWidget(self.alone)
        self._column.addSpacing(theme.px(4))
        self._column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.state)
        self.above.wanted.connect(self.neighbour_wanted)
        self.below.wanted.connect(self.neighbour_wanted)
        self.open_button.clicked.connect(self._on_open)
        self.show_nothing()

    def _build_labels(self, body: QWidget) -> None:
        theme = self._context.theme
        self.title = QLabel(body)
        self.title.setFont(theme.font(2, bold=True))
        self.title.setWordWrap(True)
        self.band = QLabel(body)
        self.band.setProperty("kind", "secondary")
        self.sentence = QLabel(body)
        self.sentence.setWordWrap(True)
        self.sentence.setFont(theme.font(2))
        self.sentence.setTextInteractionFlags(_READABLE)
        self.product = QLabel(body)
        self.product.setProperty("kind", "secondary")
        self.product.setWordWrap(True)
        self.factor = QLabel(body)
        self.factor.setProperty("kind", "secondary")
        self.ahead = QLabel(body)
        self.ahead.setWordWrap(True)

    def show_nothing(self) -> None:
        """No demand is chosen."""
        self.demanda_id = ""
        self.state.show_empty(
            "Nenhuma demanda escolhida",
            "Escolha uma linha para ler por que ela está naquele lugar.",
        )

    def show_explanation(self, line: LinhaDoBacklog, found: Explicacao) -> None:
        """Tell why the demand stands there."""
        self.demanda_id = found.demanda_id
        self.title.setText(line.titulo or HIDDEN_TITLE)
        self.band.setText(f"{line.situacao.forma} {line.situacao.nome}")
        if self._code is not None:
            self._head.removeWidget(self._code)
            self._code.deleteLater()
        theme, icons = self._context.theme, self._context.icons
        self._code = CodeLabel(protocol(line), "Protocolo", theme, icons, self, is_whole=True)
        self._head.addWidget(self._code)
        self.sentence.setText(sentence(found))
        self._show_factors(found.fatores)
        self.ahead.setText(ahead(found))
        self.above.fill(found.acima, is_ahead=True)
        self.below.fill(found.abaixo, is_ahead=False)
        self.alone.setVisible(found.acima is None and found.abaixo is None)
        self.state.show_content()

    def _show_factors(self, found: Fatores | None) -> None:
        if self.chart is not None:
            self._column.removeWidget(self.chart)
            self.chart.hide()
            self.chart.deleteLater()
            self.chart = None
        for label in (self.product, self.factor):
            label.setVisible(found is not None)
        if found is None:
            return
        other = " (serão recalculados: há parâmetros mais novos)" if found.is_outra_versao else ""
        self.product.setText(f"{product(found)} · parâmetros {found.versao}{other}")
        from widgets.runtime.bar_chart import BarChart  # noqa: PLC0415 # pyqtgraph is slow to load

        self.chart = BarChart(_chart_of(found), self._context.theme, self)
        self.chart.setFixedHeight(self._context.theme.px(150))
        self.chart.said.connect(self._on_said)
        self._column.insertWidget(self._chart_at, self.chart)
        self._on_said("")

    @Slot(str)
    def _on_said(self, text: str) -> None:
        self.factor.setText(text or "Cada barra: quanto do maior valor possível.")

    @Slot()
    def _on_open(self) -> None:
        self.demand_wanted.emit(self.demanda_id)


def _chart_of(found: Fatores) -> Chart:
    from widgets.runtime.bar_chart import Bar, Chart  # noqa: PLC0415 # as above

    def bar(label: str, value: Decimal | int, most: int, told: str, tone: str) -> Bar:
        return Bar(label, (float(value) / most * 100,), told, tone=tone)

    level = f"level{min(5, max(1, found.nivel))}"
    return Chart(
        "fatores",
        "Fatores da pontuação",
        "% do maior valor",
        (
            bar(
                f"nível {found.nivel}: {factor(found.peso_nacional)}",
                found.peso_nacional,
                _MOST_WEIGHT,
                f"Peso do nível {found.nivel}: {factor(found.peso_nacional)} de {_MOST_WEIGHT}",
                level,
            ),
            bar(
                f"carência: {factor(found.carencia)}",
                found.carencia,
                1,
                f"Carência da unidade neste nível: {factor(found.carencia)} de 1 "
                "(1: nada coberto, ou não se sabe)",
                "accent",
            ),
            bar(
                f"categoria: {factor(found.categoria_vale)}",
                found.categoria_vale,
                MAX_HORIZONTAL,
                f"Valor da categoria dentro do nível: {found.categoria_vale} de {MAX_HORIZONTAL}",
                "accent",
            ),
        ),
        is_lying=True,
        largest=100.0,
    )


def _caption(text: str, context: UiContext, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setFont(context.theme.font(1, bold=True))
    return label
