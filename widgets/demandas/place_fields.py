"""The place in a correction: a point that is typed, or only a unit; and whose it would be, said at once.

The unit is derived anew while the person writes, so that nobody saves a place without having read
where it lies. Numbers are read strictly (pt-BR decimals, the office's area); half a number is no
fault until the field is left. Source: issue "The desktop", Demanda; peers.md (parzer#53).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from app.services.atendimento_lugar import LugarService, Onde
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.unit_picker import UnitPicker

Units = Callable[[str], Sequence[tuple[str, str]]]
_REST_MS: Final = 300


class PlaceFields(QWidget):
    """See the module.

    Args:
        coordinates: as they stand; empty where only a unit is known.
        unit: id and name of the unit that stands; (None, "") where there is none.
        place: derives units.
        units: words -> units found; runs in a worker.
        context: the window's common things.
        parent: the form.

    Signals:
        said: whose the place is was written under the fields.
        refused(str): why what is typed is no place.
    """

    said = Signal()
    refused = Signal(str)

    def __init__(
        self,
        coordinates: str,
        unit: tuple[str | None, str],
        place: LugarService,
        units: Units,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._before = coordinates
        self._unit_before = unit
        self._place = place
        self._context = context
        self._said_of = ""
        theme = context.theme
        self.point = QLineEdit(coordinates, self)
        self.point.setAccessibleName("Coordenadas do lugar")
        self.point.setPlaceholderText("latitude; longitude")
        self.point.setToolTip("Graus decimais, com vírgula ou ponto: -20,59400; -36,93800")
        self.unit = UnitPicker(units, context, self)
        self.unit.setAccessibleName("Só a unidade do lugar")
        self.unit.setPlaceholderText("Sem ponto certo: nome do bairro ou município")
        label = QLabel("Ou só a unidade, quando o ponto não é conhecido", self)
        label.setBuddy(self.unit)
        self.words = QLabel(self)
        self.words.setProperty("kind", "secondary")
        self.words.setWordWrap(True)
        self.words.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        for widget in (self.point, label, self.unit, self.words):
            column.addWidget(widget)
        self.setFocusProxy(self.point)
        self._typing = Debouncer(self, _REST_MS)
        self._typing.settled.connect(self._on_settled)
        self.point.textEdited.connect(self._on_typed)
        self.point.editingFinished.connect(self._on_left)
        self.unit.chosen.connect(self._on_unit)

    def change(self) -> dict[str, str]:
        """What differs from what stood: ``coordenadas`` or ``unidade``; empty for nothing."""
        typed = self.point.text().strip()
        if typed:
            return {} if typed == self._before else {"coordenadas": typed}
        return {"unidade": self.unit.unit_id} if self.unit.unit_id else {}

    @property
    def is_said(self) -> bool:
        """Nothing changes here, or whose the changed place is stands under the fields."""
        wanted = self.change()
        return not wanted or self._said_of == _key(wanted)

    def set_before(self, coordinates: str, unit: tuple[str | None, str]) -> None:
        """The demand of now is another; what was typed stays."""
        self._before, self._unit_before = coordinates, unit

    @Slot()
    def look_up(self) -> None:
        """Derive the unit of what is typed; ends in ``said`` or ``refused``."""
        wanted = self.change()
        if not wanted:
            self._say("", "")
            return
        work = (
            partial(self._place.onde_digitado, wanted["coordenadas"])
            if "coordenadas" in wanted
            else partial(self._place.onde_da_unidade, wanted["unidade"])
        )
        self._context.runner.read(
            self,
            work,
            partial(self._on_found, _key(wanted)),
            partial(self._on_failed, _key(wanted)),
            key="onde",
        )

    def take_unit(self, unit: str, words: str) -> None:
        """Only this unit is known of the place."""
        self.unit.show_unit(unit, words)
        self._on_unit(unit, words)

    def _on_found(self, key: str, where: Onde) -> None:
        if key != _key(self.change()):
            return
        chain = " · ".join(one.nome for one in where.cadeia) or "fora de todas as unidades"
        before_id, before = self._unit_before
        found = where.cadeia[0].unidade_civica_id if where.cadeia else None
        lines = [f"Unidade deste lugar: {chain}."]
        if found == before_id:
            lines.append("É a mesma de antes.")
        elif before:
            lines.append(f"Antes: {before}. A demanda passa para o ranking da nova unidade.")
        if where.aviso:
            lines.append(where.aviso)
        self._say(key, "\n".join(lines), is_other=found != before_id)

    def _on_failed(self, key: str, error: BaseException) -> None:
        if key == _key(self.change()):
            self._say("", "")
            self.refused.emit(self._context.describe(error).frase)

    def _say(self, key: str, text: str, *, is_other: bool = False) -> None:
        self._said_of = key
        kind = "warning" if is_other else "secondary"
        if self.words.property("kind") != kind:
            self.words.setProperty("kind", kind)
            self.words.style().unpolish(self.words)
            self.words.style().polish(self.words)
        self.words.setText(text)
        self.words.setAccessibleName(text)
        self.words.setVisible(bool(text))
        if key:
            self.said.emit()

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        if text.strip():
            self.unit.show_unit("", "")
        self._typing.touch()

    @Slot()
    def _on_settled(self) -> None:
        text = self.point.text()
        # Half a number is no fault yet: that is said when the field is left, or on saving.
        if not text.strip() or sum(char.isdigit() for char in text) >= 4:
            self.look_up()

    @Slot()
    def _on_left(self) -> None:
        if not self.is_said:
            self._typing.flush()
            self.look_up()

    @Slot(str, str)
    def _on_unit(self, _unit: str, _words: str) -> None:
        self.point.clear()
        self.look_up()


def _key(wanted: dict[str, str]) -> str:
    return "".join(f"{name}={value}" for name, value in wanted.items())
