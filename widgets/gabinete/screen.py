"""Gabinete: a councillor's one demand, and the report about it.

A councillor sees the own workspace; a clerk chooses one and acts in the councillor's name, which
the timeline says. Source: issue "The desktop", Screens; design.md 9.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.composicao import Servicos
from app.services.conselheiros import Conselheiro
from app.services.falhas import Cause
from app.services.gabinete import Mesa, Rascunho
from app.services.gabinete_formulario import FEITO, STATUS, conclui
from app.services.mudancas import GABINETE
from app.services.permissoes import Ato, Papel
from widgets.gabinete import consequences
from widgets.gabinete.demand_pane import DemandPane
from widgets.gabinete.report_pane import ReportPane
from widgets.runtime.code_label import short
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.galeria.gallery import Gallery
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.screen import Screen
from widgets.runtime.state_stack import StateStack

KEY: Final = "gabinete"
_CONCERNS: Final = GABINETE


class GabineteScreen(Screen):
    """Over the services of one office. Target: a councillor's id."""

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Gabinete", _CONCERNS, context, parent)
        self._service = services.gabinete
        self._services = services
        self._who = self._service.meu_id or ""
        self._desk: Mesa | None = None
        self._is_loading = False
        theme = context.theme
        self.menu.addAction("Atualizar (Ctrl+R)").triggered.connect(self.refresh)
        self.chooser = QComboBox(self)
        self.chooser.setAccessibleName("Gabinete de qual conselheiro")
        self.chooser.view().setAccessibleName("Conselheiros com demanda")
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContentsOnFirstShow)
        self.chooser.setMinimumContentsLength(22)
        self.chooser.activated.connect(self._on_chosen)
        self.chooser.setVisible(self._service.pode_escolher)
        self.top.insertWidget(1, self.chooser)
        self.name = QLabel(self)
        self.name.setProperty("kind", "secondary")
        self.name.setWordWrap(True)
        self.demand = DemandPane(context, self)
        self.gallery = Gallery(services.midias, context, self.demand, Ato.TRABALHAR)
        self.demand.tabs.addTab(self.gallery, "Fotos")
        self.demand.demand_opened.connect(partial(context.go, "demandas"))
        self.demand.draw_opened.connect(partial(context.go, "sorteio"))
        self.report = ReportPane(self._service, services.midias, context, self)
        self.report.submitted.connect(self._on_submitted)
        self.split = MasterDetail(
            self.demand, self._build_right(), theme, context.icons, self, back="Voltar à demanda"
        )
        self.split.share(1, 1)
        self.split.restore(context.view.blob(self.setting("divisao")))
        self.demand.write_asked.connect(self._on_write)
        self.state = StateStack(self.split, theme, self)
        self.state.retry_requested.connect(self.refresh)
        self.column.addWidget(self.name)
        self.column.addWidget(self.state, 1)
        add = context.actions.add
        add(self, f"{KEY}.registrar", "Registrar a atualização", "Ctrl+Return", self.report.submit)
        add(self, f"{KEY}.sugestao", "Usar a sugestão", "Ctrl+U", self.report.take_suggestion)
        add(self, f"{KEY}.escrever", "Ir para o texto da atualização", "Ctrl+E", self._on_write)

    @property
    def desk(self) -> Mesa | None:
        """What is shown."""
        return self._desk

    # -- reading ---------------------------------------------------------------------------

    @override
    def reload(self) -> None:
        if self._desk is None:
            self.state.show_loading()
        if self._service.pode_escolher:
            self.context.runner.read(
                self, self._services.conselheiros.todos, self._on_all, self._on_failed, key="todos"
            )
        elif self._who:
            self._read_desk()
        else:
            self._show_nobody()

    @override
    def open_target(self, target: str) -> None:
        if not self._service.pode_escolher and target != self._who:
            self.context.notify("Cada conselheiro abre só o próprio gabinete.", "aviso")
            return
        self._go_to(target)

    @override
    def holds_unsaved(self) -> str:
        if not self.report.is_dirty:
            return ""
        self.report.flush()
        return "a atualização que está sendo escrita no Gabinete"

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)
        self.demand.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        self.context.view.put(self.setting("divisao"), self.split.save())
        self.report.flush()

    def _on_all(self, found: tuple[Conselheiro, ...]) -> None:
        busy = [
            one for one in found if one.demanda_id is not None or one.conselheiro_id == self._who
        ]
        busy.sort(
            key=lambda one: (one.nome_publico is None, one.nome_publico or "", one.conselheiro_id)
        )
        self.chooser.clear()
        for one in busy:
            self.chooser.addItem(_name(one), one.conselheiro_id)
        if not busy:
            self._show_nobody()
            return
        known = self.chooser.findData(self._who)
        if known < 0:
            known = 0
            self._who = busy[0].conselheiro_id
        self.chooser.setCurrentIndex(known)
        self._read_desk()

    def _read_desk(self) -> None:
        who = self._who
        self.context.runner.read(
            self, partial(self._read, who), self._on_desk, self._on_failed, key="mesa"
        )

    def _read(self, who: str) -> tuple[Mesa, Rascunho | None]:
        """The desk with its draft, in a worker."""
        desk = self._service.abrir(who)
        if desk.sorteio is None:
            return desk, None
        return desk, self._service.rascunho(who, desk.sorteio.demanda_id)

    def _on_desk(self, found: tuple[Mesa, Rascunho | None]) -> None:
        desk, draft = found
        if desk.conselheiro.conselheiro_id != self._who:
            return
        self._desk = desk
        self._say_who(desk)
        if desk.sorteio is None:
            self.report.flush()
            self.state.show_empty(
                "Nenhuma demanda em mãos",
                "Depois do próximo sorteio, a demanda aparece aqui."
                if desk.conselheiro.status == "disponivel"
                else "Este cadastro não está nos sorteios agora.",
            )
            self.loaded.emit()
            return
        self.report.open_pair(self._who, desk.sorteio.demanda_id, draft)
        self.demand.show_desk(desk)
        self.gallery.show_demand(desk.sorteio.demanda_id)
        self._say_acts(desk)
        self.state.show_content()
        if desk.demanda is not None:
            self.context.runner.read(
                self,
                partial(self._service.semelhantes, desk.demanda.demanda),
                self.demand.show_cases,
                self.context.report,
                key="casos",
            )
        self.loaded.emit()

    def _show_nobody(self) -> None:
        account = self.context.session.conta
        is_councillor = account is not None and Papel.CONSELHEIRO in account.papeis
        self.state.show_empty(
            "Nenhum conselheiro com demanda",
            "Esta conta ainda não está ligada a um conselheiro. Peça ao operador."
            if is_councillor and not self._service.pode_escolher
            else "Quando alguém for sorteado, o gabinete dele aparece aqui.",
        )
        self.loaded.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.state.show_error(self.context.describe(error).frase)

    def _say_who(self, desk: Mesa) -> None:
        name = _name(desk.conselheiro)
        where = desk.conselheiro.unidade_nome or ""
        if desk.is_proprio:
            self.name.setText(f"{name} · {where}")
        else:
            self.name.setText(f"Você age em nome de {name}; a linha do tempo diz isso.")

    # -- the right side --------------------------------------------------------------------

    def _build_right(self) -> QWidget:
        theme = self.context.theme
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.px(12), 0, 0, theme.px(8))
        column.setSpacing(theme.px(16))
        column.addWidget(self.report, 1)
        column.addWidget(self._build_acts())
        return body

    def _build_acts(self) -> QWidget:
        """Acts of the end beside the report's own button; those that give the demand back apart."""
        self.conclude = QPushButton("Concluir…", self)
        self.conclude.clicked.connect(self._on_conclude)
        self.ratify = QPushButton("Confirmar conclusão…", self)
        self.ratify.clicked.connect(self._on_ratify)
        self.leave = QPushButton("Desistir…", self)
        self.leave.clicked.connect(self._on_leave)
        self.refuse = QPushButton("Recusar…", self)
        self.refuse.clicked.connect(self._on_refuse)
        for button in (self.conclude, self.ratify):
            self.report.acts.addWidget(button)
        # They only ask; what cannot be undone is the red button of the question.
        apart = QWidget(self)
        flow = FlowLayout(apart, self.context.theme.px(8))
        for button in (self.leave, self.refuse):
            flow.addWidget(button)
        return apart

    def _say_acts(self, desk: Mesa) -> None:
        is_begun = desk.is_iniciada
        self.ratify.setVisible(desk.pendencia is not None)
        self.leave.setVisible(is_begun)
        self.refuse.setText("Deixar por risco…" if is_begun else "Recusar…")

    # -- acts ------------------------------------------------------------------------------

    @Slot()
    def _on_submitted(self) -> None:
        form = self.report.form
        if conclui(form.tipo, form.campos):
            self._ask(consequences.of_concluir(), lambda _code, _why: self._register())
        else:
            self._register()

    def _register(self) -> None:
        self.report.register(self._on_registered)

    def _on_registered(self, answer: Any) -> None:
        if answer["conclui"]:
            text = "Demanda concluída. Obrigado pelo trabalho."
        elif answer["inicia"]:
            text = "Atualização registrada: o trabalho começou."
        else:
            text = "Atualização registrada."
        self.context.notify(text)
        self.refresh()

    @Slot()
    def _on_conclude(self) -> None:
        self.report.form.choose(STATUS, status=FEITO)
        self.report.form.text.setPlaceholderText("Conte o resultado: o que ficou pronto, e quando.")
        self.report.submit()

    @Slot()
    def _on_ratify(self) -> None:
        desk = self._desk
        if desk is None or desk.pendencia is None:
            return
        act = partial(self._service.ratificar, self._who, self._demand_id)
        self._ask_and_write(
            consequences.of_ratificar(desk.pendencia.total_conclusoes),
            lambda _code: act(),
            "Conclusão confirmada.",
        )

    @Slot()
    def _on_leave(self) -> None:
        act = partial(self._service.desistir, self._who, self._demand_id)
        self._ask_and_write(
            consequences.of_desistir(), lambda _code: act(), "Desistência registrada."
        )

    @Slot()
    def _on_refuse(self) -> None:
        desk = self._desk
        if desk is None:
            return
        act = partial(self._service.recusar, self._who, self._demand_id)
        self._ask_and_write(
            consequences.of_recusar(is_iniciada=desk.is_iniciada),
            lambda code: act(code or "risco_pessoal"),
            "A demanda voltou ao sorteio.",
        )

    @property
    def _demand_id(self) -> str:
        draw = None if self._desk is None else self._desk.sorteio
        return "" if draw is None else draw.demanda_id

    def _ask(self, asked: Consequence, act: Any) -> None:
        dialog = ConsequenceDialog(asked, self.context.theme, self)
        dialog.confirmed.connect(act)
        dialog.open()

    def _ask_and_write(self, asked: Consequence, act: Any, done: str) -> None:
        def write(code: str, _why: str) -> None:
            self.context.runner.write(
                self,
                partial(act, code),
                lambda _answer: self.context.notify(done),
                self._on_refused,
                changed=_CONCERNS,
            )

        self._ask(asked, write)

    def _on_refused(self, error: BaseException) -> None:
        self.context.report(error)
        if self.context.describe(error).causa is Cause.PESSOA:
            self.refresh()

    @Slot(int)
    def _on_chosen(self, at: int) -> None:
        self._go_to(str(self.chooser.itemData(at) or ""))

    def _go_to(self, who: str) -> None:
        if who and who != self._who:
            self.report.flush()
            self._who = who
            self._desk = None
            self.refresh()

    @Slot()
    def _on_write(self) -> None:
        self.split.show_detail()
        self.report.form.text.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _name(one: Conselheiro) -> str:
    return one.nome_publico or f"conselheiro {short(one.conselheiro_id)}"
