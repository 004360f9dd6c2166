"""Which column of a table means what, where its heading does not say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog
from widgets.runtime.field import Field

CAMPOS: Final[Mapping[str, str]] = {
    "texto": "Texto",
    "lat": "Latitude",
    "lng": "Longitude",
    "coordenadas": "Coordenadas",
    "rua": "Rua",
    "numero": "Número",
    "bairro": "Bairro",
    "cep": "CEP",
    "unidade": "Unidade",
    "data": "Data do formulário",
    "canal": "Como chegou",
    "categoria": "Categoria",
    "subcategoria": "Subcategoria",
    "id_externo": "Identificador",
    "fotos": "Fotos e arquivos",
}
"""What a column may mean, in the words of a clerk."""

_ITSELF: Final = "(pelo título da coluna)"


class ColumnsDialog(Dialog):
    """Asks for the columns; shown with ``open``.

    Args:
        columns: headings of the table.
        chosen: field -> heading, as it stands.
        context: the window's common things.
        parent: owner.

    Signals:
        confirmed(object): field -> heading, only what was said by hand.
    """

    confirmed = Signal(object)

    def __init__(
        self,
        columns: Sequence[str],
        chosen: Mapping[str, str],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self.setWindowTitle("Colunas da tabela")
        self.resize(theme.px(480), theme.px(480))
        hint = QLabel(
            "Só é preciso dizer o que o título da coluna não diz. Sem uma coluna de texto nenhuma "
            "linha pode entrar.",
            self,
        )
        hint.setWordWrap(True)
        inside = QWidget(self)
        fields = QVBoxLayout(inside)
        fields.setContentsMargins(0, 0, theme.px(8), 0)
        fields.setSpacing(theme.px(8))
        self.choices: dict[str, QComboBox] = {}
        for key, word in CAMPOS.items():
            choice = QComboBox(inside)
            choice.view().setAccessibleName(f"Colunas para {word.lower()}")
            choice.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            choice.setMinimumContentsLength(16)
            choice.addItem(_ITSELF, None)
            for name in columns:
                choice.addItem(name, name)
            choice.setCurrentIndex(max(0, choice.findData(chosen.get(key))))
            self.choices[key] = choice
            fields.addWidget(Field(word, choice, theme, inside))
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        self.use = QPushButton("Olhar de novo", self)
        self.use.setProperty("kind", "primary")
        self.use.setDefault(True)
        self.use.clicked.connect(self._on_use)
        cancel = QPushButton("Cancelar", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        column.addWidget(hint)
        column.addWidget(scroll, 1)
        column.addLayout(buttons)
        self.choices["texto"].setFocus()

    @Slot()
    def _on_use(self) -> None:
        said = {
            key: str(one.currentData()) for key, one in self.choices.items() if one.currentData()
        }
        self.confirmed.emit(said)
        self.accept()
