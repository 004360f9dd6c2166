"""Moderação: a thin queue, one item that fills the view, single keys, and the next one already there.

The order stands while the list changes: what is decided leaves, what is new comes at the end until
the person asks for the order anew. Several are decided at once only where each was looked at.
Source: ui.md (Moderação); peers.md, moderators, and rule 8.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from PySide6.QtCore import QByteArray, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QTabWidget, QWidget
from typing_extensions import override

from app.services.contas import ContasService
from app.services.denylist import DenylistService
from app.services.linha_do_tempo import LinhaDoTempoService
from app.services.moderacao import PAGE, ModeracaoService
from app.services.moderacao_item import Item
from app.services.moderacao_vistas import Linha, Pagina, Trilha
from app.services.mudancas import MODERACAO
from app.services.permissoes import Ato
from widgets.moderacao.acts import Acts
from widgets.moderacao.denylist_pane import DenylistPane
from widgets.moderacao.item_pane import ItemPane
from widgets.moderacao.keys import add_keys
from widgets.moderacao.panels import EMPTY, QueuePanel, TrailPanel, counted_words
from widgets.runtime.context import UiContext
from widgets.runtime.lease import Lease
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.screen import Screen
from widgets.runtime.words import counted

KEY: Final = "moderacao"
STORY: Final = 6


class ModeracaoScreen(Screen):
    """See the module."""

    def __init__(
        self,
        service: ModeracaoService,
        denylist: DenylistService,
        contas: ContasService,
        historia: LinhaDoTempoService,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(KEY, "Moderação", MODERACAO, context, parent)
        self._service = service
        self._historia = historia
        self._limit = PAGE
        self._order: list[Linha] = []
        self._done: set[str] = set()
        self._marked: dict[str, Item] = {}
        self._ready: dict[str, Item] = {}
        self._page: Pagina | None = None
        self.acts = Acts(service, contas, context, self)
        self._lease = Lease(service, context, self)
        self._lease.told.connect(self._on_lease)
        self.queue = QueuePanel(self._marked.__contains__, context, self)
        self.item = ItemPane(context, self)
        self.split = MasterDetail(self.queue, self.item, context.theme, context.icons, self)
        self.split.share(1, 2)
        self.split.restore(context.view.blob(self.setting("divisor")))
        self.trail = TrailPanel(context, self)
        self.denylist = DenylistPane(denylist, context, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        for tabs in (self.tabs, self.tabs.tabBar()):
            tabs.setAccessibleName("Fila, minhas decisões e denylist")
        self._moderates = context.session.pode(Ato.MODERAR)
        self._lists = context.session.pode(Ato.DENYLIST)
        if self._moderates:
            self.tabs.addTab(self.split, "Fila")
            self.tabs.addTab(self.trail, "Minhas decisões")
        if self._lists:
            self.tabs.addTab(self.denylist, "Denylist")
        for widget, is_there in (
            (self.split, self._moderates),
            (self.trail, self._moderates),
            (self.denylist, self._lists),
        ):
            if not is_there:
                widget.hide()
        self.column.addWidget(self.tabs, 1)
        self._connect()
        add_keys(self)

    @override
    def reload(self) -> None:
        runner = self.context.runner
        if self._lists:
            self.denylist.read()
        if not self._moderates:
            self.loaded.emit()
            return
        if not self._order:
            self.queue.list.state.show_loading()
        wanted: Any = self.queue.wanted()
        runner.read(
            self,
            lambda: self._service.pagina(self._service.filtro(**wanted), self._limit),
            self._on_page,
            self._on_page_failed,
            key="fila",
        )
        account = self.context.session.conta
        if account is not None:
            runner.read(
                self,
                partial(self._service.trilha, account.conta_id),
                self._on_trail,
                key="trilha",
            )

    @override
    def open_target(self, target: str) -> None:
        """A demand's id: its items, whatever became of them."""
        self._order = []
        self.queue.show_demand(target or None)
        self.tabs.setCurrentWidget(self.split)

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        for panel in (self.queue.list, self.trail, self.denylist.caught):
            panel.save_view()
        state = self.split.save()
        if not state.isEmpty():
            self.context.view.put(self.setting("divisor"), QByteArray(state))

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Another screen: let go of what is held."""
        super().hideEvent(event)
        self._lease.let_go()

    def _connect(self) -> None:
        self.queue.filter_changed.connect(self.reorder)
        self.queue.list.current_changed.connect(self._on_current)
        self.queue.list.opened.connect(self._on_opened)
        self.queue.list.state.retry_requested.connect(self.refresh)
        self.queue.more_rows.clicked.connect(self._on_more)
        self.acts.returned.connect(self._on_returned)
        self.acts.left.connect(self._leave)
        self.item.decided.connect(self._on_decision)
        self.item.removal_requested.connect(self._on_removal)
        self.item.reversal_requested.connect(self._on_reversal)
        self.item.skipped.connect(self.skip)
        self.item.noted.connect(self._on_note)
        self.item.demand_requested.connect(self._on_demand)
        self.item.state.retry_requested.connect(self._load)

    # -- the queue -------------------------------------------------------------------------

    @Slot()
    def reorder(self) -> None:
        """Forget the order that was kept, and read again."""
        self._order = []
        self._marked.clear()
        self._done.clear()
        self.refresh()

    def _on_page(self, page: Pagina) -> None:
        self._page = page
        there = {one.chave: one for one in page.itens}
        self._done &= there.keys()
        kept = [there[one.chave] for one in self._order if one.chave in there]
        known = {one.chave for one in kept}
        self._order = kept + [one for one in page.itens if one.chave not in known]
        self._ready = {key: item for key, item in self._ready.items() if key in there}
        for gone in self._marked.keys() - there.keys():
            del self._marked[gone]
        self.queue.more_rows.setVisible(page.depois is not None)
        self._say(page)
        self._show_queue()
        self.count_changed.emit(page.pendentes)
        self.loaded.emit()

    def _say(self, page: Pagina) -> None:
        waits = {tipo: n for (status, tipo), n in page.contagens.items() if status == "pendente"}
        left = page.pendentes
        words = "Nada espera moderação"
        if left:
            words = f"{counted(left, 'item espera', 'itens esperam')}: {counted_words(waits)}"
        if self._marked:
            words += f" · {counted(len(self._marked), 'marcado', 'marcados')}"
        self.subtitle.setText(words)

    def _on_page_failed(self, error: BaseException) -> None:
        self.queue.list.state.show_error(self.context.describe(error).frase)

    def _on_trail(self, trail: Trilha) -> None:
        self.trail.show_trail(trail)
        total = sum(trail.contagens.values())
        at = self.tabs.indexOf(self.trail)
        self.tabs.setTabText(at, f"Minhas decisões ({total})" if total else "Minhas decisões")

    def _show_queue(self) -> None:
        current = self.queue.current
        rows = [one for one in self._order if one.chave not in self._done]
        self.queue.tell_empty()
        self.queue.list.show_rows(rows)
        if current is not None and current.chave not in self._done:
            self.queue.list.select(current.chave)
        if self.queue.current is not None:
            self._load()
        elif rows:
            self.queue.list.select(rows[0].chave)
        else:
            self._lease.let_go()
            self.item.show_nothing(*EMPTY)

    @Slot()
    def _on_more(self) -> None:
        self._limit += PAGE
        self.refresh()

    # -- one item --------------------------------------------------------------------------

    @Slot(object)
    def _on_current(self, row: object) -> None:
        if not isinstance(row, Linha):
            return
        ready = self._ready.get(row.chave)
        if ready is not None:
            self._show_item(ready)
        elif self.item.item is None or self.item.item.item.item_id != row.chave:
            self.item.state.show_loading()
        self._lease.hold(row.chave)
        self._load()

    @Slot()
    def _load(self) -> None:
        """The item as it is now, and the next one ahead."""
        one = self.queue.current
        if one is None:
            return
        read = self.context.runner.read
        read(self, partial(self._service.abrir, one.chave), self._on_item, self._on_item_failed,
             key="item")  # fmt: skip
        following = self._following(one)
        if following is not None and following.chave not in self._ready:
            read(self, partial(self._service.abrir, following.chave), self._on_ahead, key="adiante")

    def _on_item(self, item: Item) -> None:
        key = item.item.item_id
        self._ready[key] = item
        one = self.queue.current
        if one is None or one.chave != key:
            return
        is_other = self.item.item is None or self.item.item.item.item_id != key
        self._show_item(item)
        read = self.context.runner.read
        if item.item.tipo == "anexo" and (is_other or self.item.photo is None):
            read(self, partial(self._service.imagem, item.item), self.item.show_picture,
                 key="imagem")  # fmt: skip
        read(self, partial(self._story, item.item.demanda_id), partial(self._on_story, key),
             key="historia")  # fmt: skip

    def _story(self, demand: str) -> list[str]:
        found = self._historia.ler(demand, STORY)
        return [
            f"{self.context.moments.curto(one.quando_ms)} · {one.frase}" for one in found.entradas
        ]

    def _on_story(self, key: str, lines: list[str]) -> None:
        if self.item.item is not None and self.item.item.item.item_id == key:
            self.item.show_story(lines)

    def _show_item(self, item: Item) -> None:
        """The item, and what is known already of who holds it."""
        self.item.show_item(item)
        if self._lease.said is not None:
            self._on_lease(*self._lease.said)

    def _on_ahead(self, item: Item) -> None:
        self._ready[item.item.item_id] = item

    def _on_item_failed(self, error: BaseException) -> None:
        self.item.state.show_error(self.context.describe(error).frase)

    def _following(self, one: Linha) -> Linha | None:
        """The row below, in the order shown; above where there is none."""
        model = self.queue.model
        at = model.row_of(one.chave)
        if at is None:
            return None
        found = model.row_at(at + 1) or (model.row_at(at - 1) if at else None)
        return found if isinstance(found, Linha) else None

    @Slot(str, str, bool)
    def _on_lease(self, item: str, words: str, is_mine: bool) -> None:
        shown = self.item.item
        if shown is not None and shown.item.item_id == item and shown.is_aberto:
            self.item.show_lease(words, is_mine=is_mine)

    # -- decisions -------------------------------------------------------------------------

    @Slot(str)
    def _on_decision(self, decision: str) -> None:
        item = self.item.item
        if item is not None:
            self.acts.decide(item, decision, self.item.motive)
            self._leave(item.item.item_id)

    @Slot(str)
    def _leave(self, key: str) -> None:
        """Show the next one at once; the write follows behind."""
        one = self.queue.current
        following = self._following(one) if one is not None and one.chave == key else None
        if self.queue.is_open_queue:
            self._done.add(key)
        self._ready.pop(key, None)
        self._marked.pop(key, None)
        if following is not None:
            self.queue.list.select(following.chave)
        self._show_queue()

    @Slot(str)
    def _on_returned(self, key: str) -> None:
        self._done.discard(key)
        self._show_queue()
        self.refresh()

    @Slot()
    def _on_removal(self) -> None:
        if self.item.item is not None:
            self.acts.remove(self.item.item, self.item.motive)

    @Slot()
    def _on_reversal(self) -> None:
        if self.item.item is not None:
            self.acts.reverse(self.item.item, self.item.motive)

    @Slot()
    def skip(self) -> None:
        """On to the next one, without a decision."""
        one = self.queue.current
        following = None if one is None else self._following(one)
        if following is not None:
            self.queue.list.select(following.chave)

    @Slot(str, bool)
    def _on_note(self, text: str, wish: bool) -> None:
        if self.item.item is not None:
            self.acts.note(self.item.item, text, wish=wish)

    @Slot()
    def mark(self) -> None:
        """Put the item that is shown among those decided together, or take it out; then the next."""
        item = self.item.item
        if item is None or not item.is_aberto:
            return
        key = item.item.item_id
        if self._marked.pop(key, None) is None:
            self._marked[key] = item
        self.queue.list.table.viewport().update()
        if self._page is not None:
            self._say(self._page)
        self.skip()

    @Slot()
    def approve_marked(self) -> None:
        """See ``mark``."""
        self._decide_marked("aprovado")

    @Slot()
    def block_marked(self) -> None:
        """See ``mark``."""
        self._decide_marked("bloqueado")

    def _decide_marked(self, decision: str) -> None:
        items = list(self._marked.values())
        if not items:
            self.context.notify("Marque antes, com M, os itens que você viu.")
            return
        motive = self.item.motive
        for one in items:
            self._leave(one.item.item_id)
        self.acts.decide_all(items, decision, motive)

    @Slot(object)
    def _on_opened(self, _row: object) -> None:
        self.split.show_detail()

    @Slot(str)
    def _on_demand(self, demand: str) -> None:
        self.context.go("demandas", demand)
