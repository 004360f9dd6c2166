"""What may be done to the demand on the screen, by role, and where its reasons lie.

A correction is published at once and offers Desfazer for ten seconds; a withdrawal and a contest
ask first. What the role may not do is not shown. Source: ui.md, Frame; design.md 9 and 11.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox

from app.services.atendimento_situacao import SituacaoParaMorador
from app.services.composicao import Servicos
from app.services.demanda_atos import Corrigida, Formulario
from app.services.demanda_detalhe import Detalhe, TextoRestrito
from app.services.impressos.recibo import situacao_da_demanda
from app.services.permissoes import Ato
from widgets.demandas import story
from widgets.demandas.contest_dialog import ContestDialog
from widgets.demandas.correction_form import Categories, CorrectionForm
from widgets.demandas.withdraw_dialog import WithdrawDialog
from widgets.runtime.context import UiContext

if TYPE_CHECKING:
    from widgets.demandas.screen import DemandasScreen

WORDS: Final = {"texto": "texto", "local": "lugar", "categoria": "categoria"}


class Acts(QObject):
    """The actions of the screen, and what they open.

    Args:
        services: of the open office.
        context: the window's common things.
        screen: whose demand; shows what comes back.
    """

    def __init__(self, services: Servicos, context: UiContext, screen: DemandasScreen) -> None:
        super().__init__(screen)
        self._services = services
        self._context = context
        self._screen = screen
        self._detail: Detalhe | None = None
        self.categories: Categories = ()
        self.correct_button = screen.add_primary("Corrigir…")
        self.correct = self._add("corrigir", "Corrigir a demanda…", "C", self._correct)
        self.contest = self._add("contestar", "Contestar a categoria…", "T", self._contest)
        self.report = self._add(
            "em_nome_de", "Registrar atualização em nome do conselheiro…", "A", self._report
        )
        self.raw = self._add("texto", "Ver o texto como foi dito…", "X", self.ask_raw)
        self.map = self._add("mapa", "Ver no mapa", "M", partial(self.follow, story.MAP))
        self.backlog = self._add(
            "backlog", "Ver a fila da unidade", "B", partial(self.follow, story.BACKLOG)
        )
        self.draw = self._add("sorteio", "Ver o sorteio", "S", partial(self.follow, story.DRAW))
        self.trace = self._add("eventos", "Ver os eventos", "E", partial(self.follow, "rastro"))
        self.print = self._add(
            "imprimir", "Imprimir a situação para o morador…", "I", self.print_status
        )
        self.withdraw = self._add("retirar", "Retirar a demanda…", "R", self._withdraw)
        self.correct_button.clicked.connect(self.correct.trigger)
        self.correct_button.setToolTip("Corrigir texto, lugar ou categoria (C)")
        self.of_one = (
            self.correct, self.contest, self.report, self.raw, self.map, self.backlog, self.draw,
            self.trace, self.print, self.withdraw,
        )  # fmt: skip
        for action in self.of_one:
            if action is self.withdraw:
                screen.menu.addSeparator()
            screen.menu.addAction(action)
        self.show(None)

    def show(self, detail: Detalhe | None) -> None:
        """Which demand the actions are about."""
        self._detail = detail
        may = self._context.session.pode
        is_open = detail is not None and detail.is_aberta
        has_category = detail is not None and detail.vista.categoria_id is not None
        has_councillor = detail is not None and detail.vista.conselheiro_id is not None
        for action, is_permitted, is_possible in (
            (self.correct, may(Ato.CORRIGIR), is_open),
            (self.contest, may(Ato.CONTESTAR), is_open and has_category),
            (self.report, may(Ato.EM_NOME_DE), has_councillor),
            (self.raw, may(Ato.VER_TEXTO_BRUTO), detail is not None),
            (self.withdraw, may(Ato.RETIRAR), is_open),
            (self.map, True, detail is not None and detail.vista.lat is not None),
            (self.backlog, True, detail is not None and detail.vista.unidade_civica_id is not None),
            (self.draw, True, detail is not None and bool(detail.sorteios)),
            (self.trace, True, detail is not None),
            (self.print, True, detail is not None),
        ):
            action.setVisible(is_permitted)
            action.setEnabled(is_permitted and is_possible)
        self.correct_button.setVisible(may(Ato.CORRIGIR))
        self.correct_button.setEnabled(self.correct.isEnabled())

    @Slot(str)
    def follow(self, wanted: str) -> None:
        """Go to the reason of a number; the names are those of ``story``."""
        if self._detail is None:
            return
        view = self._detail.vista
        if wanted == story.RAW:
            self.ask_raw()
        elif wanted == story.MAP:
            self._context.go("mapa", f"demanda:{view.demanda_id}")
        elif wanted == story.BACKLOG and view.unidade_civica_id is not None:
            self._context.go("backlog", view.unidade_civica_id)
        elif wanted == story.DRAW:
            self._context.go("sorteio", view.demanda_id)
        elif wanted == story.EVENT and self._detail.causa is not None:
            self._context.go("eventos", f"evento:{self._detail.causa.carimbo}")
        elif wanted == "rastro":
            self._context.go("eventos", view.demanda_id)
        elif wanted == story.TEXT_REPEATED and self._detail.retirada is not None:
            self._screen.open_target(self._detail.retirada[1] or "")

    # -- restricted words ------------------------------------------------------------------

    @Slot()
    def ask_raw(self) -> None:
        """Ask first: others may look over the shoulder."""
        if self._detail is None:
            return
        box = QMessageBox(self._screen)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle("Texto como foi dito")
        box.setText("O texto como foi dito pode trazer nomes, telefones e outros dados de pessoas.")
        box.setInformativeText(
            "Confira quem vê esta tela antes de mostrar. Fica anotado que esta conta abriu o texto."
        )
        show = box.addButton("Mostrar", QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton("Não mostrar", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        show.clicked.connect(partial(self._read_raw, self._detail.vista.demanda_id))
        box.open()

    def _read_raw(self, demanda_id: str) -> None:
        session, service = self._context.session, self._services.demanda_atos

        def read() -> TextoRestrito:
            return service.texto_restrito(demanda_id, session.ator(Ato.VER_TEXTO_BRUTO))

        self._context.runner.read(
            self, read, self._screen.show_raw, self._context.report, key="bruto"
        )

    # -- acts ------------------------------------------------------------------------------

    @Slot()
    def _correct(self) -> None:
        if self._detail is None:
            return
        actor = self._context.session.ator(Ato.CORRIGIR)
        self._context.runner.read(
            self,
            partial(self._services.demanda_atos.formulario, self._detail.vista.demanda_id, actor),
            self.open_form,
            self._context.report,
            key="formulario",
        )

    def open_form(self, opened: Formulario) -> CorrectionForm:
        """The form over what stands now."""
        form = CorrectionForm(
            opened,
            self._services.demanda_atos,
            self._context.session.ator(Ato.CORRIGIR),
            self.categories,
            self._services.atendimento.lugar,
            self._services.unidades.procurar,
            self._context,
            self._screen,
        )
        self._context.runner.read(
            form,
            self._services.fila_revisao.categorias,
            form.set_subcategories,
            self._context.report,
            key="subcategorias",
        )
        form.corrected.connect(self._on_corrected)
        form.open()
        return form

    @Slot(object)
    def _on_corrected(self, done: Corrigida) -> None:
        words = " e ".join(WORDS.get(one, one) for one in done.campos)
        action: tuple[str, Callable[[], object]] | None = None
        if done.volta is not None:
            action = ("Desfazer", partial(self._undo, done))
        self._context.notify(f"Demanda {done.protocolo} corrigida: {words}.", "info", action)

    def _undo(self, done: Corrigida) -> None:
        actor = self._context.session.ator(Ato.CORRIGIR)
        self._context.runner.write(
            self,
            partial(self._services.demanda_atos.desfazer, done, actor),
            lambda _done: self._context.notify(
                f"Correção da demanda {done.protocolo} desfeita. As duas ficam no registro."
            ),
            self._context.report,
        )

    @Slot()
    def _withdraw(self) -> None:
        if self._detail is None:
            return
        session = self._context.session
        dialog = WithdrawDialog(
            self._detail.vista.demanda_id,
            self._detail.nome,
            self._services.demanda_atos,
            # Who also moderates withdraws as a moderator: at any time, whoever registered it.
            session.ator(Ato.MODERAR if session.pode(Ato.MODERAR) else Ato.RETIRAR),
            self._context,
            self._screen,
        )
        dialog.withdrawn.connect(
            lambda name: self._context.notify(
                f"Demanda {name} retirada. O registro guarda o motivo."
            )
        )
        dialog.open()

    @Slot()
    def _contest(self) -> None:
        if self._detail is None:
            return
        dialog = ContestDialog(
            self._detail,
            self._services.demanda_atos,
            self._context.session.ator(Ato.CONTESTAR),
            self.categories,
            self._context,
            self._screen,
        )
        dialog.contested.connect(
            lambda name: self._context.notify(
                f"A categoria da demanda {name} foi mandada à revisão."
            )
        )
        dialog.open()

    @Slot()
    def print_status(self) -> None:
        """The status sheet: public words only, whoever prints it."""
        if self._detail is not None:
            self._context.runner.read(
                self,
                partial(
                    self._services.atendimento.situacao.para_imprimir,
                    self._detail.vista.demanda_id,
                ),
                self._on_status,
                self._context.report,
                key="situacao",
            )

    def _on_status(self, found: SituacaoParaMorador) -> None:
        moments = self._context.moments
        sheet = situacao_da_demanda(
            found.demanda,
            [(moments.exato(ms), said) for ms, said in found.historia],
            found.contato,
            self._services.escritorio.nome,
            moments.exato(moments.agora_ms()),
            atende=self._services.escritorio.atende,
            fotos=found.fotos,
        )
        self._context.paper.print(sheet, self._screen)

    @Slot()
    def _report(self) -> None:
        if self._detail is not None and self._detail.vista.conselheiro_id is not None:
            self._context.go("gabinete", self._detail.vista.conselheiro_id)

    def _add(self, verb: str, title: str, key: str, slot: Callable[[], object]) -> QAction:
        return self._context.actions.add(self._screen, f"demandas.{verb}", title, key, slot)
