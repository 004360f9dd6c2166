"""Painel: the numbers of a unit or of the office; each opens the list that it counts.

Source: issue of part 4, Painel; design.md 7 and 11; peers.md, rule 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.painel import PainelService, PainelVisto
from app.services.painel_alvos import Alvos
from app.services.unidades import UnidadesService
from widgets.painel.tile import NumberTile
from widgets.painel.words import share, span, told
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.screen import Screen
from widgets.runtime.state_stack import StateStack
from widgets.runtime.unit_picker import UnitPicker
from widgets.runtime.words import counted, number

if TYPE_CHECKING:
    from widgets.runtime.chart_card import ChartCard

KEY: Final = "painel"
OFFICE: Final = "Todo o escritório"
CONCERNS: Final = frozenset(
    {
        "agenda.item_disponível",
        "conselheiro.atribuicao_recusada",
        "conselheiro.atualização_publicada",
        "conselheiro.cadastrado",
        "conselheiro.ciclo_concluído",
        "conselheiro.demanda_iniciada",
        "conselheiro.inativado",
        "conselheiro.reativado",
        "conselheiro.sorteado",
        "demanda.categorizada",
        "demanda.conclusao_confirmada",
        "demanda.concluída",
        "demanda.categoria_contestada",
        "demanda.corrigida",
        "demanda.georreferenciada",
        "demanda.normalizada",
        "demanda.ranqueada",
        "demanda.recebida",
        "demanda.retirada",
        "demanda.revisao_solicitada",
        "duplicidade.agregada",
        "moderacao.decidida",
        "sorteio.sem_candidatos",
        "territorio.importado",
    }
)
_WHOLE: Final = "escritorio"
_REST_MS: Final = 700
_TWO_FROM_PX: Final = 860
_TILES: Final = 11
Tile = tuple[str, str, str, str]
"""Number, name, what else is said, target."""


class PainelScreen(Screen):
    """See the module."""

    def __init__(
        self, service: PainelService, units: UnidadesService, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(KEY, "Painel", CONCERNS, context, parent)
        self._service = service
        self._units = units
        self._is_reading = False
        self._is_due = False
        # None: nobody chose yet, and the office may say what it serves; empty: the whole office.
        kept = context.view.text(self.setting("unidade"))
        self._unit: str | None = "" if kept == _WHOLE else kept or None
        # A busy engine must not keep a reader of many demands busy, too.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_REST_MS)
        self._again.timeout.connect(self.refresh)
        self.painel: PainelVisto | None = None
        theme = context.theme
        self.picker = UnitPicker(units.procurar, context, self)
        self.picker.setFixedWidth(theme.px(340))
        self.picker.show_unit("", OFFICE)
        self.only_this = QCheckBox("Só esta unidade", self)
        self.only_this.setToolTip("Sem as unidades que ficam abaixo dela")
        self.only_this.setMinimumHeight(self.picker.sizeHint().height())
        self.only_this.setChecked(context.view.flag(self.setting("so_esta")))
        self.whole = QPushButton(OFFICE, self)
        self.whole.setToolTip("Contar todas as demandas, também as que ainda não têm unidade")
        bar = QWidget(self)
        row = FlowLayout(bar, theme.px(8))
        for widget in (self.picker, self.only_this, self.whole):
            row.addWidget(widget)
        self.column.addWidget(bar)
        self._build_body()
        context.actions.add(self, "painel.unidade", "Trocar de unidade", "Ctrl+U", self._on_pick)
        self.picker.chosen.connect(self._on_unit_chosen)
        self.only_this.toggled.connect(self._on_only_this)
        self.whole.clicked.connect(self._on_whole)
        self.state.retry_requested.connect(self.refresh)

    @override
    def reload(self) -> None:
        """Read everything in one moment; while a read runs another one waits for it."""
        if self._is_reading:
            self._is_due = True
            return
        self._is_reading = True
        if self.painel is None:
            self.state.show_loading()
        self.context.runner.read(
            self,
            partial(self._read, self._unit, so_esta=self._so_esta),
            self._on_painel,
            self._on_failed,
        )

    def _read(self, unit: str | None, *, so_esta: bool) -> PainelVisto:
        """In a worker."""
        wanted = self._units.atendida() if unit is None else unit
        return self._service.ver(wanted or None, so_esta=so_esta and bool(wanted))

    @override
    def open_target(self, target: str) -> None:
        """A unit's identifier; empty for the whole office."""
        self._unit = target
        self.refresh()

    @override
    def save_view(self) -> None:
        view = self.context.view
        if self._unit is not None:
            view.put(self.setting("unidade"), self._unit or _WHOLE)
        view.put(self.setting("so_esta"), self.only_this.isChecked())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two charts side by side where there is room."""
        super().resizeEvent(event)
        self._lay_out_charts()

    @property
    def _so_esta(self) -> bool:
        return self._unit != "" and self.only_this.isChecked()

    def _build_body(self) -> None:
        theme = self.context.theme
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget(self.area)
        self.area.setWidget(body)
        self.state = StateStack(self.area, theme, self)
        tiles = QWidget(body)
        flow = FlowLayout(tiles, theme.px(8))
        self.tiles = [NumberTile(theme, tiles) for _ in range(_TILES)]
        for tile in self.tiles:
            flow.addWidget(tile)
            tile.clicked.connect(partial(self._on_tile, tile))
        self._grid = QGridLayout()
        self._grid.setSpacing(theme.px(8))
        self.cards: list[ChartCard] = []
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.px(8), 0)
        column.setSpacing(theme.px(12))
        column.addWidget(tiles)
        column.addLayout(self._grid)
        column.addStretch(1)
        self.column.addWidget(self.state, 1)

    def _on_painel(self, painel: PainelVisto) -> None:
        self._is_reading = False
        self.painel = painel
        unit = painel.unidade
        label = OFFICE if unit is None else self._units.rotulo(unit)
        self._unit = "" if unit is None else unit.unidade_civica_id
        if not self.picker.hasFocus():
            self.picker.show_unit(self._unit, label)
        self.only_this.setEnabled(unit is not None)
        self.whole.setEnabled(unit is not None)
        self.subtitle.setText(_reach_in_words(painel))
        for tile, what in zip(self.tiles, _tiles_of(painel), strict=True):
            tile.setVisible(what is not None)
            if what is not None:
                tile.fill(*what)
        self._show_charts(painel)
        self.state.show_content()
        self.loaded.emit()
        if self._is_due:
            self._is_due = False
            self._again.start()

    def _show_charts(self, painel: PainelVisto) -> None:
        from widgets.painel.charts import charts_of  # noqa: PLC0415 # pyqtgraph is slow to load
        from widgets.runtime.chart_card import ChartCard  # noqa: PLC0415 # as above

        charts = charts_of(painel)
        if self.cards:
            for card, chart in zip(self.cards, charts, strict=True):
                card.show_chart(chart)
            return
        body = self.area.widget() or self
        for chart in charts:
            card = ChartCard(chart, KEY, self.context, body)
            card.opened.connect(self._open)
            self.cards.append(card)
        self._lay_out_charts()

    def _lay_out_charts(self) -> None:
        across = 2 if self.width() >= self.context.theme.px(_TWO_FROM_PX) else 1
        if not self.cards or self.cards[0].property("across") == across:
            return
        for at, card in enumerate(self.cards):
            card.setProperty("across", across)
            self._grid.addWidget(card, at // across, at % across)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, across - 1)

    @Slot(str)
    def _open(self, target: str) -> None:
        self._go("demandas", target)

    def _on_tile(self, tile: NumberTile) -> None:
        screen, _colon, target = tile.target.partition(":")
        if screen:
            self._go(screen, target)

    def _go(self, screen: str, target: str) -> None:
        self.context.go(screen, target)

    def _on_failed(self, error: BaseException) -> None:
        self._is_reading = False
        self.state.show_error(self.context.describe(error).frase)

    @Slot(str, str)
    def _on_unit_chosen(self, unit: str, _label: str) -> None:
        self._unit = unit
        self.refresh()

    @Slot(bool)
    def _on_only_this(self, _is_only: bool) -> None:  # Qt's signature
        if self._unit:
            self.refresh()

    @Slot()
    def _on_whole(self) -> None:
        self._unit = ""
        self.refresh()

    def _on_pick(self) -> None:
        self.picker.setFocus()
        self.picker.selectAll()


def _reach_in_words(painel: PainelVisto) -> str:
    total = counted(painel.numeros.total, "demanda", "demandas")
    if painel.unidade is None:
        return f"{total} · todas as unidades e as que ainda não têm unidade"
    return f"{total} · {'só esta unidade' if painel.so_esta else 'esta unidade e todas abaixo'}"


def _tiles_of(painel: PainelVisto) -> Sequence[Tile | None]:
    """The numbers; None where one makes no sense for a unit."""
    numbers, targets = painel.numeros, Alvos(painel)

    def tile(count: int, name: str, target: str, note: str = "") -> Tile:
        return (number(count), name, note, f"demandas:{target}" if count else "")

    late = numbers.atrasos.total
    return (
        tile(numbers.abertas, "em aberto", targets.abertas()),
        tile(
            painel.sem_conselheiro,
            "sem conselheiro",
            targets.sem_conselheiro(),
            "ranqueadas, ninguém ainda trabalha nelas",
        ),
        tile(late, "atrasadas", targets.atraso(), "cada demanda uma vez, por mais de um motivo"),
        tile(numbers.por_situacao["concluida"], "concluídas", targets.situacao("concluida")),
        (
            number(numbers.conselheiros_ativos),
            "conselheiros em atividade",
            f"{share(numbers.conselheiros_ativos, numbers.conselheiros_cadastrados)} cadastrados",
            "conselheiros:",
        ),
        (span(painel.inicio.mediana_s), "até o primeiro ato (mediana)", told(painel.inicio), ""),
        (span(painel.conclusao.mediana_s), "até a conclusão (mediana)", told(painel.conclusao), ""),
        tile(
            numbers.local_incerto, "com local incerto", targets.local_incerto(), _uncertain(painel)
        ),
        tile(painel.sem_unidade, "sem unidade ainda", targets.sem_unidade())
        if painel.unidade is None
        else None,
        tile(
            painel.sem_ponto,
            "sem ponto no mapa",
            targets.sem_ponto(),
            "só a unidade é conhecida, ou nem ela",
        ),
        tile(numbers.ocultas, "com texto retido", targets.ocultas()),
    )


def _uncertain(painel: PainelVisto) -> str:
    rate = painel.numeros.taxa_local_incerto
    return "" if rate is None else f"{round(rate * 100)}% das que têm unidade"
