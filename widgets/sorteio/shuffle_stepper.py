"""The shuffle, exchange by exchange, as fast as the person steps: a stepper, not a film."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.historia_sorteio import Entradas, lista_no_passo, passos_do_embaralhamento
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.table_model import RowsModel
from widgets.runtime.table_view import TableView
from widgets.runtime.words import number


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the list as it stands after some exchanges."""

    lugar: int
    quem: str
    nome: str | None
    marca: str


class ShuffleStepper(QWidget):
    """Steps with two buttons or with the arrow keys."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self._theme = theme
        self._inputs: Entradas | None = None
        self._names: Mapping[str, str] = {}
        self.step = 0
        columns = (
            Column(
                "lugar",
                "Lugar",
                text=lambda row: number(row.lugar),
                is_number=True,
                width_chars=6,
            ),
            Column("marca", "", text=lambda row: row.marca, width_chars=14),
            Column("nome", "Conselheiro", text=lambda row: row.nome or "—", width_chars=18),
            Column(
                "quem",
                "Identificador",
                text=lambda row: row.quem,
                is_code=True,
                width_chars=38,
            ),
        )
        self.model = RowsModel(columns, theme, self)
        self.table = TableView("A lista neste passo", "sorteio/passos", theme, context.view, self)
        self.table.show_model(self.model)
        self.table.setFixedHeight(theme.px(200))
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.back = QPushButton("←  Passo anterior", self)
        self.forward = QPushButton("Próximo passo  →", self)
        self.to_end = QPushButton("Ir ao fim", self)
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_on)
        self.to_end.clicked.connect(self.go_to_end)
        buttons = QHBoxLayout()
        for button in (self.back, self.forward, self.to_end):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addLayout(buttons)
        column.addWidget(self.words)
        column.addWidget(self.table)
        add = context.actions.add
        add(self, "sorteio/passos.voltar", "Embaralhamento: passo anterior", "Left", self.go_back)
        add(self, "sorteio/passos.seguir", "Embaralhamento: próximo passo", "Right", self.go_on)

    def show_inputs(self, inputs: Entradas | None, names: Mapping[str, str]) -> None:
        """Begin at the sorted list."""
        self._inputs, self._names = inputs, names
        self._steps = () if inputs is None else passos_do_embaralhamento(inputs)
        self.step = 0
        size = 0 if inputs is None else len(inputs.elegiveis)
        theme = self._theme
        self.table.setFixedHeight(theme.px(60) + theme.row_height_px * min(max(size, 2), 8))
        self.setVisible(inputs is not None and inputs.seed is not None)
        self._show()

    @property
    def total(self) -> int:
        """Exchanges of this shuffle."""
        return len(self._steps)

    @Slot()
    def go_back(self) -> None:
        """One exchange back."""
        self._go(self.step - 1)

    @Slot()
    def go_on(self) -> None:
        """One exchange on."""
        self._go(self.step + 1)

    @Slot()
    def go_to_end(self) -> None:
        """After the last exchange."""
        self._go(self.total)

    def _go(self, step: int) -> None:
        if self._inputs is not None and 0 <= step <= self.total:
            self.step = step
            self._show()

    def _show(self) -> None:
        inputs = self._inputs
        if inputs is None:
            return
        done = self._steps[self.step - 1] if self.step else None
        exchanged = set() if done is None else {done.ate, done.sorteada}
        fixed_from = len(inputs.elegiveis) - self.step
        is_end = self.step == self.total
        rows = []
        for at, who in enumerate(lista_no_passo(inputs.elegiveis, self._steps, self.step)):
            mark = "⇄ trocado" if at in exchanged else ("■ fixo" if at >= fixed_from else "")
            if is_end and at == 0:
                mark = "★ sorteado"
            rows.append(Place(at + 1, who, self._names.get(who), mark))
        self.model.set_rows(rows)
        self.back.setEnabled(self.step > 0)
        self.forward.setEnabled(not is_end)
        self.to_end.setEnabled(not is_end)
        self.words.setText(self._sentence())

    def _sentence(self) -> str:
        if not self.total:
            return "Só havia uma pessoa: não há o que embaralhar."
        if self.step == 0:
            return f"A lista em ordem crescente, antes das {number(self.total)} trocas."
        one = self._steps[self.step - 1]
        places = one.ate + 1
        same = one.ate == one.sorteada
        what = (
            f"o lugar {number(places)} fica como está"
            if same
            else f"o lugar {number(places)} troca com o lugar {number(one.sorteada + 1)}"
        )
        return (
            f"Passo {number(self.step)} de {number(self.total)}: SHA-256 de semente:{one.contador} "
            f"começa por {short(one.digest)}, que é {number(one.numero)}; dividido por "
            f"{number(places)} sobra {number(one.sorteada)}: {what}."
        )
