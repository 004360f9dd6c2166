"""A resident asks: by protocol number, phone or name. How the demand stands, and a sheet to take home.

Names stand only in the choice between people. The sheet says what everybody may see.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.atendimento_consultas import Registro, Resposta
from app.services.atendimento_situacao import SituacaoParaMorador
from app.services.cidadaos import CidadaoResumo
from app.services.composicao import Servicos
from app.services.impressos.impresso import Papel
from app.services.impressos.recibo import situacao_da_demanda
from app.services.permissoes import Ato
from widgets.atendimento.choice_list import ChoiceList
from widgets.atendimento.record_columns import record_columns
from widgets.runtime.context import UiContext
from widgets.runtime.field import Field
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.sorted_rows_model import SortedRowsModel

_EMPTY = (
    "Pergunte pelo protocolo, pelo telefone ou pelo nome",
    "O protocolo pode vir com ou sem traços. Quem foi atendido sem dar o nome só é encontrado por ele.",
)


class StatusPage(QWidget):
    """See the module.

    Signals:
        receipt_requested(str): show a demand's receipt again.
        opened(str): look at a demand.
    """

    receipt_requested = Signal(str)
    opened = Signal(str)

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._service = services.atendimento
        self._context = context
        self._shown: SituacaoParaMorador | None = None
        theme = context.theme
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("ABCD-000123-45, 98765-4321 ou parte do nome")
        self.search.setClearButtonEnabled(True)
        self.look_up = QPushButton("Procurar", self)
        self.look_up.clicked.connect(self._on_search)
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        row.addWidget(self.search, 1)
        row.addWidget(self.look_up)
        self.field = Field("&Protocolo, telefone ou nome", line, theme, self)
        self.field.label.setBuddy(self.search)
        self.search.setAccessibleName("Protocolo, telefone ou nome")
        self.people = ChoiceList("Pessoas encontradas", _person_words, self.search, theme, self)
        model = SortedRowsModel(
            record_columns(context.moments), theme, self, lambda one: one.demanda_id
        )
        self.panel = ListPanel(
            "Demandas encontradas",
            "atendimento/situacao",
            ("demanda", "demandas"),
            _EMPTY,
            model,
            context,
            self,
            has_filter=False,
        )
        self.detail = self._detail()
        self.split = MasterDetail(self.panel, self.detail, theme, context.icons, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.field)
        column.addWidget(self.people)
        column.addWidget(self.split, 1)
        self.search.returnPressed.connect(self._on_search)
        self.search.textEdited.connect(self._on_typed)
        self.people.taken.connect(self._on_person)
        self.panel.current_changed.connect(self._on_current)
        self.panel.opened.connect(self._on_row_opened)
        self.panel.show_rows(())
        self._show(None)

    def ask(self, text: str) -> None:
        """Look for this."""
        self.search.setText(text)
        self._on_search()

    def show_demand(self, demanda_id: str) -> None:
        """Show this one."""

        def done(found: Registro | None) -> None:
            if found is not None:
                self.search.setText(found.protocolo)
                self._show_demands(Resposta(demandas=(found,)))

        self._context.runner.read(
            self, partial(self._service.consultas.registro, demanda_id), done, key="situacao"
        )

    @Slot()
    def reload(self) -> None:
        """What is shown may stand otherwise now."""
        current = self.panel.current
        if current is not None:
            self._on_current(current)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """List and detail one at a time."""
        self.split.set_narrow(is_narrow=is_narrow)

    def save_view(self) -> None:
        """Remember the columns."""
        self.panel.save_view()

    def _detail(self) -> QWidget:
        theme = self._context.theme
        holder = QWidget(self)
        self.title = QLabel(holder)
        self.title.setFont(theme.font(2))
        self.sentence = QLabel(holder)
        self.facts = QLabel(holder)
        self.facts.setProperty("kind", "secondary")
        self.history = QLabel(holder)
        self.contact = QLabel(holder)
        self.print_a4 = QPushButton("Imprimir (A4)", holder)
        self.print_roll = QPushButton("Imprimir (80 mm)", holder)
        self.receipt = QPushButton("Ver recibo", holder)
        self.open = QPushButton("Ver demanda", holder)
        self.print_a4.clicked.connect(self._on_print_a4)
        self.print_roll.clicked.connect(self._on_print_roll)
        self.receipt.clicked.connect(self._on_receipt)
        self.open.clicked.connect(self._on_open)
        buttons = QWidget(holder)
        flow = FlowLayout(buttons, theme.px(8))
        for button in (self.print_a4, self.print_roll, self.receipt, self.open):
            flow.addWidget(button)
        column = QVBoxLayout(holder)
        column.setContentsMargins(theme.px(12), 0, theme.px(4), 0)
        column.setSpacing(theme.px(12))
        for label in (self.title, self.sentence, self.facts):
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(buttons)
        for label in (self.contact, self.history):
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(holder)
        scroll.setAccessibleName("Situação da demanda")
        self._buttons = buttons
        return scroll

    @Slot(str)
    def _on_typed(self, _text: str) -> None:
        self.field.say("")

    @Slot()
    def _on_search(self) -> None:
        text = self.search.text().strip()
        if not text:
            self.field.say("Digite o protocolo, o telefone ou o nome de quem pergunta.")
            self.search.setFocus()
            return
        self._context.runner.read(
            self,
            partial(self._service.consultas.procurar, text),
            self._on_answer,
            self._on_failed,
            key="situacao",
        )

    def _on_answer(self, found: Resposta) -> None:
        self.field.say("")
        self.people.offer(found.pessoas)
        if found.pessoas and not self.people.take_only():
            self.people.enter()
        if not found.pessoas:
            self._show_demands(found)

    def _on_failed(self, error: BaseException) -> None:
        fault = self._context.describe(error)
        if fault.is_bug:
            self._context.report(error)
            return
        self.people.offer(())
        self.panel.show_rows(())
        self._show(None)
        self.field.say(fault.frase)
        self.search.setFocus()

    @Slot(object)
    def _on_person(self, person: CidadaoResumo) -> None:
        self.people.offer(())
        ator = self._context.session.ator(Ato.CIDADAOS)
        # A write: that somebody looked is noted before anything is shown.
        self._context.runner.write(
            self,
            partial(self._service.consultas.demandas_da_pessoa, person.cidadao_id, ator),
            self._show_demands,
            self._on_failed,
        )

    def _show_demands(self, found: Resposta) -> None:
        self.panel.set_empty(
            "Nenhuma demanda desta pessoa", "Ela pode ter sido atendida sem dar o nome."
        )
        self.panel.show_rows(found.demandas)
        if found.demandas:
            self.panel.select(found.demandas[0].demanda_id)
            self.panel.table.setFocus()
            if len(found.demandas) == 1:
                self.split.show_detail()
        else:
            self._show(None)

    @Slot(object)
    def _on_current(self, row: Registro | None) -> None:
        if row is None:
            self._show(None)
            return
        self._context.runner.read(
            self,
            partial(self._service.situacao.de, row.demanda_id),
            self._show,
            self._context.report,
            key="detalhe",
        )

    @Slot(object)
    def _on_row_opened(self, _row: Registro) -> None:
        self.split.show_detail()

    def _show(self, found: SituacaoParaMorador | None) -> None:
        self._shown = found
        self._buttons.setVisible(found is not None)
        for label in (self.sentence, self.facts, self.contact, self.history):
            label.setVisible(found is not None)
        if found is None:
            self.title.setText("Escolha uma demanda para ver como ela está.")
            return
        public = found.demanda
        self.title.setText(public.protocolo or "")
        self.sentence.setText(
            f"{public.situacao.forma} {public.situacao.nome[:1].upper()}{public.situacao.nome[1:]}. "
            f"{public.situacao.descricao}"
        )
        self.facts.setText(
            "\n".join(
                part
                for part in (
                    public.titulo,
                    " · ".join(one for one in (public.unidade, public.categoria) if one),
                    _place_in_line(found),
                )
                if part
            )
        )
        contact = found.contato
        self.contact.setVisible(contact is not None and contact.telefone is not None)
        if contact is not None:
            self.contact.setText(f"Quem responde por isto: {contact.orgao}, {contact.telefone}")
        moments = self._context.moments
        self.history.setText(
            "O que já aconteceu\n\n"
            + "\n\n".join(f"{moments.curto(ms)}\n{said}" for ms, said in found.historia)
        )

    def _print(self, paper: Papel) -> None:
        """Read anew: what was hidden since it was shown is not printed."""
        if self._shown is not None:
            self._context.runner.read(
                self,
                partial(self._service.situacao.para_imprimir, self._shown.demanda.demanda_id),
                partial(self._on_printable, paper),
                self._context.report,
                key="impresso",
            )

    def _on_printable(self, paper: Papel, found: SituacaoParaMorador) -> None:
        moments = self._context.moments
        printed = situacao_da_demanda(
            found.demanda,
            [(moments.exato(ms), said) for ms, said in found.historia],
            found.contato,
            self._services.escritorio.nome,
            moments.exato(moments.agora_ms()),
            paper,
            atende=self._services.escritorio.atende,
            fotos=found.fotos,
        )
        self._context.paper.print(printed, self)

    @Slot()
    def _on_print_a4(self) -> None:
        self._print("A4")

    @Slot()
    def _on_print_roll(self) -> None:
        self._print("bobina80")

    @Slot()
    def _on_receipt(self) -> None:
        if self._shown is not None:
            self.receipt_requested.emit(self._shown.demanda.demanda_id)

    @Slot()
    def _on_open(self) -> None:
        if self._shown is not None:
            self.opened.emit(self._shown.demanda.demanda_id)


def _place_in_line(found: SituacaoParaMorador) -> str:
    public = found.demanda
    if public.posicao is None or not public.total_na_fila:
        return ""
    return f"{public.posicao}ª de {public.total_na_fila} na lista de prioridades da unidade"


def _person_words(person: CidadaoResumo) -> str:
    seen = "documento visto" if person.verificado_presencialmente else "sem documento visto"
    return f"{person.nome} — {seen}"
