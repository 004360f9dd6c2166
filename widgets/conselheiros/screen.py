"""Conselheiros: who they are, who has to be told of a draw, and which demands have nobody.

Acts that end something ask first; telling somebody is a note and can be undone. Source: issue
"The desktop", Screens; ui.md.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog, QTabWidget, QWidget
from typing_extensions import override

from app.services.composicao import Servicos
from app.services.conselheiros import Conselheiro
from app.services.designacoes import Contato, NaMesa, SemConselheiro
from app.services.falhas import Cause
from app.services.impressos.impresso import Impresso
from app.services.mudancas import CONSELHEIROS
from app.services.permissoes import Ato
from widgets.conselheiros import consequences
from widgets.conselheiros.contact_dialog import ContactDialog
from widgets.conselheiros.councillors_page import CouncillorsPage
from widgets.conselheiros.desk_page import DeskPage
from widgets.conselheiros.register_dialog import RegisterDialog
from widgets.conselheiros.waiting_page import WaitingPage
from widgets.conselheiros.words import CANAL
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.context import UiContext
from widgets.runtime.screen import Screen

KEY: Final = "conselheiros"
NOTICES: Final = "avisos_a_conselheiros"
"""What changes when somebody was told: rows of this machine, no event."""
_CONCERNS: Final = CONSELHEIROS | {NOTICES}
_WROTE: Final = CONSELHEIROS
_TABS: Final = ("Conselheiros", "A avisar", "Sem conselheiro")


class ConselheirosScreen(Screen):
    """Over the services of one office. Target: a councillor's id."""

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Conselheiros", _CONCERNS, context, parent)
        self._services = services
        self._target = ""
        self.register = self.add_primary("Cadastrar conselheiro")
        self.register.setVisible(context.session.pode(Ato.CADASTRAR_CONSELHEIRO))
        self.register.clicked.connect(self.ask_to_register)
        self.register.setToolTip("Ctrl+N")
        self.menu.addAction("Atualizar (Ctrl+R)").triggered.connect(self.refresh)
        self.councillors = CouncillorsPage(services.sorteio, context, self)
        self.councillors.pane.asked.connect(self._on_councillor_act)
        self.councillors.pane.draw_opened.connect(partial(context.go, "demandas"))
        self.desk = DeskPage(context, self)
        self.desk.told.connect(self._on_told)
        self.desk.asked.connect(self._on_desk_act)
        self.waiting = WaitingPage(context, self)
        self.waiting.opened.connect(partial(context.go, "demandas"))
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Partes da tela Conselheiros")
        self.tabs.tabBar().setAccessibleName("Partes da tela Conselheiros")
        for page, word in zip((self.councillors, self.desk, self.waiting), _TABS, strict=True):
            self.tabs.addTab(page, word)
        self.tabs.setCurrentIndex(context.view.number(self.setting("aba")))
        self.column.addWidget(self.tabs, 1)
        context.actions.add(
            self, f"{KEY}.cadastrar", "Cadastrar conselheiro", "Ctrl+N", self.ask_to_register
        )

    # -- reading ---------------------------------------------------------------------------

    @override
    def reload(self) -> None:
        services = self._services
        runner = self.context.runner
        for panel in (self.councillors.panel, self.desk.panel, self.waiting.panel):
            if not panel.model.rowCount():
                panel.state.show_loading()
        runner.read(self, services.conselheiros.todos, self._on_councillors,
                    partial(self._on_failed, self.councillors.panel), key="lista")  # fmt: skip
        runner.read(self, services.designacoes.na_mesa, self._on_desk,
                    partial(self._on_failed, self.desk.panel), key="mesa")  # fmt: skip
        runner.read(self, services.designacoes.sem_conselheiro, self._on_waiting,
                    partial(self._on_failed, self.waiting.panel), key="fila")  # fmt: skip

    @override
    def open_target(self, target: str) -> None:
        self._target = target
        self.tabs.setCurrentWidget(self.councillors)
        self._take_target()

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.councillors.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        self.context.view.put(self.setting("aba"), self.tabs.currentIndex())
        self.councillors.save_view()
        self.desk.save_view()
        self.waiting.panel.save_view()

    def _on_councillors(self, rows: tuple[Conselheiro, ...]) -> None:
        self.councillors.show_rows(rows)
        self._take_target()
        self.loaded.emit()

    def _on_desk(self, rows: tuple[NaMesa, ...]) -> None:
        self.desk.show_rows(rows)
        count = self.desk.untold
        self._name_tab(self.desk, _TABS[1], count)
        self.count_changed.emit(count)

    def _on_waiting(self, rows: tuple[SemConselheiro, ...]) -> None:
        self.waiting.show_rows(rows)
        self._name_tab(self.waiting, _TABS[2], len(rows))

    def _name_tab(self, page: QWidget, word: str, count: int) -> None:
        text = f"{word} ({count})" if count else word
        self.tabs.setTabText(self.tabs.indexOf(page), text)

    def _on_failed(self, panel: Any, error: BaseException) -> None:
        panel.state.show_error(self.context.describe(error).frase)

    def _take_target(self) -> None:
        if self._target and self.councillors.select(self._target):
            self._target = ""

    # -- registration ----------------------------------------------------------------------

    @Slot()
    def ask_to_register(self) -> None:
        """Open the form."""
        if not self.context.session.pode(Ato.CADASTRAR_CONSELHEIRO):
            return
        dialog = RegisterDialog(self._services.cadastro_conselheiro, self.context, self)
        dialog.submitted.connect(partial(self._on_submitted, dialog))
        dialog.open()

    def _on_submitted(self, dialog: RegisterDialog, wanted: Any) -> None:
        actor = self.context.session.ator(Ato.CADASTRAR_CONSELHEIRO)
        self.context.runner.write(
            dialog,
            partial(self._services.cadastro_conselheiro.cadastrar, wanted, actor),
            partial(self._on_registered, dialog),
            lambda error: dialog.show_refusal(self.context.describe(error).frase),
            changed=_WROTE,
        )

    def _on_registered(self, dialog: RegisterDialog, answer: Any) -> None:
        dialog.accept()
        self._target = str(answer["conselheiro_id"])
        self.tabs.setCurrentWidget(self.councillors)
        self.context.notify("Conselheiro cadastrado. Já pode ser sorteado.")

    # -- acts on a councillor --------------------------------------------------------------

    @Slot(str, object)
    def _on_councillor_act(self, act: str, one: Conselheiro) -> None:
        service = self._services.conselheiros
        if act == "contato":
            self._open_contact(one.conselheiro_id)
        elif act == "gabinete":
            self.context.go("gabinete", one.conselheiro_id)
        elif act == "demanda":
            self.context.go("demandas", one.demanda_id or "")
        elif act == "inativar":
            actor = partial(self.context.session.ator, Ato.GERIR_CONSELHEIROS)
            self._ask(
                consequences.of_inativar(one),
                lambda _code, why: service.inativar(one.conselheiro_id, actor(), motivo=why),
                "Conselheiro inativado.",
            )
        elif act == "reativar":
            actor = partial(self.context.session.ator, Ato.GERIR_CONSELHEIROS)
            self._ask(
                consequences.of_reativar(one),
                lambda _code, why: service.reativar(one.conselheiro_id, actor(), motivo=why),
                "Conselheiro reativado.",
            )
        elif act == "mandato":
            self._ask(
                consequences.of_mandato(one),
                lambda _code, _why: self._services.relatoria.encerrar_mandato(
                    one.conselheiro_id, self._mandate_actor()
                ),
                "Mandato encerrado; a demanda voltou ao sorteio.",
            )

    def _mandate_actor(self) -> Any:
        session = self.context.session
        for act in (Ato.EM_NOME_DE, Ato.REVISAR, Ato.GERIR_CONSELHEIROS):
            if session.pode(act):
                return session.ator(act)
        return session.ator(Ato.GERIR_CONSELHEIROS)

    def _ask(self, asked: Consequence, act: Any, done: str) -> None:
        dialog = ConsequenceDialog(asked, self.context.theme, self)
        dialog.confirmed.connect(lambda code, why: self._write(partial(act, code, why), done))
        dialog.open()

    def _write(self, act: Any, done: str) -> None:
        self.context.runner.write(
            self, act, lambda _answer: self.context.notify(done), self._on_refused, changed=_WROTE
        )

    def _on_refused(self, error: BaseException) -> None:
        self.context.report(error)
        if self.context.describe(error).causa is Cause.PESSOA:
            self.refresh()

    # -- the desk --------------------------------------------------------------------------

    @Slot(object, str)
    def _on_told(self, row: NaMesa, channel: str) -> None:
        service = self._services.designacoes
        actor = self.context.session.ator(Ato.AVISAR_CONSELHEIRO)
        self.context.runner.write(
            self,
            partial(service.avisar, row.designacao.event_hash, channel, actor),
            lambda _note: self.context.notify(
                f"Anotado: avisado {CANAL.get(channel, channel)}.",
                "info",
                ("Desfazer", partial(self._untell, row)),
            ),
            self._on_refused,
            changed=frozenset({NOTICES}),
        )

    def _untell(self, row: NaMesa) -> None:
        actor = self.context.session.ator(Ato.AVISAR_CONSELHEIRO)
        self.context.runner.write(
            self,
            partial(self._services.designacoes.desfazer_aviso, row.designacao.event_hash, actor),
            lambda _none: self.context.notify("O aviso foi desfeito."),
            self._on_refused,
            changed=frozenset({NOTICES}),
        )

    @Slot(str, object)
    def _on_desk_act(self, act: str, row: NaMesa) -> None:
        who = row.designacao.conselheiro_id
        if act == "desfazer":
            self._untell(row)
        elif act == "contato":
            self._open_contact(who)
        elif act == "imprimir":
            self._with_letter(row, lambda letter: self.context.paper.print(letter, self))
        elif act == "pdf":
            self._with_letter(row, self._ask_where)
        elif act == "demanda":
            self.context.go("demandas", row.demanda_id)
        elif act == "conselheiro":
            self.open_target(who)
        elif act == "liberar":
            actor = partial(self.context.session.ator, Ato.GERIR_CONSELHEIROS)
            self._ask(
                consequences.of_liberar(row),
                lambda _code, _why: self._services.conselheiros.liberar(row.demanda_id, actor()),
                "Demanda liberada: voltou ao sorteio.",
            )

    def _with_letter(self, row: NaMesa, use: Any) -> None:
        actor = self.context.session.ator(Ato.AVISAR_CONSELHEIRO)
        read = partial(self._services.designacoes.carta, row.demanda_id, actor)
        self.context.runner.read(self, read, use, self._on_refused, key="carta")

    def _ask_where(self, letter: Impresso) -> None:
        dialog = QFileDialog(self, "Gravar carta de designação", "", "PDF (*.pdf)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.selectFile("-".join(letter.titulo.lower().split()) + ".pdf")
        dialog.fileSelected.connect(lambda chosen: self.save_letter(letter, Path(chosen)))
        dialog.open()

    def save_letter(self, letter: Impresso, path: Path) -> None:
        """Write the letter as PDF; a fault is said and leaves no file."""
        try:
            self.context.paper.save_pdf(letter, path)
        except Exception as error:  # noqa: BLE001 # routed like any other fault
            self.context.report(error)
            return
        self.context.notify(f"Carta gravada em {path.name}.")

    def _open_contact(self, conselheiro_id: str) -> None:
        actor = self.context.session.ator(Ato.CIDADAOS)
        self.context.runner.write(
            self,
            partial(self._services.designacoes.contato, conselheiro_id, actor),
            self._show_contact,
            self._on_refused,
        )

    def _show_contact(self, contact: Contato) -> None:
        ContactDialog(contact, self.context.theme, self).open()
