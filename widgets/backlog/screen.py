"""Backlog: a unit's demands in three bands, and for each the reason of its place.

Another commit reads the unit again in the background, at most one read at a time; only rows that
moved move, and what is chosen and in view stays. Source: ui.md, Backlog; issue of part 4.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QModelIndex, QTimer, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QWidget
from typing_extensions import override

from app.services.backlog import BacklogService
from app.services.backlog_explicacao import Explicacao
from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA, LinhaDoBacklog, Quadro
from app.services.unidades import UnidadesService
from widgets.backlog.detail import ExplanationPane
from widgets.backlog.list import BacklogList
from widgets.backlog.model import Vista
from widgets.backlog.order import Order, ordered
from widgets.backlog.words import FAIXAS, mixed
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.screen import Screen
from widgets.runtime.unit_picker import UnitPicker
from widgets.runtime.words import counted

KEY: Final = "backlog"
CONCERNS: Final = frozenset(
    {
        "demanda.recebida",
        "demanda.normalizada",
        "demanda.categorizada",
        "demanda.ranqueada",
        "demanda.retirada",
        "demanda.concluída",
        "demanda.conclusao_confirmada",
        "duplicidade.agregada",
        "moderacao.decidida",
        "agenda.gerada",
        "agenda.item_disponível",
        "conselheiro.sorteado",
        "conselheiro.demanda_iniciada",
        "conselheiro.atribuicao_recusada",
        "conselheiro.ciclo_concluído",
        "conselheiro.cadastrado",
        "sorteio.sem_candidatos",
        "parametros.carregados",
        "territorio.importado",
    }
)
_REST_MS: Final = 700
_BANDS: Final = ((ANDAMENTO, "1"), (AGENDA, "2"), (ESPERA, "3"))


class BacklogScreen(Screen):
    """See the module."""

    def __init__(
        self,
        service: BacklogService,
        units: UnidadesService,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(KEY, "Backlog", CONCERNS, context, parent)
        self._service = service
        self._units = units
        self._wanted: str | None = None
        self._is_reading = False
        self._is_due = False
        theme, view = context.theme, context.view
        self.picker = UnitPicker(units.procurar, context, self)
        self.picker.setFixedWidth(theme.px(340))
        self.list = BacklogList(service, context, self)
        self.detail = ExplanationPane(context, self)
        self.split = MasterDetail(self.list, self.detail, theme, context.icons, self)
        self.split.restore(view.blob(self.setting("divisor")))
        self.warning = QFrame(self)
        self.warning.setProperty("kind", "notice")
        self.warning.setProperty("level", "aviso")
        self.warning_text = QLabel(self.warning)
        self.warning_text.setWordWrap(True)
        row = QHBoxLayout(self.warning)
        row.setContentsMargins(theme.px(12), theme.px(4), theme.px(8), theme.px(4))
        row.addWidget(self.warning_text, 1)
        self.warning.hide()
        self._choosing = Debouncer(self, rest_ms=60)
        # A busy engine must not keep a reader of a long queue busy, too.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_REST_MS)
        self._again.timeout.connect(self.refresh)
        self._build_bands()
        self.column.addWidget(self.warning)
        self.column.addWidget(self.split, 1)
        self._connect()
        self._unit = view.text(self.setting("unidade"))
        self._wanted = view.text(self.setting("escolhida")) or None

    @property
    def quadro(self) -> Quadro | None:
        """What is shown."""
        vista = self.list.rows.vista
        return None if vista is None else vista.quadro

    @override
    def reload(self) -> None:
        """Read the unit; while a read runs another one waits for it."""
        if self._is_reading:
            self._is_due = True
            return
        self._is_reading = True
        if self.quadro is None:
            self.list.state.show_loading()
        else:
            self.list.say_ordering()
        words = self.list.filter.text().strip()
        work = partial(self._read, self._unit, words, self.list.order)
        self.context.runner.read(self, work, self._on_vista, self._on_failed)

    @override
    def open_target(self, target: str) -> None:
        """A unit's identifier, or ``<unidade>/<demanda>`` to choose a demand there as well."""
        unit, _slash, demand = target.partition("/")
        self._wanted = demand or self._wanted
        if unit != self._unit:
            self._unit = unit
            self.list.filter.clear()
            self.refresh()
        elif demand and self.list.choose(demand):
            self.split.show_detail()
        else:
            self.refresh()

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        view = self.context.view
        view.put(self.setting("unidade"), self._unit)
        view.put(self.setting("escolhida"), self.list.chosen or "")
        self.list.save_view()
        state = self.split.save()
        if not state.isEmpty():
            view.put(self.setting("divisor"), QByteArray(state))

    def _build_bands(self) -> None:
        theme, actions = self.context.theme, self.context.actions
        self.bar = QWidget(self)
        row = FlowLayout(self.bar, theme.px(8))
        row.addWidget(self.picker)
        self.band_buttons: dict[str, QPushButton] = {}
        for faixa, key in _BANDS:
            button = QPushButton(FAIXAS[faixa], self)
            button.setToolTip(f"Ir para a faixa: {FAIXAS[faixa].lower()} (Alt+{key})")
            button.clicked.connect(partial(self._on_band, faixa))
            actions.add(
                self,
                f"backlog.{faixa}",
                f"Ir para: {FAIXAS[faixa].lower()}",
                f"Alt+{key}",
                partial(self._on_band, faixa),
            )
            self.band_buttons[faixa] = button
            row.addWidget(button)
        actions.add(self, "backlog.unidade", "Trocar de unidade", "Ctrl+U", self._on_pick)
        actions.add(self, "backlog.abrir", "Abrir a demanda escolhida", "Ctrl+Return", self._open)
        self.column.addWidget(self.bar)
        self.menu.addAction("Atualizar (Ctrl+R)").triggered.connect(self.refresh)

    def _connect(self) -> None:
        self.picker.chosen.connect(self._on_unit_chosen)
        self.list.table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.list.opened.connect(self._on_opened)
        self.list.menu_requested.connect(self._on_row_menu)
        self.list.filter_changed.connect(self._on_filter)
        self.list.ordered.connect(self.refresh)
        self.list.state.retry_requested.connect(self._on_retry)
        self.list.rows.fetch_failed.connect(self._on_failed)
        self.split.page_changed.connect(self.bar.setHidden)
        self.detail.neighbour_wanted.connect(self._on_neighbour)
        self.detail.demand_wanted.connect(self._on_demand)
        self.detail.state.retry_requested.connect(self._load_detail)
        self._choosing.settled.connect(self._load_detail)

    def _read(self, unit: str, words: str, order: Order | None) -> tuple[Vista, str] | None:
        """In a worker: the unit, or one of the office's own where none was chosen yet."""
        wanted = unit or self._units.padrao()
        if not wanted:
            return None
        quadro = self._service.quadro(wanted)
        found = self._service.procurar(quadro, words) if words else None
        vista = Vista.of(quadro, found)
        if order is not None:
            vista = ordered(self._service, vista, order)
        return vista, self._units.rotulo(quadro.unidade)

    def _on_vista(self, read: tuple[Vista, str] | None) -> None:
        self._is_reading = False
        if read is None:
            self.list.set_empty(
                "Nenhuma unidade tem demandas ranqueadas",
                "O backlog começa quando uma demanda tem unidade e categoria. Registre uma em "
                "Atendimento, ou decida as que esperam em Revisão.",
            )
            self.list.show_count(0)
        else:
            self._show(*read)
        self.loaded.emit()
        if self._is_due:
            self._is_due = False
            self._again.start()

    def _show(self, vista: Vista, label: str) -> None:
        quadro = vista.quadro
        before = self.quadro
        self._unit = quadro.unidade.unidade_civica_id
        if not self.picker.hasFocus() or before is None or before.unidade != quadro.unidade:
            self.picker.show_unit(self._unit, label)
        is_again = before is not None and before.unidade == quadro.unidade
        chosen = self.list.chosen if is_again else None
        wanted, self._wanted = self._wanted or chosen, None
        self.list.show_vista(vista, wanted)
        if is_again:
            self.list.renew_seen()
        self._show_counts(quadro)
        if self.list.chosen is None:
            self.detail.show_nothing()
        else:
            self._load_detail()

    def _show_counts(self, quadro: Quadro) -> None:
        agenda = quadro.backlog.agenda
        texts = {
            ANDAMENTO: f"Em andamento {len(quadro.em_andamento)}",
            AGENDA: f"Na agenda {len(quadro.disponiveis)}",
            ESPERA: f"Esperando {quadro.em_espera:,}".replace(",", "."),
        }
        for faixa, button in self.band_buttons.items():
            button.setText(texts[faixa])
        places = counted(agenda.capacidade, "vaga", "vagas")
        self.subtitle.setText(f"{places} na agenda · parâmetros {agenda.versao_parametros}")
        text = mixed(quadro)
        self.warning_text.setText(text)
        self.warning.setVisible(bool(text))

    @Slot()
    def _load_detail(self) -> None:
        quadro, chosen = self.quadro, self.list.chosen
        if quadro is None or chosen is None:
            self.detail.show_nothing()
            return
        self.detail.state.show_loading()
        self.context.runner.read(
            self,
            partial(self._explain, quadro, chosen),
            self._on_explained,
            self._on_explain_failed,
            key="explicacao",
        )

    def _explain(self, quadro: Quadro, chosen: str) -> tuple[LinhaDoBacklog, Explicacao] | None:
        held = [line for line in quadro.linhas if line.demanda_id == chosen]
        lines = held or self._service.linhas([chosen])
        found = self._service.explicar(quadro, chosen)
        return (lines[0], found) if lines and found is not None else None

    def _on_explained(self, found: tuple[LinhaDoBacklog, Explicacao] | None) -> None:
        if found is None:
            self.detail.show_nothing()
        else:
            self.detail.show_explanation(*found)

    def _on_explain_failed(self, error: BaseException) -> None:
        self.detail.state.show_error(self.context.describe(error).frase)

    def _on_failed(self, error: BaseException) -> None:
        self._is_reading = False
        self.list.state.show_error(self.context.describe(error).frase)

    @Slot()
    def _on_retry(self) -> None:
        self.list.rows.retry()
        self.refresh()

    @Slot(str, str)
    def _on_unit_chosen(self, unit: str, _label: str) -> None:
        self._unit = unit
        self.list.filter.clear()
        self.refresh()
        self.list.table.setFocus()

    @Slot(str)
    def _on_filter(self, _text: str) -> None:
        self.refresh()

    def _on_band(self, faixa: str) -> None:
        self.list.show_band(faixa)

    def _on_pick(self) -> None:
        self.picker.setFocus()
        self.picker.selectAll()

    @Slot(QModelIndex, QModelIndex)
    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._choosing.touch()

    @Slot(object)
    def _on_opened(self, line: LinhaDoBacklog) -> None:
        if self.split.is_narrow:
            self._choosing.flush()
            self.split.show_detail()
        else:
            self._on_demand(line.demanda_id)

    def _open(self) -> None:
        chosen = self.list.chosen
        if chosen is not None:
            self._on_demand(chosen)

    @Slot(str)
    def _on_demand(self, demanda_id: str) -> None:
        self.context.go("demandas", demanda_id)

    @Slot(str)
    def _on_neighbour(self, demanda_id: str) -> None:
        if not self.list.choose(demanda_id):
            self._wanted = demanda_id
            self.list.filter.clear()

    @Slot(object, QMenu)
    def _on_row_menu(self, line: LinhaDoBacklog, menu: QMenu) -> None:
        menu.addAction("Abrir demanda").triggered.connect(partial(self._on_demand, line.demanda_id))
        menu.addAction("Ver no mapa").triggered.connect(
            partial(self.context.go, "mapa", f"demanda:{line.demanda_id}")
        )
