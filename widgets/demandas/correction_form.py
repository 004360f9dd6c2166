"""Correcting a demand: text, place, category, and why. Two forms never overwrite each other.

The form knows what it was opened with; where the demand changed meanwhile the service refuses, the
words stay, and the person sees the demand of now before saving again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget
from typing_extensions import override

from app.services.demanda_atos import DemandaAtosService, Formulario
from app.services.escrita import Ator
from widgets.demandas.form import FormDialog
from widgets.demandas.unit_picker import UnitPicker
from widgets.runtime.context import UiContext

_CHANGED = frozenset({"captura.ja_corrigida", "captura.categoria_mudou"})
Categories = tuple[tuple[str, int, str], ...]


class CorrectionForm(FormDialog):
    """See the module.

    Args:
        opened: what stands now.
        acts: the service.
        actor: who corrects.
        categories: (id, level, name) to choose from.
        find_units: words -> (id, name); runs in a worker.
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
        find_units: Callable[[str], list[tuple[str, str]]],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(
            f"Corrigir a demanda {opened.protocolo}", "Gravar correção", context, parent
        )
        self._acts = acts
        self._actor = actor
        self._find_units = find_units
        self._unit: str | None = None
        self.opened = opened
        theme = context.theme
        self.resize(theme.px(560), theme.px(560))
        self.text = self.text_field(6)
        self.text.setPlainText(opened.texto or "")
        self.text.setReadOnly(opened.texto is None)
        self.add_field("texto", "O que a pessoa contou", self.text)
        if opened.texto is None:
            self.add_note("O texto foi apagado e não pode ser corrigido.")
        self.place = QLineEdit(opened.coordenadas, self)
        self.place.setPlaceholderText("latitude; longitude")
        self.place.setToolTip("Graus decimais, com vírgula ou ponto: -20,59400; -36,93800")
        self.add_field("lugar", "Coordenadas do lugar", self._with_unit_button())
        self.place.setAccessibleName("Coordenadas do lugar")
        self.unit = self.add_note("", "secondary")
        self.unit.hide()
        self.category = self._category_box(categories)
        self.add_field("categoria", "Categoria", self.category)
        self.reason = QLineEdit(self)
        self.reason.setPlaceholderText("Fica no registro, restrito: o morador ligou de volta…")
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
        if self.complain(problems):
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

    def use_unit(self, unit: str, name: str) -> None:
        """Only a unit is known of the place."""
        self._unit = unit
        self.place.clear()
        self.unit.setText(f"Só a unidade: {name}. Escreva coordenadas para marcar um ponto.")
        self.unit.show()

    def _changes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        text = self.text.toPlainText()
        if self.opened.texto is not None and text != self.opened.texto:
            found["texto"] = text
        typed = self.place.text().strip()
        if typed and typed != self.opened.coordenadas:
            found["coordenadas"] = typed
        elif not typed and self._unit is not None:
            found["unidade"] = self._unit
        category = self.category.currentData()
        if category is not None and category != self.opened.categoria[0]:
            found["categoria"] = category
        return found

    def _with_unit_button(self) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self.context.theme.px(8))
        self.pick = QToolButton(self)
        self.pick.setProperty("kind", "chip")
        self.pick.setText("Só sei a unidade…")
        self.pick.setAccessibleName("Escolher só a unidade do lugar")
        self.pick.clicked.connect(self._on_pick)
        row.addWidget(self.place, 1)
        row.addWidget(self.pick)
        line.setFocusProxy(self.place)
        return line

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
    def _on_pick(self) -> None:
        dialog = UnitPicker(self._find_units, self.context, self)
        dialog.picked.connect(self.use_unit)
        dialog.open()

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
