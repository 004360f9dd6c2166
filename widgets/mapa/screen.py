"""Mapa: outlines, demands as symbols, and the same demands as a list beside it.

The page says what it shows; the list is read for that view with the same filter, so that the two
have the same numbers. Keyboard and screen reader use the list. Source: issue "The desktop", Mapa.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, Qt, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.mapa_pagina import Estado, MapaPagina
from app.services.mapa_vistas import MUDAM_O_MAPA, Alvo, Caixa, NaTela, Opcoes, Simbolo, Vista
from widgets.mapa.card import Card
from widgets.mapa.chosen import Escolhido, box_from_text, box_text
from widgets.mapa.columns import columns
from widgets.mapa.export import Exporter
from widgets.mapa.filters import FilterBar
from widgets.mapa.pages import Pages
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.mapa.lugar import EscolherLugarDialog
from widgets.runtime.mapa.vista_web import FUNDO, Fabrica, MapaView, motor_de_verdade
from widgets.runtime.screen import Screen
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted, number

KEY: Final = "mapa"
_DEMAND: Final = "demanda:"
_CHOOSE: Final = "escolher:"
_TILES: Final = "Mapas em imagens (*.mbtiles *.pmtiles);;Todos os arquivos (*)"
_LIST_ZOOM: Final = 12
"""What a list without a map is read with; it groups nothing."""


class MapaScreen(Screen):
    """The map over ``servicos.mapa``."""

    def __init__(
        self,
        pagina: MapaPagina,
        office: str,
        context: UiContext,
        parent: QWidget,
        *,
        fabrica: Fabrica = motor_de_verdade,
    ) -> None:
        super().__init__(KEY, "Mapa", MUDAM_O_MAPA, context, parent)
        self._pagina = pagina
        self._fabrica = fabrica
        self._vista: Vista | None = None
        self._is_narrow = False
        self._shows_list = False
        theme, view = context.theme, context.view
        self.filters = FilterBar(context, self)
        self.filters.choose(Escolhido.from_text(view.text(self.setting("filtros"))), is_quiet=True)
        self.filters.changed.connect(self._on_filters_changed)
        estado = Estado(
            filtro=self.filters.filtro(context.moments.hoje()),
            caixa=box_from_text(view.text(self.setting("caixa"))),
        )
        self.mapa = MapaView(
            pagina,
            context,
            "Mapa das demandas. A lista Na tela mostra as mesmas demandas em palavras",
            self,
            estado=estado,
            fabrica=fabrica,
        )
        self.list = self._build_list()
        self.note = QLabel(self)
        self.note.setProperty("kind", "secondary")
        self.note.setWordWrap(True)
        self.note.hide()
        self.card = Card(theme, pagina.mapa.fuso, self)
        self.side = QWidget(self)
        beside = QVBoxLayout(self.side)
        beside.setContentsMargins(theme.px(8), 0, 0, 0)
        beside.setSpacing(theme.px(8))
        beside.addWidget(self.note)
        beside.addWidget(self.list, 1)
        beside.addWidget(self.card)
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(theme.px(4))
        self.split.addWidget(self.mapa)
        self.split.addWidget(self.side)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        self.split.setSizes([theme.px(600), theme.px(400)])
        self.exporter = Exporter(pagina, office, self.mapa, context, self)
        self._build_top()
        self.column.addWidget(self.filters)
        self.column.addWidget(self.split, 1)
        state = view.blob(self.setting("divisor"))
        if not state.isEmpty():
            self.split.restoreState(state)
        self._connect()

    @property
    @override
    def is_settled(self) -> bool:
        """The map is painted and its list is here."""
        return self.mapa.is_settled

    @override
    def reload(self) -> None:
        """Read what can be filtered, and the demands of the view."""
        runner = self.context.runner
        runner.read(self, self._pagina.mapa.opcoes, self._on_options, key="opcoes")
        self.mapa.reload()
        if self._vista is not None:
            self._read_list()
        elif not self.mapa.is_available:
            self._read_without_map()

    @override
    def open_target(self, target: str) -> None:
        """A demand (``demanda:`` and its id), a unit (its id), or ``escolher:`` and the key of a
        screen that wants a point back.
        """
        runner, mapa = self.context.runner, self._pagina.mapa
        if target.startswith(_CHOOSE):
            self._choose_for(target.removeprefix(_CHOOSE))
        elif target.startswith(_DEMAND):
            read = partial(mapa.alvo, target.removeprefix(_DEMAND), self.mapa.estado.filtro)
            runner.read(self, read, self._on_demand_wanted, key="alvo")
        elif target:
            read_box = partial(mapa.caixa_da_unidade, target)
            runner.read(self, read_box, partial(self._on_unit_wanted, target), key="alvo")

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self._is_narrow = is_narrow
        self._show_page(is_list=self._shows_list)

    @override
    def save_view(self) -> None:
        view = self.context.view
        view.put(self.setting("filtros"), self.filters.chosen.to_text())
        if self._vista is not None and self.mapa.is_available:
            view.put(self.setting("caixa"), box_text(self._vista.caixa))
        if not self._is_narrow:
            view.put(self.setting("divisor"), QByteArray(self.split.saveState()))
        self.list.save_view()

    def choose_tiles(self, path: Path | None) -> None:
        """Lay a file of tiles under every map of this machine, or none."""
        self.context.view.put(FUNDO, "" if path is None else str(path))
        self.no_tiles.setEnabled(path is not None)
        self.mapa.load_tiles()

    def _choose_for(self, key: str) -> None:
        """Let a point be chosen and give it to the screen that asked; without one, go back there."""
        dialog = EscolherLugarDialog(self._pagina, self.context, self, fabrica=self._fabrica)
        dialog.chosen.connect(lambda lat, lng: self.context.go(key, f"ponto:{lat:.6f},{lng:.6f}"))
        dialog.rejected.connect(lambda: self.context.go(key))
        dialog.open()

    def _build_list(self) -> ListPanel:
        model = SortedRowsModel(
            columns(self._pagina.mapa.fuso), self.context.theme, self, lambda um: um.demanda_id
        )
        return ListPanel(
            "Na tela",
            f"{KEY}/lista",
            ("demanda na tela", "demandas na tela"),
            (
                "Nenhuma demanda nesta parte do mapa",
                "Afaste o mapa, mova-o, ou tire um filtro.",
            ),
            model,
            self.context,
            self,
        )

    def _build_top(self) -> None:
        theme = self.context.theme
        self.export_button = self.add_primary("Exportar…")
        choices = QMenu(self.export_button)
        self.export_png = choices.addAction("Imagem (PNG)…")
        self.export_png.triggered.connect(self.exporter.ask_png)
        choices.addAction("Página para qualquer navegador (HTML)…").triggered.connect(
            self.exporter.ask_html
        )
        self.export_button.setMenu(choices)
        actions = self.context.actions
        whole = actions.add(
            self, "mapa.inteiro", "Ver o escritório inteiro", "Ctrl+Home", self._show_whole
        )
        to_map = actions.add(self, "mapa.ir_ao_mapa", "Ir para o mapa", "Alt+M", self._focus_map)
        to_list = actions.add(self, "mapa.ir_a_lista", "Ir para a lista", "Alt+L", self._focus_list)
        self.menu.addActions([whole, to_map, to_list])
        self.menu.addSeparator()
        self.menu.addAction("Fundo do mapa…").triggered.connect(self._ask_tiles)
        self.no_tiles = self.menu.addAction("Tirar o fundo do mapa")
        self.no_tiles.triggered.connect(lambda: self.choose_tiles(None))
        self.no_tiles.setEnabled(bool(self.context.view.text(FUNDO)))
        self.pages = Pages(theme, self)
        self.pages.chosen.connect(self._on_page)
        self.top.insertWidget(self.top.indexOf(self.export_button), self.pages)

    def _connect(self) -> None:
        self.mapa.moved.connect(self._on_moved)
        self.mapa.clicked.connect(self._on_clicked)
        self.mapa.opened.connect(self._open)
        self.mapa.gathered.connect(self._on_gathered)
        self.mapa.unavailable.connect(self._on_unavailable)
        self.list.current_changed.connect(self._on_row)
        self.list.opened.connect(lambda um: self._open(um.demanda_id))
        self.list.menu_requested.connect(self._on_row_menu)
        self.list.state.retry_requested.connect(self.refresh)
        self.card.opened.connect(self._open)

    def _read_list(self) -> None:
        vista = self._vista
        if vista is None:
            return
        self.list.state.show_loading()
        self.context.runner.read(
            self,
            partial(self._pagina.mapa.na_tela, vista, self.mapa.estado.filtro),
            self._on_list,
            self._on_list_failed,
            key="lista",
        )

    def _read_without_map(self) -> None:
        self.context.runner.read(
            self, self._pagina.mapa.caixa_inicial, self._on_box, self._on_list_failed, key="caixa"
        )

    def _on_options(self, options: Opcoes) -> None:
        self.filters.set_options(options)

    def _on_box(self, caixa: Caixa) -> None:
        self._vista = Vista(caixa, _LIST_ZOOM)
        self._read_list()

    def _on_list(self, seen: NaTela) -> None:
        self.list.show_rows(seen.linhas)
        words = [counted(seen.total, "demanda na tela", "demandas na tela")]
        if seen.sem_localizacao:
            words.append(f"{number(seen.sem_localizacao)} sem localização, fora do mapa")
        if self.filters.chosen.is_restricting:
            words.append("com estes filtros")
        self.subtitle.setText(" · ".join(words))
        is_cut = len(seen.linhas) < seen.total
        self.note.setVisible(is_cut)
        if is_cut:
            self.note.setText(
                f"A lista mostra {number(len(seen.linhas))} de {number(seen.total)} demandas. "
                "Aproxime o mapa ou filtre para ver as outras."
            )
        self.loaded.emit()

    def _on_list_failed(self, error: BaseException) -> None:
        self.list.state.show_error(self.context.describe(error).frase)

    def _on_demand_wanted(self, alvo: Alvo | None) -> None:
        if alvo is None:
            self.context.notify("Esta demanda não tem um lugar no mapa.", "aviso")
            return
        um = alvo.demanda
        if not alvo.passa:
            self.filters.choose(Escolhido((um.situacao.codigo,)))
        self.mapa.go_to(self._pagina.mapa.caixa_do_ponto(um.lat, um.lng))
        self.mapa.select(um.demanda_id, um.lat, um.lng)
        self.list.select(um.demanda_id)
        self.card.show_demand(um)

    def _on_unit_wanted(self, unidade: str, caixa: Caixa | None) -> None:
        self.filters.choose(Escolhido(unidade=unidade))
        if caixa is None:
            self.context.notify("Esta unidade não tem contorno no mapa.", "aviso")
        else:
            self.mapa.go_to(caixa)

    def _open(self, demanda_id: str) -> None:
        self.context.go("demandas", demanda_id)

    def _arrange(self) -> None:
        """Side by side, or one at a time."""
        self.pages.setVisible(self._is_narrow)
        self.mapa.setVisible(not self._is_narrow or not self._shows_list)
        self.side.setVisible(not self._is_narrow or self._shows_list)

    def _show_page(self, *, is_list: bool) -> None:
        self._shows_list = is_list
        self.pages.mark(is_list=is_list)
        self._arrange()

    @Slot(bool)
    def _on_page(self, is_list: bool) -> None:
        self._show_page(is_list=is_list)

    def _focus_map(self) -> None:
        self._show_page(is_list=False)
        self.mapa.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _focus_list(self) -> None:
        self._show_page(is_list=True)
        self.list.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_whole(self) -> None:
        self.context.runner.read(
            self, self._pagina.mapa.caixa_inicial, self.mapa.go_to, key="inteiro"
        )

    @Slot()
    def _ask_tiles(self) -> None:
        dialog = QFileDialog(self, "Escolher o fundo do mapa", "", _TILES)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.choose_tiles(Path(name)))
        dialog.open()

    @Slot(object)
    def _on_moved(self, vista: Vista) -> None:
        self._vista = vista
        self._read_list()

    @Slot()
    def _on_filters_changed(self) -> None:
        self.mapa.set_filter(self.filters.filtro(self.context.moments.hoje()))
        self._read_list()

    @Slot(str)
    def _on_clicked(self, demanda_id: str) -> None:
        self.list.filter.clear()
        self.list.select(demanda_id)

    @Slot(object)
    def _on_gathered(self, caixa: Caixa) -> None:
        """Demands in one place: the first of them in the list."""
        for um in self.list.model.rows if isinstance(self.list.model, SortedRowsModel) else ():
            inside = caixa.sul <= um.lat <= caixa.norte and caixa.oeste <= um.lng <= caixa.leste
            if inside:
                self.list.select(um.demanda_id)
                self._focus_list()
                return

    @Slot()
    def _on_unavailable(self) -> None:
        self.export_png.setEnabled(self.mapa.is_available)
        if self._is_narrow:
            self._show_page(is_list=True)
        if self._vista is None:
            self._read_without_map()

    @Slot(object)
    def _on_row(self, um: Simbolo | None) -> None:
        self.card.show_demand(um)
        if um is not None:
            self.mapa.select(um.demanda_id, um.lat, um.lng)

    @Slot(object, QMenu)
    def _on_row_menu(self, um: Simbolo, menu: QMenu) -> None:
        menu.addAction("Abrir demanda").triggered.connect(lambda: self._open(um.demanda_id))
