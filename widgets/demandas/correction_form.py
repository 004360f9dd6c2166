"""Correcting a demand: text, place, category, and why. Two forms never overwrite each other.

Where the place changes, the unit it would get is said before anything is saved.

The form knows what it was opened with; where the demand changed meanwhile the service refuses, the
words stay, and the person sees the demand of now before saving again.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget
from typing_extensions import override

from app.services.atendimento_lugar import LugarService
from app.services.demanda_atos import DemandaAtosService, Formulario
from app.services.escrita import Ator
from app.services.fila_revisao import CategoriaParaEscolher
from widgets.demandas.place_fields import PlaceFields, Units
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog

_CHANGED = frozenset({"captura.ja_corrigida", "captura.categoria_mudou"})
Categories = tuple[tuple[str, int, str], ...]
Subcategories = tuple[CategoriaParaEscolher, ...]


class CorrectionForm(FormDialog):
    """See the module.

    Args:
        opened: what stands now.
        acts: the service.
        actor: who corrects.
        categories: (id, level, name) to choose from.
        place: derives the unit of a place.
        units: words -> units found; runs in a worker.
        context: the window's common things.
        parent: the screen.

    Signals:
        corrected(Corrigida): it was made.
    """

    corrected = Signal(object)

    def __init__(
        self,
        opened: Formulario,
        acts: DemandaAtosService,
        actor: Ator,
        categories: Categories,
        place: LugarService,
        units: Units,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(
            f"Corrigir a demanda {opened.protocolo}", "Gravar correção", context, parent
        )
        self._acts = acts
        self._actor = actor
        self._waits_for_place = False
        self._subcategories: dict[str, tuple[tuple[str, str], ...]] = {}
        self.opened = opened
        theme = context.theme
        self.resize(theme.px(560), theme.px(560))
        self.text = self.text_field(6)
        self.text.setPlainText(opened.texto or "")
        self.text.setReadOnly(opened.texto is None)
        self.add_field("texto", "O que a pessoa contou", self.text)
        if opened.texto is None:
            self.add_note("O texto foi apagado e não pode ser corrigido.")
        self.place = PlaceFields(opened.coordenadas, opened.unidade, place, units, context, self)
        self.place.said.connect(self._on_place_said)
        self.place.refused.connect(self._on_place_refused)
        self.add_field("lugar", "Coordenadas do lugar", self.place)
        self.category = self._category_box(categories)
        self.add_field("categoria", "Categoria", self.category)
        self.subcategory = QComboBox(self)
        self.subcategory.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.subcategory.setMinimumContentsLength(20)
        self.add_field("subcategoria", "Subcategoria, se souber", self.subcategory)
        self.category.currentIndexChanged.connect(self._on_category)
        self._on_category()
        self.reason = QLineEdit(self)
        self.reason.setPlaceholderText("Não é publicado. Por exemplo: o morador ligou de volta")
        self.add_field("motivo", "Por que corrigir", self.reason)
        self.column.addStretch(1)
        self.again = QPushButton("Ver como está agora", self)
        self.again.clicked.connect(self._on_again)
        self.again.hide()
        self.buttons.insertWidget(1, self.again)
        self.text.setFocus()

    @override
    def is_changed(self) -> bool:
        """Whether anything was typed or chosen."""
        return bool(self._changes()) or bool(self.reason.text().strip())

    @override
    def submit(self) -> None:
        """Check, then correct what changed."""
        problems: dict[str, str] = {}
        changes = self._changes()
        if not self.reason.text().strip():
            problems["motivo"] = "Escreva por que a demanda é corrigida: o motivo fica no registro."
        if not changes:
            problems["texto"] = "Nada foi mudado ainda. Corrija o texto, o lugar ou a categoria."
        if not self.complain(problems):
            return
        self._waits_for_place = not self.place.is_said
        if self._waits_for_place:
            self.place.look_up()
        else:
            work = partial(
                self._acts.corrigir, self.opened, self.reason.text().strip(), self._actor, **changes
            )
            self.act(work, self.corrected.emit)

    @override
    def refuse(self, error: BaseException) -> None:
        """A refusal; where the demand changed meanwhile, a way to see how."""
        super().refuse(error)
        code = self.context.describe(error).codigo
        self.again.setVisible(code in _CHANGED)
        if code.startswith("coordenada."):
            self.complain({"lugar": self.refusal.text()})
            self.refusal.hide()

    def set_subcategories(self, known: Subcategories) -> None:
        """What a category can be told apart into; arrives after the form stands."""
        self._subcategories = {one.categoria_id: one.subcategorias for one in known}
        self._on_category()

    def _changes(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        text = self.text.toPlainText()
        if self.opened.texto is not None and text != self.opened.texto:
            found["texto"] = text
        found |= self.place.change()
        chosen = (self.category.currentData(), self._chosen_subcategory())
        if chosen[0] is not None and chosen != self.opened.categoria:
            found["categoria"] = chosen
        return found

    def _chosen_subcategory(self) -> str | None:
        chosen: str | None = self.subcategory.currentData()
        return chosen

    def _category_box(self, categories: Categories) -> QComboBox:
        box = QComboBox(self)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(20)
        current = self.opened.categoria[0]
        if current is None:
            box.addItem("(ainda sem categoria)", None)
        for code, level, name in categories:
            box.addItem(f"{level} · {name}", code)
        at = box.findData(current)
        box.setCurrentIndex(max(0, at))
        return box

    @Slot()
    def _on_category(self) -> None:
        category, standing = self.category.currentData(), self.opened.categoria
        self.subcategory.clear()
        self.subcategory.addItem("(nenhuma)", None)
        for code, name in self._subcategories.get(category or "", ()):
            self.subcategory.addItem(f"{code} {name}", code)
        if category == standing[0] and standing[1] is not None:
            if self.subcategory.findData(standing[1]) < 0:
                # One that is given no more still stands where it was given.
                self.subcategory.addItem(standing[1], standing[1])
            self.subcategory.setCurrentIndex(self.subcategory.findData(standing[1]))
        self.subcategory.setEnabled(self.subcategory.count() > 1)

    @Slot()
    def _on_place_said(self) -> None:
        """Saving was asked before the unit stood there: the person reads it, then saves."""
        self.complain({})
        if self._waits_for_place:
            self._waits_for_place = False
            self.refusal.setText("Confira a unidade do lugar novo e grave de novo.")
            self.refusal.show()
            self.save.setFocus()

    @Slot(str)
    def _on_place_refused(self, sentence: str) -> None:
        self._waits_for_place = False
        self.complain({"lugar": sentence})

    @Slot()
    def _on_again(self) -> None:
        self.context.runner.read(
            self,
            partial(self._acts.formulario, self.opened.demanda_id, self._actor),
            self._on_opened_again,
            self.refuse,
            key="agora",
        )

    def _on_opened_again(self, now: Formulario) -> None:
        """The demand of now stands beside what was typed; saving again is a decision."""
        before, self.opened = self.opened, now
        self.place.set_before(now.coordenadas, now.unidade)
        self.again.hide()
        said = ["Como está agora:"]
        if now.texto != before.texto:
            said.append(f"texto: “{now.texto or ''}”")
        if now.coordenadas != before.coordenadas:
            said.append(f"lugar: {now.coordenadas or 'só a unidade'}")
        if now.categoria != before.categoria:
            named = self.category.itemText(self.category.findData(now.categoria[0]))
            said.append(f"categoria: {named}")
        self.refusal.setText("\n".join(said))
        self.refusal.show()
