"""Revisão: one queue, one item that fills the view, single keys, and the next one already there.

The order stands while the list changes: what is decided leaves, what is new comes at the end until
the person asks for the order anew. Source: ui.md (Moderação); peers.md, moderators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QByteArray, QTimer, Slot
from PySide6.QtWidgets import QTabWidget, QWidget
from typing_extensions import override

from app.services.fila_revisao import (
    Aberta,
    CategoriaParaEscolher,
    Decidida,
    FilaDeRevisaoService,
)
from app.services.fila_revisao_paginas import PAGE, EmEspera, PaginaDaFila, Pendencia
from app.services.mudancas import REVISAO
from app.services.permissoes import Ato
from widgets.revisao.bulk import BulkDecision
from widgets.revisao.category_choice import MAX_OPTIONS
from widgets.revisao.columns import protocol_of
from widgets.revisao.item_pane import ItemPane
from widgets.revisao.panels import EMPTY, QueuePanel, waiting_panel
from widgets.runtime.context import UiContext
from widgets.runtime.lease import Lease
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.screen import Screen
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted, number

KEY: Final = "revisao"
UNDO_MS: Final = 10_000
_CONCERNS: Final = REVISAO
_ACT: Final = Ato.REVISAR


class RevisaoScreen(Screen):
    """See the module."""

    def __init__(self, service: FilaDeRevisaoService, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Revisão", _CONCERNS, context, parent)
        self._service = service
        self._limit = PAGE
        self._order: list[Pendencia] = []
        self._done: set[str] = set()
        self._ready: dict[str, Aberta] = {}
        self._lease = Lease(service, context, self)
        self._lease.follow(self, self._wanted)
        self._lease.told.connect(self._on_lease)
        self._last: Decidida | None = None
        self._undo_time = QTimer(self)
        self._undo_time.setSingleShot(True)
        self._undo_time.setInterval(UNDO_MS)
        self._undo_time.timeout.connect(self._on_undo_over)
        self.queue = QueuePanel(context, self)
        self.item = ItemPane(service.procurar_unidades, context, self)
        self.split = MasterDetail(self.queue, self.item, context.theme, context.icons, self)
        self.split.share(2, 3)
        self.split.restore(context.view.blob(self.setting("divisor")))
        self.bulk = BulkDecision(service, self.queue, self.item, context, self)
        self.waiting = waiting_panel(context, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Fila e espera")
        self.tabs.tabBar().setAccessibleName("Fila e espera")
        self.tabs.addTab(self.split, "Fila")
        self.tabs.addTab(self.waiting, "Em espera")
        self.column.addWidget(self.tabs, 1)
        self._connect()
        self._add_actions()

    @property
    def current(self) -> Pendencia | None:
        """The item that is shown."""
        row = self.queue.current
        return row if isinstance(row, Pendencia) else None

    @override
    def reload(self) -> None:
        runner = self.context.runner
        if not self._order:
            self.queue.state.show_loading()
            runner.read(self, self._service.categorias, self._on_categories, key="categorias")
        runner.read(
            self,
            partial(self._service.pagina, self._limit),
            self._on_page,
            self._on_page_failed,
            key="fila",
        )
        runner.read(
            self,
            partial(self._service.em_espera, self._limit),
            self.waiting.show_rows,
            key="espera",
        )

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        self.queue.save_view()
        self.waiting.save_view()
        state = self.split.save()
        if not state.isEmpty():
            self.context.view.put(self.setting("divisor"), QByteArray(state))

    def _wanted(self) -> str | None:
        return None if self.current is None else self.current.demanda_id

    def _connect(self) -> None:
        self.queue.current_changed.connect(self._on_current)
        self.queue.opened.connect(self._on_opened)
        self.queue.state.retry_requested.connect(self.refresh)
        self.queue.more_rows.clicked.connect(self._on_more)
        self.waiting.opened.connect(self._on_waiting_opened)
        self.item.category_chosen.connect(self._on_category)
        self.item.change_confirmed.connect(self._on_change)
        self.item.unit_chosen.connect(self._on_unit)
        self.item.kept.connect(self._on_kept)
        self.item.skipped.connect(self._on_skip)
        self.item.demand_requested.connect(self._on_demand)
        self.item.state.retry_requested.connect(self._load)

    def _add_actions(self) -> None:
        """The one registry of keys; single letters are inert in text fields."""
        add = self.context.actions.add
        for at in range(MAX_OPTIONS):
            add(
                self,
                f"revisao.opcao{at + 1}",
                f"Dar a {at + 1}ª categoria sugerida",
                str(at + 1),
                partial(self._press_option, at),
            )
        choice = self.item.category
        for name, title, key, slot in (
            ("outra", "Escolher outra categoria", "O", choice.focus_other),
            ("confirmar", "Confirmar mudança de unidade", "C", self.item.change.press),
            ("manter", "Manter a categoria ou a unidade de hoje", "M", self.item.keep),
            ("nota", "Escrever uma nota sobre a decisão", "N", self.item.focus_note),
            ("unidade", "Procurar unidade", "U", self.item.unit.focus_text),
            ("pular", "Pular: ir ao próximo sem decidir", "P", self._on_skip),
            ("demanda", "Abrir demanda", "D", self.item.ask_for_demand),
            ("imagens", "Mostrar ou borrar imagens", "V", self.item.flip_photos),
            ("desfazer", "Desfazer a última decisão (10 s)", "Z", self.undo),
            ("ordenar", "Pôr a fila na ordem de agora", "R", self.reorder),
        ):
            add(self, f"revisao.{name}", title, key, slot)
        self.menu.addAction("Pôr a fila na ordem de agora (R)").triggered.connect(self.reorder)

    @Slot()
    def reorder(self) -> None:
        """Forget the order that was kept, and read again."""
        self._order = []
        self.refresh()

    def _on_categories(self, known: Sequence[CategoriaParaEscolher]) -> None:
        self.item.set_categories(known)

    def _on_page(self, page: PaginaDaFila) -> None:
        there = {one.chave: one for one in page.itens}
        self._done &= there.keys()
        kept = [there[one.chave] for one in self._order if one.chave in there]
        known = {one.chave for one in kept}
        self._order = kept + [one for one in page.itens if one.chave not in known]
        self._ready = {key: item for key, item in self._ready.items() if key in there}
        self.queue.more_rows.setVisible(page.depois is not None)
        left = page.total - len(self._done)
        contested = sum(one.motivo == "contestada" for one in self._order)
        words = counted(left, "item espera", "itens esperam") + " uma pessoa"
        if contested:
            words += f", {counted(contested, 'contestado', 'contestados')} primeiro"
        self.subtitle.setText(words if left else "Nada espera revisão")
        waits = number(sum(page.em_espera.values()))
        self.tabs.setTabText(1, f"Em espera ({waits})" if page.em_espera else "Em espera")
        self._show_queue()
        self.count_changed.emit(page.total)
        self.loaded.emit()

    def _on_page_failed(self, error: BaseException) -> None:
        self.queue.state.show_error(self.context.describe(error).frase)

    def _show_queue(self) -> None:
        current = self.current
        rows = [one for one in self._order if one.chave not in self._done]
        self.queue.show_rows(rows)
        if current is not None and current.chave not in self._done:
            self.queue.select(current.chave)
        if self.queue.current is None:
            if rows:
                self.queue.select(rows[0].chave)
            else:
                self._lease.let_go()
                self.item.show_nothing(*EMPTY)
        else:
            self._load()

    @Slot()
    def _on_more(self) -> None:
        self._limit += PAGE
        self.refresh()

    @Slot(object)
    def _on_current(self, row: object) -> None:
        if not isinstance(row, Pendencia):
            return
        ready = self._ready.get(row.chave)
        if ready is not None:
            self._show_item(ready)
        elif self.item.item is None or self.item.item.pendencia.chave != row.chave:
            self.item.state.show_loading()
        self._lease.hold(row.demanda_id)
        self._load()

    @Slot()
    def _load(self) -> None:
        """The item as it is now, and the next one ahead."""
        one = self.current
        if one is None:
            return
        self.context.runner.read(
            self, partial(self._service.abrir, one), self._on_item, self._on_item_failed, key="item"
        )
        following = self._following(one)
        if following is not None and following.chave not in self._ready:
            self.context.runner.read(
                self, partial(self._service.abrir, following), self._on_ahead, key="adiante"
            )

    def _on_item(self, item: Aberta) -> None:
        self._ready[item.pendencia.chave] = item
        one = self.current
        if one is None or one.chave != item.pendencia.chave:
            return
        self._show_item(item)
        if item.recebida is not None and item.recebida.midia_urls:
            self.context.runner.read(
                self, partial(self._service.fotos, item), self.item.show_photos, key="fotos"
            )

    def _show_item(self, item: Aberta) -> None:
        """The item, and what is known already of who holds it."""
        self.item.show_item(item)
        if self._lease.said is not None:
            self._on_lease(*self._lease.said)

    def _on_ahead(self, item: Aberta) -> None:
        self._ready[item.pendencia.chave] = item

    def _on_item_failed(self, error: BaseException) -> None:
        self.item.state.show_error(self.context.describe(error).frase)

    def _following(self, one: Pendencia) -> Pendencia | None:
        """The row below, in the order shown; above where there is none."""
        model = self.queue.model
        if not isinstance(model, SortedRowsModel):
            return None
        at = model.row_of(one.chave)
        if at is None:
            return None
        found = model.row_at(at + 1) or (model.row_at(at - 1) if at else None)
        return found if isinstance(found, Pendencia) else None

    @Slot(str, str, bool)
    def _on_lease(self, demand: str, words: str, is_mine: bool) -> None:
        shown = self.current
        if shown is not None and shown.demanda_id == demand:
            self.item.show_lease(words, is_mine=is_mine)

    # -- decisions -------------------------------------------------------------------------

    def _press_option(self, place: int) -> None:
        if self.item.category.isVisible():
            self.item.category.choose(place)

    @Slot(str, str)
    def _on_category(self, category: str, sub: str) -> None:
        act = partial(
            self._service.decidir_categoria, categoria_id=category, subcategoria_id=sub or None
        )
        self._do(act, f"ficou em {category} {self.item.category.name_of(category)}".rstrip())

    @Slot()
    def _on_change(self) -> None:
        self._do(self._service.confirmar_mudanca, "mudou de unidade")

    @Slot()
    def _on_kept(self) -> None:
        if self.item.change.isVisible():
            self._do(self._service.manter_unidade, "fica na unidade em que estava")
        else:
            self._do(self._service.manter_categoria, "fica na categoria em que estava")

    @Slot(str)
    def _on_unit(self, unit: str) -> None:
        self._do(partial(self._service.escolher_unidade, unidade_id=unit), "tem sua unidade")

    def _do(self, act: Callable[..., Decidida], words: str) -> None:
        """Decide on the item that is shown, as whoever sits here."""
        item = self.item.item
        if item is not None:
            ator = self.context.session.ator(_ACT)
            self._decide(item, partial(act, item, ator=ator, nota=self.item.note.text()), words)

    def _decide(self, item: Aberta, act: Callable[[], Decidida], words: str) -> None:
        """Show the next one at once; the write follows behind."""
        one = item.pendencia
        following = self._following(one)
        self._done.add(one.chave)
        self._ready.pop(one.chave, None)
        if following is not None:
            self.queue.select(following.chave)
        self._show_queue()
        self.context.runner.write(
            self,
            act,
            partial(self._on_decided, words),
            partial(self._on_refused, one),
            changed=_CONCERNS,
        )

    def _on_decided(self, words: str, done: Decidida) -> None:
        name = protocol_of(done.pendencia)
        if not done.e_minha:
            said = f"{done.categoria_id} {self.item.category.name_of(done.categoria_id or '')}"
            self.context.notify(
                f"Alguém decidiu antes: {name} está em {said.rstrip()}. Nada foi gravado agora.",
                "aviso",
            )
            return
        if done.pode_desfazer:
            self._last = done
            self._undo_time.start()
            self.context.notify(f"{name} {words}.", "info", ("Desfazer (Z)", self.undo))
        else:
            self.context.notify(f"{name} {words}.")

    def _on_refused(self, one: Pendencia, error: BaseException) -> None:
        self._done.discard(one.chave)
        self.context.report(error)
        self._show_queue()
        self.refresh()

    @Slot()
    def undo(self) -> None:
        """Take the last decision back, while it is fresh."""
        last, self._last = self._last, None
        self._undo_time.stop()
        if last is None:
            return
        ator = self.context.session.ator(_ACT)
        self.context.runner.write(
            self,
            partial(self._service.desfazer, last, ator),
            partial(self._on_undone, last),
            changed=_CONCERNS,
        )

    def _on_undone(self, last: Decidida, _none: object) -> None:
        self._done.discard(last.pendencia.chave)
        self.context.notify(f"Desfeito: {protocol_of(last.pendencia)} está de volta na fila.")
        self.refresh()

    @Slot()
    def _on_undo_over(self) -> None:
        self._last = None

    @Slot()
    def _on_skip(self) -> None:
        one = self.current
        following = None if one is None else self._following(one)
        if following is not None:
            self.queue.select(following.chave)

    @Slot(object)
    def _on_opened(self, _row: object) -> None:
        self.split.show_detail()

    @Slot(object)
    def _on_waiting_opened(self, row: object) -> None:
        if isinstance(row, EmEspera):
            self.context.go("demandas", row.demanda_id)

    @Slot(str)
    def _on_demand(self, demand: str) -> None:
        self.context.go("demandas", demand)
