"""Eventos: the log browser. Filters above, the lazy table, the detail of the selection.

Source: issue "Ground floor", Application skeleton; ui.md, Behaviour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QItemSelectionModel, QModelIndex, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget
from typing_extensions import override

from app.services.evento_detalhe import EventDetail
from app.services.eventos import EventFilter, EventosService, EventRow, FilterOptions, Found
from app.services.eventos_ordem import ORDENAVEIS, em_outra_ordem
from app.services.exportacao import Perfil
from widgets.eventos.chosen import Chosen
from widgets.eventos.detail import DetailPane
from widgets.eventos.event_list import EventList
from widgets.eventos.filters import FilterBar
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.screen import Screen
from widgets.runtime.words import counted, number

KEY: Final = "eventos"
EVENT: Final = "evento:"
_SELECT: Final = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)


_Listed = tuple[Sequence[int], tuple[str, bool] | None]


def _listed(
    service: EventosService, wanted: EventFilter, newest: bool, by: tuple[str, bool] | None
) -> _Listed:
    """Positions and the column they stand by; by arrival where they are too many for it."""
    ids = service.list_ids(wanted, newest_first=newest and by is None)
    if by is None:
        return ids, None
    ordered = em_outra_ordem(service, ids, by[0], is_descendente=by[1])
    return (ids[::-1] if newest else ids, None) if ordered is None else (ordered, by)


class EventosScreen(Screen):
    """The log browser over an ``EventosService``."""

    def __init__(self, service: EventosService, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Eventos", frozenset({"eventos"}), context, parent)
        self._service = service
        self._wanted: int | None = None
        self._revealed: int | None = None
        self._by: tuple[str, bool] | None = None
        self._newest = True
        theme, view = context.theme, context.view
        self.filters = FilterBar(context, self)
        self.filters.choose(Chosen.from_text(view.text(self.setting("filtros"))), is_quiet=True)
        self.filters.changed.connect(self._on_filters_changed)
        self.list = EventList(service, context, self)
        self.list.count.hide()  # the number stands beside the heading
        self.model, self.table = self.list.rows, self.list.table
        self.state, self.progress = self.list.state, self.list.progress
        self.detail = DetailPane(service.trace, context, self)
        self.split = MasterDetail(self.list, self.detail, theme, context.icons, self)
        self.split.restore(view.blob(self.setting("divisor")))
        self._choosing = Debouncer(self, rest_ms=60)
        self.column.addWidget(self.filters)
        self.column.addWidget(self.split, 1)
        self._build_actions()
        self._connect()
        chosen = view.number(self.setting("escolhido"))
        self._wanted = chosen if chosen >= 0 and view.text(self.setting("escolhido")) else None

    @override
    def reload(self) -> None:
        """Read what can be filtered and what passes."""
        runner = self.context.runner
        runner.read(self, self._service.options, self._on_options, key="opcoes")
        self.state.show_loading()
        wanted, newest = self.filters.event_filter(), self.filters.chosen.mais_novos
        self._newest = newest
        runner.read(
            self,
            partial(_listed, self._service, wanted, newest, self._by),
            self._on_listed,
            self._on_ids_failed,
            key="ids",
        )

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        view = self.context.view
        view.put(self.setting("filtros"), self.filters.chosen.to_text())
        chosen = self.current_number()
        view.put(self.setting("escolhido"), "" if chosen is None else str(chosen))
        self.list.save_view()
        state = self.split.save()
        if not state.isEmpty():
            view.put(self.setting("divisor"), QByteArray(state))

    def current_number(self) -> int | None:
        """The event of the current row."""
        index = self.table.currentIndex()
        return self.model.id_at(index.row()) if index.isValid() else None

    def open_found(self, found: Found) -> None:
        """Show what a search found: an event, or all events of a subject."""
        order = self.filters.chosen.mais_novos
        if found.numero is not None:
            self._wanted = found.numero
            if self.model.row_of(found.numero) is None or self.is_stale:
                self.filters.choose(Chosen(mais_novos=order), is_quiet=True)
                self.refresh()
            else:
                self._select_wanted()
        elif found.assunto is not None:
            self.filters.choose(Chosen(demanda=found.assunto, mais_novos=order), is_quiet=True)
            self.refresh()

    @override
    def open_target(self, target: str) -> None:
        """The events of a demand; ``evento:`` and a stamp, id or number is one event."""
        if not target.startswith(EVENT):
            self.open_found(Found(assunto=target))
            return
        self.context.runner.read(
            self,
            partial(self._service.find, target.removeprefix(EVENT)),
            self.open_found,
            self.context.report,
            key="alvo",
        )

    def _build_actions(self) -> None:
        self.export_button = self.add_primary("Exportar…")
        choices = QMenu(self.export_button)
        for word, perfil in (
            ("Para Excel (ponto e vírgula)", Perfil.EXCEL_PT_BR),
            ("Para programas (CSV, RFC 4180)", Perfil.RFC_4180),
        ):
            choices.addAction(word).triggered.connect(
                lambda _=False, chosen=perfil: self.list.ask_where(chosen)
            )
        self.export_button.setMenu(choices)
        self.menu.addAction("Atualizar (Ctrl+R)").triggered.connect(self.refresh)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.table.opened.connect(self._on_opened)
        self.list.menu_requested.connect(self._on_row_menu)
        self.list.order_requested.connect(self._on_order)
        self.list.column_requested.connect(self._on_column)
        self.model.fetch_failed.connect(self._on_ids_failed)
        self.state.retry_requested.connect(self._on_retry)
        self.state.empty_action_requested.connect(self.filters.clear_all)
        self.split.page_changed.connect(self.filters.setHidden)
        self.detail.reveal_requested.connect(self._on_reveal)
        self.detail.event_requested.connect(self._on_event_requested)
        self.detail.state.retry_requested.connect(self._load_detail)
        self._choosing.settled.connect(self._load_detail)

    def _on_options(self, options: FilterOptions) -> None:
        self.filters.set_options(options)

    def _on_listed(self, listed: _Listed) -> None:
        ids, by = listed
        if by != self._by:
            self.context.notify(
                f"São {number(len(ids))} eventos, e por outra coluna que a da chegada podem ser "
                f"ordenados até {number(ORDENAVEIS)}. Filtre por tipo, colônia, período ou demanda "
                "e clique de novo no título da coluna.",
                "aviso",
            )
            self._by = by
        is_filtered = self.filters.chosen.is_restricting
        suffix = " com estes filtros" if is_filtered else ""
        if by is None:
            self.list.show_order(is_newest_first=self.filters.chosen.mais_novos)
        else:
            self.list.show_column(by[0], is_descending=by[1])
            suffix += f" · por {self.list.title_of(by[0])}"
        self.subtitle.setText(counted(len(ids), "evento", "eventos") + suffix)
        self.export_button.setEnabled(bool(len(ids)))
        self._keep_place(ids)
        if len(ids):
            self.state.show_content()
        elif is_filtered:
            self.state.show_empty(
                "Nenhum evento com estes filtros",
                "Há eventos neste escritório, mas nenhum passa por todos os filtros ao mesmo tempo.",
                "Limpar filtros",
            )
        else:
            self.state.show_empty(
                "Nenhum evento ainda",
                "Este escritório não registrou nada. O primeiro evento aparece aqui quando uma "
                "demanda for registrada ou o território importado.",
            )
        self._select_wanted()
        self.loaded.emit()

    def _keep_place(self, ids: Sequence[int]) -> None:
        """New rows above must not move what is being read."""
        bar = self.table.verticalScrollBar()
        current = self.current_number()
        top = self.model.id_at(bar.value()) if bar.value() > 0 else None
        self.model.set_ids(ids, is_monotonic=self._by is None)
        if current is not None and self._wanted is None:
            self._wanted = current
        if top is not None:
            row = self.model.row_of(top)
            if row is not None:
                bar.setValue(row)

    def _select_wanted(self) -> None:
        """Select the event that should be, without moving what is in view already."""
        wanted, self._wanted = self._wanted, None
        row = self.model.row_of(wanted) if wanted is not None else None
        if row is None:
            if not self.table.currentIndex().isValid():
                self.detail.show_nothing()
            return
        if row != self.table.currentIndex().row():
            index = self.model.index(row, 0)
            self.table.selectionModel().setCurrentIndex(index, _SELECT)
            self.table.scrollTo(index)
        elif self.detail.numero != wanted:
            self._load_detail()

    @Slot()
    def _load_detail(self) -> None:
        numero = self.current_number()
        if numero is None:
            self.detail.show_nothing()
            return
        self.detail.state.show_loading()
        self.context.runner.read(
            self,
            partial(self._service.detail, numero, reveal=self._revealed == numero),
            self._on_detail,
            self._on_detail_failed,
            key="detalhe",
        )

    def _on_detail(self, detail: EventDetail | None) -> None:
        if detail is None:
            self.detail.show_nothing()
        else:
            self.detail.show_detail(detail)

    def _on_detail_failed(self, error: BaseException) -> None:
        self.detail.state.show_error(self.context.describe(error).frase)

    def _on_ids_failed(self, error: BaseException) -> None:
        self.state.show_error(self.context.describe(error).frase)

    @Slot()
    def _on_filters_changed(self) -> None:
        if self.filters.chosen.mais_novos != self._newest:
            self._by = None  # the chip asks for the order of arrival
        self.refresh()

    @Slot()
    def _on_retry(self) -> None:
        self.model.retry()
        self.refresh()

    @Slot(QModelIndex, QModelIndex)
    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._choosing.touch()

    @Slot(int)
    def _on_opened(self, _row: int) -> None:
        self._choosing.flush()
        self.split.show_detail()

    @Slot(int)
    def _on_reveal(self, numero: int) -> None:
        self._revealed = numero
        self._load_detail()

    @Slot(int)
    def _on_event_requested(self, numero: int) -> None:
        self.open_found(Found(numero=numero))

    @Slot(bool)
    def _on_order(self, is_newest_first: bool) -> None:
        """The heading says the same as the chip."""
        chosen = self.filters.chosen
        if self._by is not None:
            self._by = None
            self.filters.choose(replace(chosen, mais_novos=is_newest_first), is_quiet=True)
            self.refresh()
        elif chosen.mais_novos == is_newest_first:
            self.list.show_order(is_newest_first=is_newest_first)
        else:
            self.filters.choose(replace(chosen, mais_novos=is_newest_first))

    @Slot(str, bool)
    def _on_column(self, column: str, is_descending: bool) -> None:
        self._by = (column, is_descending)
        self.refresh()

    @Slot(object, QMenu)
    def _on_row_menu(self, found: EventRow, menu: QMenu) -> None:
        clipboard = QGuiApplication.clipboard()
        menu.addAction("Copiar identificador").triggered.connect(
            lambda: clipboard.setText(found.event_id)
        )
        menu.addAction("Copiar carimbo").triggered.connect(lambda: clipboard.setText(found.carimbo))
        subject = found.assunto
        if subject is not None and found.papel != "assunto":
            menu.addSeparator()
            menu.addAction("Só eventos deste assunto").triggered.connect(
                lambda: self.open_found(Found(assunto=subject))
            )
