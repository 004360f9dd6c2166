"""Atendimento: the counter. Five pages – attend, mine of today, a resident who asks, tables, telephones –
and the receipt, which stands in the place of the form until the next resident.

Target: a demand (id or protocol) opens how it stands; ``ponto:lat,lng`` comes back from the map.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import QPushButton, QStackedWidget, QTabWidget, QWidget
from typing_extensions import override

from app.services.atendimento import Aberto, Rascunho, Registrada
from app.services.atendimento_semelhantes import Semelhante
from app.services.composicao import Servicos
from app.services.impressos.recibo import DadosDoRecibo
from app.services.permissoes import Ato
from widgets.atendimento.attend_page import AttendPage
from widgets.atendimento.dialogs import DraftsDialog
from widgets.atendimento.import_page import ImportPage
from widgets.atendimento.phones_page import PhonesPage
from widgets.atendimento.receipt_page import ReceiptPage
from widgets.atendimento.status_page import StatusPage
from widgets.atendimento.today_page import TodayPage
from widgets.runtime.context import UiContext
from widgets.runtime.screen import Screen
from widgets.runtime.words import counted

KEY: Final = "atendimento"
CONCERNS: Final = frozenset({"demanda.recebida", "demanda.retirada", "demanda.corrigida"})
MAP: Final = "mapa"
MAP_OFFER: Final = "escolher"
_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_POINT: Final = re.compile(r"ponto:(-?[0-9.]+),(-?[0-9.]+)")


class _Pages(QTabWidget):
    """Pages that scroll or shrink: a small window must not grow for the largest of them."""

    def __init__(self, least: QSize, parent: QWidget) -> None:
        super().__init__(parent)
        self._least = least
        self.setDocumentMode(True)

    @override
    def minimumSizeHint(self) -> QSize:
        return self._least


class AtendimentoScreen(Screen):
    """See the module.

    Args:
        services: the counter's, categories, import, public reads.
        context: the window's common things.
        parent: the shell.

    """

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Atendimento", CONCERNS, context, parent)
        self._service = services.atendimento
        self._has_begun = False
        self._has_told = False
        self.attend = AttendPage(services.atendimento, services.categorias, context, self)
        self.receipt = ReceiptPage(services.escritorio, context, self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.attend)
        self.stack.addWidget(self.receipt)
        self.today = TodayPage(services.atendimento, context, self)
        self.status = StatusPage(services, context, self)
        self.tables = ImportPage(services, context, self)
        self.phones = PhonesPage(services.atendimento, context, self)
        self.drafts = QPushButton(self)
        self.drafts.setToolTip("Atendimentos não terminados (Ctrl+O)")
        self.drafts.clicked.connect(self.open_drafts)
        self.drafts.hide()
        self.top.insertWidget(self.top.count() - 1, self.drafts)
        theme = context.theme
        self.tabs = _Pages(QSize(theme.px(190), theme.px(150)), self)
        self.tabs.addTab(self.stack, "Atender")
        self.tabs.addTab(self.today, "Meus registros de hoje")
        self.tabs.addTab(self.status, "Situação para o morador")
        if context.session.pode(Ato.IMPORTAR):
            self.tabs.addTab(self.tables, "Importar tabela")
        else:
            self.tables.hide()
        self.tabs.addTab(self.phones, "Telefones")
        self.tabs.currentChanged.connect(self._on_tab)
        self.column.addWidget(self.tabs, 1)
        self._add_keys()
        self._connect()

    # -- of a screen -----------------------------------------------------------------------

    @override
    def reload(self) -> None:
        """Read what the shown page lists, and how many drafts wait."""
        if not self._has_begun:
            self._has_begun = True
            # A write waits for the saves before it: the form may have been built anew just now.
            account = self.context.session.conta
            conta_id = None if account is None else account.conta_id
            service = self._service
            self.context.runner.write(self, lambda: service.em_curso(conta_id), self._on_begun)
        self._count_drafts()
        self._reload_page()

    @override
    def activate(self) -> None:
        """Whether there is a map to choose on may have changed with the account."""
        self.set_map(is_there=self.context.has_screen(MAP, MAP_OFFER))
        super().activate()

    @override
    def open_target(self, target: str) -> None:
        """See the module."""
        point = _POINT.fullmatch(target)
        if point is not None:
            self.show_page(self.stack)
            self.stack.setCurrentWidget(self.attend)
            self.attend.form.place.take_point(float(point[1]), float(point[2]))
        elif _ID.fullmatch(target):
            self.show_page(self.status)
            self.status.show_demand(target)
        elif target:
            self.show_page(self.status)
            self.status.ask(target)

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        """The living column follows the form."""
        self.attend.set_narrow(is_narrow=is_narrow)
        self.status.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        """What is typed is kept now; columns and splitter are remembered."""
        self.attend.keeper.flush()
        self.context.view.put(self.setting("divisor"), self.attend.splitter.saveState())
        for page in (self.today, self.status, self.tables, self.phones):
            page.save_view()

    @override
    def holds_unsaved(self) -> str:
        """Typed in the last moment: it is being written."""
        self.attend.keeper.flush()
        return ""

    # -- pages -----------------------------------------------------------------------------

    def show_page(self, page: QWidget) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentWidget(page)

    @Slot()
    def begin(self) -> None:
        """The next resident, with what stays between two."""
        ficha = self.attend.form.ficha
        self.stack.setCurrentWidget(self.attend)
        if self.attend.keeper.draft is None and self.attend.is_empty:
            self.attend.form.start()
            return
        self.attend.begin_next(ficha)

    def show_receipt(self, data: DadosDoRecibo, note: str) -> None:
        """Show a receipt in the place of the form."""
        self.show_page(self.stack)
        self.stack.setCurrentWidget(self.receipt)
        self.receipt.show_receipt(data, note)

    def set_map(self, *, is_there: bool) -> None:
        """Whether the map can be asked for a point."""
        self.attend.form.place.set_map(is_there=is_there)

    @Slot()
    def choose_on_map(self) -> None:
        """Ask the map for a point; it comes back as the target ``ponto:lat,lng``."""
        self.context.go(MAP, f"{MAP_OFFER}:{KEY}")

    @Slot()
    def open_drafts(self) -> None:
        """The list of attendances not finished."""
        self.context.runner.read(
            self, self._service.rascunhos, self._on_drafts_to_show, key="rascunhos_lista"
        )

    def _add_keys(self) -> None:
        add = self.context.actions.add
        stack = self.stack
        add(self, "atendimento.registrar", "Registrar demanda", "Ctrl+Return", self._on_register)
        add(
            self,
            "atendimento.salvar_e_proxima",
            "Salvar e próxima",
            "Ctrl+Shift+Return",
            self._on_register_next,
        )
        add(
            self, "atendimento.rascunhos", "Atendimentos não terminados", "Ctrl+O", self.open_drafts
        )
        add(self, "atendimento.nova", "Novo atendimento", "Ctrl+N", self._on_new)
        add(stack, "atendimento.sair", "Deixar o atendimento", "Esc", self._on_escape)

    def _connect(self) -> None:
        self.attend.registered.connect(self._on_registered)
        self.attend.same_chosen.connect(self._on_same)
        self.attend.opened.connect(self._on_opened)
        self.attend.form.place.map_requested.connect(self.choose_on_map)
        self.attend.keeper.kept.connect(self._count_drafts)
        self.receipt.next_requested.connect(self.begin)
        self.today.receipt_requested.connect(self._on_receipt_of)
        self.today.opened.connect(self._on_opened)
        self.status.receipt_requested.connect(self._on_receipt_of)
        self.status.opened.connect(self._on_opened)
        state = self.context.view.blob(self.setting("divisor"))
        if not state.isEmpty():
            self.attend.splitter.restoreState(state)

    def _reload_page(self) -> None:
        page = self.tabs.currentWidget()
        if page in (self.today, self.status, self.phones, self.tables):
            page.reload()
        else:
            self.loaded.emit()

    @Slot(int)
    def _on_tab(self, _at: int) -> None:
        self._reload_page()

    # -- drafts ----------------------------------------------------------------------------

    def _on_begun(self, draft: Rascunho | None) -> None:
        if draft is not None and self.attend.is_empty:
            self.attend.show_draft(draft)
        elif self.tabs.currentWidget() is self.stack:
            self.attend.form.start()

    @Slot()
    def _count_drafts(self) -> None:
        self.context.runner.read(self, self._service.rascunhos, self._on_drafts, key="rascunhos")

    def _on_drafts(self, found: list[Aberto]) -> None:
        waiting = self._others(found)
        self.drafts.setVisible(bool(waiting))
        self.drafts.setText(counted(len(waiting), "não terminado", "não terminados"))
        self.count_changed.emit(len(waiting))
        if waiting and not self._has_told:
            self.context.notify(
                f"Há {counted(len(waiting), 'atendimento', 'atendimentos')} por terminar; "
                "o que foi digitado está guardado.",
                "info",
                ("Ver", self.open_drafts),
            )
        self._has_told = True

    def _on_drafts_to_show(self, found: list[Aberto]) -> None:
        waiting = self._others(found)
        if not waiting:
            self.context.notify("Não há atendimento por terminar.")
            return
        dialog = DraftsDialog(waiting, self.context, self)
        dialog.chosen.connect(self._on_draft_chosen)
        dialog.dropped.connect(self._on_draft_dropped)
        dialog.open()

    def _others(self, found: list[Aberto]) -> list[Aberto]:
        mine = self.attend.keeper.draft
        return [
            one for one in found if mine is None or one.rascunho.rascunho_id != mine.rascunho_id
        ]

    @Slot(str, bool)
    def _on_draft_chosen(self, rascunho_id: str, takes: bool) -> None:
        service = self._service

        def take() -> None:
            self.attend.keeper.release()
            self.context.runner.write(
                self, lambda: service.retomar(rascunho_id, toma=takes), self._on_taken
            )

        self.attend.keeper.when_kept(take)

    def _on_taken(self, draft: Rascunho) -> None:
        self.show_page(self.stack)
        self.stack.setCurrentWidget(self.attend)
        self.attend.show_draft(draft)
        self._count_drafts()

    @Slot(str)
    def _on_draft_dropped(self, rascunho_id: str) -> None:
        self.context.runner.write(
            self,
            lambda: self._service.descartar(rascunho_id),
            lambda _done: self._count_drafts(),
        )

    # -- what was registered ---------------------------------------------------------------

    def _on_registered(self, done: Registrada, category: str | None) -> None:
        self.attend.keeper.adopt(None, self.attend.form.ficha)
        note = (
            "Esta demanda já estava registrada: o protocolo é o mesmo."
            if done.ja_registrada
            else "Demanda registrada."
        )
        if self.attend.is_next_wanted:
            self.context.notify(
                f"{note} Protocolo {done.protocolo}.",
                "info",
                ("Ver recibo", lambda: self._on_receipt_of(done.demanda_id)),
            )
            self.attend.begin_next(self.attend.form.ficha)
            return
        self._read_receipt(done.demanda_id, note, category)

    def _on_same(self, chosen: Semelhante) -> None:
        service = self._service

        def close() -> None:
            draft = self.attend.keeper.draft
            self.context.runner.write(
                self, lambda: service.e_a_mesma(draft, chosen.demanda_id), lambda _found: done()
            )

        def done() -> None:
            self.attend.keeper.adopt(None, self.attend.form.ficha)
            self._read_receipt(
                chosen.demanda_id,
                "É a mesma demanda. Nada novo foi registrado; o protocolo é este.",
            )

        self.attend.keeper.when_kept(close)

    @Slot(str)
    def _on_receipt_of(self, demanda_id: str) -> None:
        self._read_receipt(demanda_id, "Recibo de uma demanda já registrada.")

    def _read_receipt(self, demanda_id: str, note: str, category: str | None = None) -> None:
        service = self._service
        self.context.runner.read(
            self,
            lambda: service.recibo(demanda_id, category),
            lambda data: self.show_receipt(data, note),
            key="recibo",
        )

    @Slot(str)
    def _on_opened(self, demanda_id: str) -> None:
        if self.context.has_screen("demandas"):
            self.context.go("demandas", demanda_id)
        else:
            self.open_target(demanda_id)

    # -- keys ------------------------------------------------------------------------------

    def _when_attending(self, act: Callable[[], object]) -> None:
        is_there = self.tabs.currentWidget() is self.stack
        if is_there and self.stack.currentWidget() is self.attend:
            act()

    @Slot()
    def _on_register(self) -> None:
        self._when_attending(self.attend.register)

    @Slot()
    def _on_register_next(self) -> None:
        self._when_attending(self.attend.register_next)

    @Slot()
    def _on_new(self) -> None:
        self.show_page(self.stack)
        if self.stack.currentWidget() is self.receipt:
            self.begin()
        else:
            self.attend.leave()

    @Slot()
    def _on_escape(self) -> None:
        if self.stack.currentWidget() is self.receipt:
            self.begin()
        else:
            self.attend.leave()
