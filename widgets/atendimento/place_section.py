"""Where the problem is: one field that understands streets, CEP, coordinates and units.

What was chosen stands under it, with the point; choosing again moves the pin, and whoever listens
derives the unit anew. Words that were typed and not chosen are no place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.atendimento_ficha import Ficha
from app.services.atendimento_lugar import Candidato, LugarService, escrito, parece_coordenada
from widgets.atendimento.choice_list import ChoiceList
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.field import line_field

_REST_MS: Final = 300
_KINDS: Final = {"ponto": "Ponto", "rua": "Rua", "unidade": "Unidade inteira"}


class PlaceSection(QWidget):
    """See the module.

    Args:
        service: finds places.
        context: the window's common things.
        parent: owner.

    Signals:
        chosen: another place, or none.
        edited: something was typed.
        map_requested: choose on the map.
    """

    chosen = Signal()
    edited = Signal()
    map_requested = Signal()

    def __init__(self, service: LugarService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._place = Ficha()
        theme = context.theme
        self.field, self.edit = line_field(
            "&Onde fica o problema",
            theme,
            self,
            placeholder="Rua, CEP, bairro, ou coordenadas: -23,55; -46,63",
        )
        self.choices = ChoiceList("Lugares encontrados", _words, self.edit, theme, self)
        self.state = QLabel(self)
        self.state.setWordWrap(True)
        self.state.setProperty("kind", "secondary")
        self.on_map = QPushButton("Escolher no mapa", self)
        self.on_map.setToolTip("Marcar o ponto no mapa e voltar a este atendimento")
        self.on_map.clicked.connect(self.map_requested)
        self.on_map.hide()
        self.reference_field, self.reference = line_field(
            "Ponto de referência, como o morador diz (opcional, não é publicado)", theme, self
        )
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        row.addWidget(self.state, 1)
        row.addWidget(self.on_map)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.field)
        column.addWidget(self.choices)
        column.addLayout(row)
        column.addWidget(self.reference_field)
        self._typing = Debouncer(self, _REST_MS)
        self._typing.settled.connect(self._on_settled)
        self.edit.textEdited.connect(self._on_typed)
        self.edit.returnPressed.connect(self._on_return)
        self.edit.editingFinished.connect(self._on_left)
        self.choices.taken.connect(self.take)
        self.reference.textEdited.connect(self._on_reference)
        self.reference.returnPressed.connect(self._on_reference_done)
        self._show_state()

    def into(self, ficha: Ficha) -> Ficha:
        """The form with this place in it."""
        place = self._place
        return replace(
            ficha,
            precisao=place.precisao,
            local=self.edit.text(),
            lat=place.lat,
            lng=place.lng,
            unidade_id=place.unidade_id,
            referencia=self.reference.text(),
        )

    def show_place(self, ficha: Ficha) -> None:
        """Show a form's place."""
        self._place = ficha
        self.edit.setText(ficha.local)
        self.reference.setText(ficha.referencia)
        self.choices.offer(())
        self.field.say("")
        self._show_state()

    def set_map(self, *, is_there: bool) -> None:
        """Whether there is a map to choose on."""
        self.on_map.setVisible(is_there)

    def take_point(self, lat: float, lng: float) -> None:
        """A point from the map: read as if it had been typed."""
        self.edit.setText(f"{lat:.6f}; {lng:.6f}".replace(".", ","))
        self._on_typed(self.edit.text())
        self._search(self._on_only)

    @Slot(object)
    def take(self, found: Candidato) -> None:
        """This is the place."""
        point = found.ponto
        words = escrito(point) if found.precisao == "ponto" and point else found.titulo
        self._place = Ficha(
            precisao=found.precisao,
            lat=None if point is None else point.lat,
            lng=None if point is None else point.lng,
            unidade_id=found.unidade_id,
        )
        had_focus = self.choices.hasFocus()
        self.edit.setText(words)
        self.choices.offer(())
        self.field.say("")
        self._show_state()
        if had_focus:
            self.reference.setFocus()
        self.chosen.emit()

    def _show_state(self) -> None:
        place = self._place
        if place.precisao:
            point = place.ponto
            at = "" if point is None else f": {escrito(point)}"
            self.state.setText(f"✓ {_KINDS[place.precisao]}{at}")
        elif self.edit.text().strip():
            self.state.setText("Escolha uma das sugestões (↓ e Enter).")
        else:
            self.state.setText("")
        self._fit_state()

    def _fit_state(self) -> None:
        self.state.setVisible(bool(self.state.text()))

    @Slot(str)
    def _on_typed(self, _text: str) -> None:
        was_chosen = bool(self._place.precisao)
        self._place = Ficha()
        self.field.say("")
        self._show_state()
        self._typing.touch()
        self.edited.emit()
        if was_chosen:
            self.chosen.emit()

    @Slot(str)
    def _on_reference(self, _text: str) -> None:
        self.edited.emit()

    @Slot()
    def _on_reference_done(self) -> None:
        self.reference.focusNextChild()

    @Slot()
    def _on_settled(self) -> None:
        # Half a number is no fault yet: that is said on Enter, or when the field is left.
        if not parece_coordenada(self.edit.text()):
            self._search(self._on_found)

    @Slot()
    def _on_return(self) -> None:
        if self._place.precisao:
            self.edit.focusNextChild()
            return
        if self._typing.is_pending or not self.choices.rows:
            self._typing.flush()
            self._search(self._on_only)
        elif not self.choices.take_only():
            self.choices.enter()

    @Slot()
    def _on_left(self) -> None:
        """Coordinates need no second key: leaving the field takes them."""
        if not self._place.precisao and parece_coordenada(self.edit.text()):
            self._search(self._on_only)

    def _search(self, done: Callable[[Sequence[Candidato]], None]) -> None:
        text = self.edit.text()
        self._context.runner.read(
            self,
            lambda: self._service.procurar(text),
            done,
            self._on_failed,
            key="lugares",
        )

    def _on_found(self, found: Sequence[Candidato]) -> None:
        if self._place.precisao:
            return
        if len(found) == 1 and found[0].precisao == "ponto":
            self.take(found[0])
            return
        self.choices.offer(found)
        text = self.edit.text().strip()
        if not found and len(text) >= 3:
            self.state.setText(
                "Nada com este nome. Tente parte do nome, o CEP, o bairro ou as coordenadas."
            )
        self._fit_state()

    def _on_only(self, found: Sequence[Candidato]) -> None:
        self._on_found(found)
        if not self._place.precisao and not self.choices.take_only():
            self.choices.enter()

    def _on_failed(self, error: BaseException) -> None:
        self.choices.offer(())
        self.field.say(self._context.describe(error).frase)


def _words(found: Candidato) -> str:
    return f"{_KINDS[found.precisao]}: {found.titulo} — {found.detalhe}"
