"""Demandas: the list of all of them, and everything about the one that is chosen.

Targets: a demand's id or protocol number, or ``lista:`` and a choice of filters. Acts stand in
``acts.py``. Source: issue of part 4 (Demanda); ui.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QByteArray, Qt, Slot
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from app.services.auditoria import SorteiosConferidos
from app.services.busca import LISTA
from app.services.composicao import Servicos
from app.services.demanda_detalhe import Detalhe, TextoRestrito
from app.services.demanda_lista import Escolha, LinhaDeDemanda, Opcoes
from app.services.falhas import is_cancellation
from app.services.linha_do_tempo import LinhaDoTempo
from app.services.permissoes import Ato
from widgets.demandas.acts import Acts
from widgets.demandas.columns import SORTS, demand_columns
from widgets.demandas.detail import DetailPane
from widgets.demandas.filters import FilterChips
from widgets.demandas.numbering import Numbering
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.galeria.gallery import Gallery
from widgets.runtime.lazy_table_model import LazyTableModel
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.mapa.lugar import MapaDaDemanda
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.screen import Screen

KEY: Final = "demandas"
_PAGE: Final = 256
_EMPTY: Final = (
    "Nenhuma demanda ainda",
    (
        "Este escritório não registrou nada. A primeira aparece aqui quando for registrada em "
        "Atendimento ou importada."
    ),
)
_FILTERED: Final = (
    "Nenhuma demanda com estes filtros",
    (
        "Há demandas neste escritório, mas nenhuma passa por todos os filtros ao mesmo tempo. "
        "Tire um deles, ou use Limpar filtros."
    ),
)


class DemandasScreen(Screen):
    """See the module.

    Args:
        services: of the open office.
        context: the window's common things.
        parent: the shell.
    """

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Demandas", frozenset({"eventos"}), context, parent)
        self._services = services
        self._list_service = services.demanda_lista
        self._wanted: str | None = None
        self._shown: str | None = None
        self._order: tuple[str, bool] = ("recebida", True)
        theme, view = context.theme, context.view
        self._numbering = Numbering()
        self.chips = FilterChips(self._list_service.unidades, context, self)
        self.chips.choose(Escolha.from_text(view.text(self.setting("filtros"))), is_quiet=True)
        self.model = LazyTableModel(
            context.runner,
            demand_columns(context.moments),
            self._fetch,
            lambda row: self._numbering.number(row.demanda_id),
            theme,
            self,
        )
        self.list = ListPanel(
            "Demandas", f"{KEY}/lista", ("demanda", "demandas"), _EMPTY, self.model, context, self
        )
        self.list.filter.setPlaceholderText("Palavras do texto…  Ctrl+F")
        head = self.list.table.horizontalHeader()
        keys = [one.key for one in self.model.columns]
        head.setSortIndicator(keys.index("recebida"), Qt.SortOrder.DescendingOrder)
        self.list.allow_sorting()
        self.detail = DetailPane(context, self)
        self.place = MapaDaDemanda(services.mapa, context, self.detail)
        self.detail.tabs.addTab(self.place, "Mapa")
        self.gallery = Gallery(services.midias, context, self.detail, Ato.VER_TEXTO_BRUTO)
        self.detail.tabs.addTab(self.gallery, "Fotos")
        self.split = MasterDetail(self.list, self.detail, theme, context.icons, self)
        self.split.restore(view.blob(self.setting("divisor")))
        self.progress = ProgressStrip(context, self)
        self.column.addWidget(self.chips)
        self.column.addWidget(self.progress)
        self.column.addWidget(self.split, 1)
        self._choosing = Debouncer(self, rest_ms=60)
        self.acts = Acts(services, context, self)
        self._connect()
        self._wanted = view.text(self.setting("escolhida")) or None

    # -- the list --------------------------------------------------------------------------

    @override
    def reload(self) -> None:
        """Read what passes, and the chosen demand again."""
        runner = self.context.runner
        runner.read(self, self._list_service.opcoes, self._on_options, key="opcoes")
        if self.chips.chosen.unidade is not None:
            runner.read(
                self,
                partial(self._list_service.nome_da_unidade, self.chips.chosen.unidade),
                self.chips.name_unit,
                key="unidade",
            )
        self._read_list()
        if self._shown is not None:
            self._read_detail(self._shown)

    @override
    def open_target(self, target: str) -> None:
        """A demand, or a choice of filters."""
        if target.startswith(LISTA):
            chosen = Escolha.from_text(target.removeprefix(LISTA))
            self.list.filter.blockSignals(True)
            self.list.filter.setText(chosen.texto)
            self.list.filter.blockSignals(False)
            self.split.show_master()
            self.chips.choose(chosen)
            return
        self.context.runner.read(
            self,
            partial(self._services.demanda_detalhe.encontrar, target),
            self._on_target,
            key="alvo",
        )

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        view = self.context.view
        view.put(self.setting("filtros"), self.chips.chosen.to_text())
        view.put(self.setting("escolhida"), self._shown or "")
        self.list.save_view()
        self.detail.save_view()
        state = self.split.save()
        if not state.isEmpty():
            view.put(self.setting("divisor"), QByteArray(state))

    @property
    def current(self) -> LinhaDeDemanda | None:
        """The row that is current, where it is loaded."""
        found = self.list.current
        return found if isinstance(found, LinhaDeDemanda) else None

    def _connect(self) -> None:
        self.chips.changed.connect(self._on_filters)
        self.list.filter_changed.connect(self.chips.set_words)
        self.list.sort_requested.connect(self._on_sort)
        self.list.set_source(self._all_rows)
        self.list.table.selectionModel().currentRowChanged.connect(
            lambda _new, _old: self._choosing.touch()
        )
        self.list.opened.connect(self._on_opened)
        self.list.menu_requested.connect(self._on_row_menu)
        self.list.state.retry_requested.connect(self.refresh)
        self.model.fetch_failed.connect(self._on_list_failed)
        self.model.page_loaded.connect(lambda _first, _last: self._choosing.touch())
        self._choosing.settled.connect(self._on_chosen)
        self.split.page_changed.connect(self.chips.setHidden)
        self.detail.asked.connect(self.acts.follow)
        self.detail.demand_asked.connect(self.open_target)
        self.detail.verify_requested.connect(self.verify_draws)
        self.detail.retry_requested.connect(self.refresh)

    def _read_list(self) -> None:
        self.list.state.show_loading()
        order, is_descending = self._order
        self.context.runner.read(
            self,
            partial(self._ids, self.chips.chosen, order, is_descending=is_descending),
            self._on_ids,
            self._on_list_failed,
            key="lista",
        )

    def _ids(self, chosen: Escolha, order: Any, *, is_descending: bool) -> Sequence[int]:
        found = self._list_service.ordem(chosen, order, decrescente=is_descending)
        return self._numbering.numbers(found)

    def _fetch(self, numbers: Sequence[int]) -> list[LinhaDeDemanda]:
        return self._list_service.linhas(self._numbering.identifiers(numbers))

    def _all_rows(self) -> Iterator[LinhaDeDemanda]:
        """Every row of the list as it stands, for a file; read page by page."""
        numbers = self.model.ids  # a new sequence each time that the list is read
        for start in range(0, len(numbers), _PAGE):
            yield from self._fetch(numbers[start : start + _PAGE])

    def _on_options(self, options: Opcoes) -> None:
        self.chips.set_options(options)
        self.acts.categories = options.categorias

    def _on_ids(self, numbers: Sequence[int]) -> None:
        bar = self.list.table.verticalScrollBar()
        place = bar.value()
        top = self.model.id_at(place) if place > 0 else None
        is_restricting = self.chips.chosen.is_restricting
        self.list.set_empty(*(_FILTERED if is_restricting else _EMPTY))
        self.model.set_ids(numbers)
        self.model.renew_rows()
        self.list.show_count(len(numbers), "com estes filtros" if is_restricting else "")
        wanted, self._wanted = self._wanted or self._shown, None
        if wanted is not None:
            self._make_current(wanted)
            if wanted != self._shown:
                self._read_detail(wanted)
        if top is not None:
            at = _index(numbers, top)
            bar.setValue(place if at is None else at)
        self.loaded.emit()

    def _make_current(self, demanda_id: str) -> None:
        """Select a demand without moving what is in view already."""
        number = self._numbering.known(demanda_id)
        at = None if number is None else _index(self.model.ids, number)
        table = self.list.table
        if at is None:
            table.clearSelection()
            table.setCurrentIndex(self.model.index(-1, -1))
        elif at != table.currentIndex().row():
            table.selectRow(at)
            table.scrollTo(self.model.index(at, 0))

    def _on_list_failed(self, error: BaseException) -> None:
        self.list.state.show_error(self.context.describe(error).frase)

    @Slot()
    def _on_filters(self) -> None:
        self._read_list()

    @Slot(str, bool)
    def _on_sort(self, column: str, is_descending: bool) -> None:
        if column in SORTS:
            self._order = (SORTS[column], is_descending)
            self._read_list()

    @Slot()
    def _on_chosen(self) -> None:
        row = self.current
        if row is not None and row.demanda_id != self._shown:
            self._read_detail(row.demanda_id)

    @Slot(object)
    def _on_opened(self, row: LinhaDeDemanda) -> None:
        if row.demanda_id != self._shown:
            self._read_detail(row.demanda_id)
        self.split.show_detail()

    @Slot(object, QMenu)
    def _on_row_menu(self, row: LinhaDeDemanda, menu: QMenu) -> None:
        menu.addSeparator()
        for action in self.acts.of_one:
            menu.addAction(action)
        if row.demanda_id != self._shown:
            self._read_detail(row.demanda_id)

    # -- one demand ------------------------------------------------------------------------

    def _on_target(self, demanda_id: str) -> None:
        self._read_detail(demanda_id)
        self._wanted = demanda_id
        self._make_current(demanda_id)
        self.split.show_detail()

    def _read_detail(self, demanda_id: str) -> None:
        if demanda_id != self._shown:
            self.detail.begin()
        self._shown = demanda_id
        runner, services = self.context.runner, self._services
        runner.read(
            self,
            partial(services.demanda_detalhe.abrir, demanda_id),
            self._on_detail,
            self._on_detail_failed,
            key="detalhe",
        )
        runner.read(
            self,
            partial(services.linha_do_tempo.historia, demanda_id),
            self._on_timeline,
            lambda _error: None,
            key="linha",
        )

    def _on_detail(self, found: Detalhe) -> None:
        if found.vista.demanda_id == self._shown:
            self.detail.show_detail(found)
            self.gallery.show_demand(found.vista.demanda_id)
            self.acts.show(found)
            self._show_place(found.vista.lat, found.vista.lng)

    def _show_place(self, lat: float | None, lng: float | None) -> None:
        """The small map; Chromium starts only when its tab is opened."""
        has_place = lat is not None and lng is not None
        self.detail.tabs.setTabEnabled(self.detail.tabs.indexOf(self.place), has_place)
        if lat is not None and lng is not None:
            self.place.show_place(lat, lng)

    def _on_detail_failed(self, error: BaseException) -> None:
        self.acts.show(None)
        self.detail.state.show_error(self.context.describe(error).frase)

    def _on_timeline(self, found: LinhaDoTempo) -> None:
        if found.demanda_id == self._shown:
            self.detail.show_timeline(tuple(reversed(found.entradas)))

    def show_raw(self, found: TextoRestrito) -> None:
        """The resident's words, asked for."""
        self.detail.show_raw(found)

    @Slot()
    def verify_draws(self) -> None:
        """Recompute this demand's draws from the log."""
        demanda_id = self._shown
        if demanda_id is None:
            return

        def verify(progress: Any) -> SorteiosConferidos:
            return self._services.auditoria.verificar_sorteios(demanda_id, progress=progress)

        self.progress.run(
            "Conferindo o sorteio",
            self,
            verify,
            partial(self._on_verified, demanda_id),
            self._on_verify_failed,
        )

    def _on_verified(self, demanda_id: str, found: SorteiosConferidos) -> None:
        self.progress.finish()
        if demanda_id == self._shown:
            self.detail.show_verdict(found)

    def _on_verify_failed(self, error: BaseException) -> None:
        self.progress.finish()
        if not is_cancellation(error):
            self.detail.show_verdict_fault(self.context.describe(error).frase)


def _index(numbers: Sequence[int], wanted: int) -> int | None:
    try:
        return numbers.index(wanted)
    except ValueError:
        return None
