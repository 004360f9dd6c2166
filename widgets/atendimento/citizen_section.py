"""Who it is: nobody in particular, a known person, or a new one; and what they agree to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import fill
from typing import Any, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QLabel,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.services.atendimento_consultas import ConsultasService
from app.services.atendimento_ficha import ANONIMO, CONHECIDO, NOVO, QUEM, Ficha
from app.services.atendimento_termos import Termo
from app.services.cidadaos import CidadaoResumo
from widgets.atendimento.choice_list import ChoiceList
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.field import Field, line_field
from widgets.runtime.flow_layout import FlowLayout

_WORDS: Final = {ANONIMO: "&Anônimo", CONHECIDO: "Já é &conhecido", NOVO: "Pessoa &nova"}
_CONSENT: Final = {
    "tratamento": "Guardar nome e contato",
    "publicacao_texto": "Publicar o texto",
    "publicacao_imagem": "Publicar imagens",
    "contato": "Avisar do andamento",
}
_TIP_CHARS: Final = 60
_OF_PERSON: Final = ("tratamento", "contato")


class CitizenSection(QWidget):
    """See the module.

    Args:
        service: finds known people.
        terms: what each consent means.
        context: the window's common things.
        parent: owner.

    Signals:
        edited: something was typed or chosen.
        terms_requested: read the terms.
    """

    edited = Signal()
    terms_requested = Signal()

    def __init__(
        self,
        service: ConsultasService,
        terms: Sequence[Termo],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._person: tuple[str | None, str] = (None, "")
        theme = context.theme
        self.fields: dict[str, Field] = {}
        self.who: dict[str, QRadioButton] = {}
        self._group = QButtonGroup(self)
        kinds = QWidget(self)
        flow = FlowLayout(kinds, theme.px(16))
        for at, kind in enumerate(QUEM):
            button = QRadioButton(_WORDS[kind], kinds)
            button.setAccessibleName(_WORDS[kind].replace("&", ""))
            self._group.addButton(button, at)
            self.who[kind] = button
            flow.addWidget(button)
        self.who[ANONIMO].setChecked(True)
        self.fields["pessoa"] = Field("Quem conta", kinds, theme, self)
        self.known = self._known_page()
        self.new = self._new_page()
        self.consents = {
            term.chave: self._consent(term) for term in terms if term.chave in _CONSENT
        }
        agreed = QWidget(self)
        boxes = FlowLayout(agreed, theme.px(16))
        for box in self.consents.values():
            boxes.addWidget(box)
        self.read_terms = QToolButton(self)
        self.read_terms.setText("Ler os termos")
        self.read_terms.setAccessibleName("Ler os termos")
        self.read_terms.setProperty("kind", "flat")
        self.read_terms.clicked.connect(self.terms_requested)
        self.consent_field = Field("A pessoa concorda em", agreed, theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(12))
        for widget in (self.fields["pessoa"], self.known, self.new, self.consent_field):
            column.addWidget(widget)
        boxes.addWidget(self.read_terms)
        self._typing = Debouncer(self)
        self._typing.settled.connect(self._on_search)
        self._group.idToggled.connect(self._on_kind)
        self._show_kind()

    @property
    def kind(self) -> str:
        """One of ``QUEM``."""
        return QUEM[max(0, self._group.checkedId())]

    def into(self, ficha: Ficha) -> Ficha:
        """The form with this person in it."""
        citizen_id, name = self._person
        agreed: dict[str, Any] = {key: box.isChecked() for key, box in self.consents.items()}
        return replace(
            ficha,
            quem=self.kind,
            cidadao_id=citizen_id,
            cidadao_nome=name,
            nome=self.name.text(),
            telefone=self.phone.text(),
            email=self.email.text(),
            endereco=self.address.text(),
            verificado=self.seen.isChecked(),
            **agreed,
        )

    def show_person(self, ficha: Ficha) -> None:
        """Show a form's person."""
        self.who[ficha.quem if ficha.quem in QUEM else ANONIMO].setChecked(True)
        self._person = (ficha.cidadao_id, ficha.cidadao_nome)
        self.search.setText(ficha.cidadao_nome)
        self.people.offer(())
        self.name.setText(ficha.nome)
        self.phone.setText(ficha.telefone)
        self.email.setText(ficha.email)
        self.address.setText(ficha.endereco)
        self.seen.setChecked(ficha.verificado)
        for key, box in self.consents.items():
            box.setChecked(bool(getattr(ficha, key)))
        self._show_kind()

    @Slot(object)
    def take(self, person: CidadaoResumo) -> None:
        """This is the person."""
        had_focus = self.people.hasFocus()
        self._person = (person.cidadao_id, person.nome)
        self.search.setText(person.nome)
        self.people.offer(())
        self._show_kind()
        if had_focus:
            next(iter(self.consents.values())).setFocus()
        self.edited.emit()

    def _known_page(self) -> QWidget:
        theme = self._context.theme
        page = QWidget(self)
        self.search_field, self.search = line_field(
            "Procurar pelo nome ou telefone", theme, page, placeholder="Parte do nome, ou 4 números"
        )
        self.people = ChoiceList("Pessoas encontradas", _person_words, self.search, theme, page)
        self.person = QLabel(page)
        self.person.setProperty("kind", "secondary")
        self.person.setWordWrap(True)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        for widget in (self.search_field, self.people, self.person):
            column.addWidget(widget)
        self.search.textEdited.connect(self._on_search_typed)
        self.search.returnPressed.connect(self._on_search_return)
        self.people.taken.connect(self.take)
        return page

    def _new_page(self) -> QWidget:
        theme = self._context.theme
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        made = {}
        for key, label in (
            ("nome", "Nome (como a pessoa quer ser chamada)"),
            ("telefone", "Telefone (opcional)"),
            ("email", "E-mail (opcional)"),
            ("endereco", "Endereço (opcional)"),
        ):
            self.fields[key], made[key] = line_field(label, theme, page)
            made[key].textEdited.connect(self._on_edited)
            made[key].returnPressed.connect(self._on_return)
            column.addWidget(self.fields[key])
        self.name, self.phone = made["nome"], made["telefone"]
        self.email, self.address = made["email"], made["endereco"]
        self.seen = QCheckBox("Vi um documento da pessoa", page)
        self.seen.setAccessibleName(self.seen.text())
        self.seen.setToolTip("Só fica anotado que foi visto; nada do documento é guardado")
        self.seen.toggled.connect(self._on_edited)
        column.addWidget(self.seen)
        return page

    def _consent(self, term: Termo) -> QCheckBox:
        box = QCheckBox(_CONSENT[term.chave], self)
        box.setAccessibleName(_CONSENT[term.chave])
        box.setAccessibleDescription(term.texto)
        box.setMinimumHeight(self._context.theme.px(28))
        box.setToolTip(fill(f"{term.titulo}. {term.texto}", _TIP_CHARS))
        box.toggled.connect(self._on_edited)
        return box

    def _show_kind(self) -> None:
        kind = self.kind
        self.known.setVisible(kind == CONHECIDO)
        self.new.setVisible(kind == NOVO)
        for key in _OF_PERSON:
            self.consents[key].setVisible(kind != ANONIMO)
        is_chosen = self._person[0] is not None
        self.person.setText(f"✓ {self._person[1]}" if is_chosen else "")
        self.person.setVisible(is_chosen)
        self.updateGeometry()

    @Slot(int, bool)
    def _on_kind(self, _at: int, is_on: bool) -> None:
        if is_on:
            self._show_kind()
            self.edited.emit()

    @Slot()
    def _on_edited(self) -> None:
        self.edited.emit()

    @Slot()
    def _on_return(self) -> None:
        sender = self.sender()
        if isinstance(sender, QWidget):
            sender.focusNextChild()

    @Slot(str)
    def _on_search_typed(self, _text: str) -> None:
        if self._person[0] is not None:
            self._person = (None, "")
            self._show_kind()
            self.edited.emit()
        self._typing.touch()

    @Slot()
    def _on_search_return(self) -> None:
        if self._person[0] is not None:
            self.search.focusNextChild()
        elif self._typing.is_pending:
            self._typing.flush()
        elif not self.people.take_only():
            self.people.enter()

    @Slot()
    def _on_search(self) -> None:
        text = self.search.text()
        self._context.runner.read(
            self, lambda: self._service.pessoas(text), self._on_people, key="pessoas"
        )

    def _on_people(self, found: Sequence[CidadaoResumo]) -> None:
        if self._person[0] is None:
            self.people.offer(found)


def _person_words(person: CidadaoResumo) -> str:
    seen = "documento visto" if person.verificado_presencialmente else "sem documento visto"
    return f"{person.nome} — {seen}"
