"""One item of the review with everything that a decision needs, and the decision below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
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

from app.services.fila_revisao import Aberta, CategoriaParaEscolher
from app.services.fila_revisao_paginas import MOTIVOS
from app.services.inerte import inerte
from app.services.momentos import ms_de
from widgets.revisao.category_choice import CategoryChoice, Option
from widgets.revisao.columns import percent, protocol_of
from widgets.revisao.unit_choice import ChangeChoice, Search, UnitChoice
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.photo import Photo
from widgets.runtime.state_stack import StateStack

MAX_NOTE: Final = 240
"""Characters of a note: with what was decided it fits the reason of a correction."""
WHY: Final = {
    "contestada": "Alguém disse que a categoria está errada.",
    "confianca_baixa": "O classificador não tem certeza suficiente; a demanda está sem categoria.",
    "amostra": "A categoria vale; foi sorteada para conferência.",
    "texto_corrigido": "O texto foi corrigido depois que uma pessoa decidiu a categoria.",
    "sem_unidade": "O lugar não está em nenhuma unidade do território; a demanda não segue.",
    "mudanca": "Os contornos importados depois põem o lugar em outra unidade.",
}
"""Why an item is here, in a sentence."""


class ItemPane(QWidget):
    """Shows one item.

    Signals:
        category_chosen(str, str): category and subcategory, empty for none.
        change_confirmed: the unit may change.
        unit_chosen(str): the unit of a demand that has none.
        kept: the category, or the unit, stays as it is.
        skipped: on to the next one, without a decision.
        demand_requested(str): the demand's own screen.
        shown(object): an item is before the person's eyes.
    """

    shown = Signal(object)
    category_chosen = Signal(str, str)
    change_confirmed = Signal()
    unit_chosen = Signal(str)
    kept = Signal()
    skipped = Signal()
    demand_requested = Signal(str)

    def __init__(self, search: Search, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.item: Aberta | None = None
        self._photos: list[Photo] = []
        self._is_held_by_other = False
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.why = self._secondary()
        self.lease = QLabel(self)
        self.lease.setWordWrap(True)
        self.words = QLabel(self)
        self.words.setFont(theme.font(2))
        self.published = self._secondary()
        self.reasons = self._secondary()
        self.history = self._secondary()
        for label in (self.words, self.published, self.reasons, self.history):
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            label.setWordWrap(True)
        self.photos = QWidget(self)
        self._photo_column = QVBoxLayout(self.photos)
        self._photo_column.setContentsMargins(0, 0, 0, 0)
        self.category = CategoryChoice(context, self)
        self.change = ChangeChoice(context, self)
        self.unit = UnitChoice(search, context, self)
        self.category.chosen.connect(self.category_chosen)
        self.change.confirmed.connect(self.change_confirmed)
        self.unit.chosen.connect(self.unit_chosen)
        self.category.kept.connect(self.keep)
        self.change.kept.connect(self.keep)
        self.note_label = QLabel("Nota sobre a decisão, se quiser (N)", self)
        self.note = QLineEdit(self)
        self.note.setMaxLength(MAX_NOTE)
        self.note.setAccessibleName("Nota sobre a decisão")
        self.note.setPlaceholderText("Fica no escritório, ao lado da decisão")
        self.note_label.setBuddy(self.note)
        self.skip = QPushButton("P   Pular", self)
        self.skip.clicked.connect(self.skipped)
        self.demand = QPushButton("D   Abrir demanda", self)
        self.demand.clicked.connect(self.ask_for_demand)
        self.reveal = QPushButton("V   Mostrar imagens", self)
        self.reveal.clicked.connect(self.flip_photos)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.px(12), 0, 0, 0)
        column.setSpacing(theme.px(8))
        for widget in (self.heading, self.why, self.lease):
            column.addWidget(widget)
        column.addWidget(self._scrolling(), 1)
        column.addWidget(self._foot())
        self.state = StateStack(content, theme, self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.state)
        self.show_nothing()

    def set_categories(self, known: Sequence[CategoriaParaEscolher]) -> None:
        """What can be chosen."""
        self.category.set_categories(known)
        if self.item is not None:
            self.show_item(self.item)

    def show_nothing(self, title: str = "Nenhum item escolhido", text: str = "") -> None:
        """No item."""
        self.item = None
        self.state.show_empty(title, text or "Escolha uma linha da fila.")

    def show_item(self, item: Aberta) -> None:
        """Fill everything in."""
        is_other = self.item is None or self.item.pendencia.chave != item.pendencia.chave
        self.item = item
        one = item.pendencia
        moments = self._context.moments
        since = ms_de(one.desde)
        self.heading.setText(f"{protocol_of(one)} · {MOTIVOS.get(one.motivo, one.motivo)}")
        self.why.setText(f"{WHY.get(one.motivo, '')} Na fila {moments.relativo(since)}.")
        self.why.setToolTip(moments.exato(since))
        self.words.setText(item.texto or "O texto desta demanda não está mais aqui.")
        form = item.forma
        title = None if form is None else form.titulo
        self.published.setText(f"Título público: {title}" if title else "Sem título público.")
        self.reasons.setText("\n".join(self._reasons(item)))
        self.reasons.setVisible(bool(self.reasons.text()))
        self.history.setText("\n".join(self._history(item)))
        self.history.setVisible(bool(self.history.text()))
        self.category.setVisible(one.tipo == "categoria")
        self.change.setVisible(one.tipo == "mudanca")
        self.unit.setVisible(one.tipo == "territorio")
        if one.tipo == "categoria":
            self.category.show_options(options_of(item))
            self.category.show_standing(item.categoria_atual)
        elif one.tipo == "mudanca" and item.mudanca is not None:
            after = item.mudanca.unidade_nova_id
            self.change.show_change(
                item.unidades.get(item.mudanca.unidade_atual_id, item.mudanca.unidade_atual_id),
                None if after is None else item.unidades.get(after, after),
            )
        elif item.sem_unidade is not None and is_other:
            self.unit.show_place(self._place(item))
        if is_other:
            self.note.clear()
            self._is_held_by_other = False
            self.lease.clear()
            self.show_photos(())
            self._area.verticalScrollBar().setValue(0)
        self.set_open(is_open=item.is_aberta)
        self.state.show_content()
        self.shown.emit(item)

    def show_photos(self, contents: Sequence[bytes]) -> None:
        """The pictures of the item, blurred."""
        for old in self._photos:
            old.setParent(None)
            old.deleteLater()
        self._photos = []
        for place, content in enumerate(contents, 1):
            photo = Photo(content, place, self._context, self.photos)
            self._photo_column.addWidget(photo)
            self._photos.append(photo)
        self.photos.setVisible(bool(self._photos))
        self.reveal.setVisible(any(one.is_readable for one in self._photos))

    def show_lease(self, words: str, *, is_mine: bool) -> None:
        """Who holds the item and until when; somebody else's cannot be decided on."""
        self.lease.setText(words)
        kind = "secondary" if is_mine else "warning"
        if self.lease.property("kind") != kind:
            self.lease.setProperty("kind", kind)
            self.lease.style().unpolish(self.lease)
            self.lease.style().polish(self.lease)
        self._is_held_by_other = not is_mine
        if self.item is not None:
            self.set_open(is_open=self.item.is_aberta)

    def set_open(self, *, is_open: bool) -> None:
        """Whether it still waits for a decision."""
        if not is_open:
            self.lease.setText("Já decidida: não espera mais nada nesta fila.")
        self._enable(is_free=is_open and not self._is_held_by_other)

    @Slot()
    def keep(self) -> None:
        """As the key does: what stands is right."""
        for choice in (self.category, self.change):
            if choice.isVisible() and choice.isEnabled() and not choice.keep.isHidden():
                self.kept.emit()
                return

    @Slot()
    def focus_note(self) -> None:
        """To the note."""
        if self.note.isVisible() and self.note.isEnabled():
            self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def ask_for_demand(self) -> None:
        """As the key does."""
        if self.item is not None:
            self.demand_requested.emit(self.item.pendencia.demanda_id)

    @Slot()
    def flip_photos(self) -> None:
        """Show all pictures, or blur them again."""
        for photo in self._photos:
            photo.flip()
        shown = any(one.is_shown for one in self._photos)
        self.reveal.setText("V   Borrar imagens" if shown else "V   Mostrar imagens")

    def _enable(self, *, is_free: bool) -> None:
        for choice in (self.category, self.change, self.unit, self.note):
            choice.setEnabled(is_free)

    def _secondary(self) -> QLabel:
        label = QLabel(self)
        label.setProperty("kind", "secondary")
        label.setWordWrap(True)
        return label

    def _scrolling(self) -> QScrollArea:
        body = QWidget(self)
        column = QVBoxLayout(body)
        px = self._context.theme.px
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(8))
        card = QFrame(body)
        card.setProperty("kind", "card")
        inside = QVBoxLayout(card)
        inside.setSpacing(px(8))
        for widget in (self.words, self.published, self.photos):
            inside.addWidget(widget)
        column.addWidget(card)
        column.addWidget(self.reasons)
        for choice in (self.category, self.change, self.unit, self.note_label, self.note):
            column.addWidget(choice)
        column.addWidget(self.history)
        column.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName("Item da revisão")
        self._area.setWidget(body)
        return self._area

    def _foot(self) -> QWidget:
        foot = QWidget(self)
        row = FlowLayout(foot, self._context.theme.px(8))
        for button in (self.skip, self.demand, self.reveal):
            row.addWidget(button)
        holder = QWidget(self)
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(foot, 1)
        return holder

    def _reasons(self, item: Aberta) -> list[str]:
        """Words behind the suggestion, and what was said against the category."""
        lines: list[str] = []
        found = item.categoria
        if found is None or item.pendencia.tipo != "categoria":
            return lines
        if found.termos:
            words = ", ".join(term.palavra for term in found.termos)
            note = "" if found.is_mesma_versao else " (pelo modelo de agora)"
            lines.append(f"Palavras que levaram à sugestão{note}: {words}.")
        for one in found.contestacoes:
            when = self._context.moments.relativo(ms_de(one.contestada_em))
            said = f"Contestada {when}"
            if one.categoria_sugerida:
                name = self.category.name_of(one.categoria_sugerida)
                said += f", sugerida {one.categoria_sugerida} {name}".rstrip()
            lines.append(said + (f": “{one.motivo}”" if one.motivo else "."))
        return lines

    def _history(self, item: Aberta) -> list[str]:
        found = item.categoria
        if found is None or not found.historico:
            return []
        who = {"classificador": "classificador", "morador": "quem registrou", "revisao": "revisão"}
        lines = ["Categorias até agora:"]
        for one in found.historico:
            said = one.dita
            when = self._context.moments.curto(ms_de(one.categorizada_em))
            name = self.category.name_of(said.categoria_id)
            mark = " (vale)" if one.is_atual else ""
            lines.append(
                f"{one.versao}. {said.categoria_id} {name} · {percent(said.confianca)} · "
                f"{who.get(said.autoria, said.autoria)} · {when}{mark}"
                + (f" · “{inerte(one.motivo)}”" if one.motivo else "")
            )
        return lines

    def _place(self, item: Aberta) -> str:
        waits = item.sem_unidade
        if waits is None:
            return ""
        lines = []
        if waits.lat is not None and waits.lng is not None:
            point = f"{waits.lat:.5f}; {waits.lng:.5f}".replace(".", ",")
            lines.append(f"Ponto {point}, fora de todos os contornos importados.")
        told = None if item.recebida is None else item.recebida.endereco_informado
        if told:
            lines.append(f"Endereço dito: {told}.")
        if waits.unidade_informada_id is not None:
            name = item.unidades.get(waits.unidade_informada_id, waits.unidade_informada_id)
            lines.append(f"Unidade informada, que o território não tem: {name}.")
        return " ".join(lines)


def options_of(item: Aberta) -> list[Option]:
    """What the classifier thought: its first answer, then the others; the contested one too."""
    found = None if item.categoria is None else item.categoria.fila
    if found is None:
        return []
    options: list[Option] = []
    if found.categoria_id is not None:
        options.append((found.categoria_id, found.subcategoria_id, found.confianca))
    options += [
        (one.categoria_id, None, one.score_confianca)
        for one in found.sugestoes
        if one.categoria_id != found.categoria_id
    ]
    contests = [] if item.categoria is None else item.categoria.contestacoes
    for one in contests:
        wanted = one.categoria_sugerida
        if one.is_aberta and wanted and wanted not in [option[0] for option in options]:
            options.insert(0, (wanted, None, None))
    return options
