"""The lists of moderation: the queue under its filters, and what one moderator decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QVBoxLayout, QWidget

from app.services.moderacao_vistas import TIPOS, Linha, Trilha
from widgets.moderacao.columns import queue_columns, trail_columns
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted

EMPTY: Final = ("Nada espera moderação", "O que for sinalizado aparece aqui por si.")
_NONE: Final = ("Nenhum item com estes filtros", "Mude os filtros acima da fila.")
_STATUS: Final = (
    ("pendente", "Esperam decisão"),
    ("aprovado", "Aprovados"),
    ("bloqueado", "Bloqueados"),
    ("removido", "Removidos"),
    ("", "Todos"),
)


class QueuePanel(QWidget):
    """Filters, the thin list, and a way to the rest of a long queue.

    Signals:
        filter_changed: other items are wanted.
    """

    filter_changed = Signal()

    def __init__(
        self, is_marked: Callable[[str], bool], context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.status = QComboBox(self)
        self.status.setAccessibleName("Situação dos itens")
        for code, words in _STATUS:
            self.status.addItem(words, code)
        self.tipo = QComboBox(self)
        self.tipo.setAccessibleName("Tipo dos itens")
        self.tipo.addItem("Todos os tipos", "")
        self.status.view().setAccessibleName("Situações")
        self.tipo.view().setAccessibleName("Tipos")
        for code, words in TIPOS.items():
            self.tipo.addItem(words.capitalize(), code)
        self.opinion = QCheckBox("Só com 2ª opinião pedida", self)
        self.status.currentIndexChanged.connect(self._on_changed)
        self.tipo.currentIndexChanged.connect(self._on_changed)
        self.opinion.toggled.connect(self._on_changed)
        self.demand: str | None = None
        self.everywhere = QPushButton("Só uma demanda: mostrar todas", self)
        self.everywhere.clicked.connect(self._on_everywhere)
        self.everywhere.hide()
        filters = QWidget(self)
        row = FlowLayout(filters, context.theme.px(8))
        for widget in (self.status, self.tipo, self.opinion, self.everywhere):
            row.addWidget(widget)
        model = SortedRowsModel(
            queue_columns(context.moments, is_marked), context.theme, self, lambda one: one.chave
        )
        self.list = ListPanel(
            "Fila de moderação", "moderacao/fila", ("item", "itens"), EMPTY, model, context, self,
            has_filter=False,
        )  # fmt: skip
        self.more_rows = QPushButton("Mostrar mais", self)
        self.more_rows.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(context.theme.px(8))
        column.addWidget(filters)
        column.addWidget(self.list, 1)
        column.addWidget(self.more_rows)

    @property
    def current(self) -> Linha | None:
        """The line that is shown."""
        row = self.list.current
        return row if isinstance(row, Linha) else None

    @property
    def model(self) -> SortedRowsModel:
        """The lines."""
        model = self.list.model
        if not isinstance(model, SortedRowsModel):
            raise TypeError(type(model).__name__)
        return model

    @property
    def is_open_queue(self) -> bool:
        """It shows what waits."""
        return bool(self.status.currentData() == "pendente")

    def wanted(self) -> dict[str, object]:
        """What the service is asked for (``ModeracaoService.filtro``)."""
        return {
            "status": self.status.currentData() or None,
            "tipo": self.tipo.currentData() or None,
            "demanda_id": self.demand,
            "opiniao": self.opinion.isChecked(),
        }

    def show_demand(self, demanda_id: str | None) -> None:
        """Only the items of one demand, whatever became of them; None for all."""
        self.demand = demanda_id
        self.everywhere.setVisible(demanda_id is not None)
        self.status.blockSignals(True)
        self.status.setCurrentIndex(0 if demanda_id is None else len(_STATUS) - 1)
        self.status.blockSignals(False)
        self.filter_changed.emit()

    def tell_empty(self) -> None:
        """Say why there are no rows."""
        is_whole = self.is_open_queue and not (
            self.tipo.currentData() or self.opinion.isChecked() or self.demand
        )
        self.list.set_empty(*(EMPTY if is_whole else _NONE))

    @Slot()
    def _on_changed(self) -> None:
        self.filter_changed.emit()

    @Slot()
    def _on_everywhere(self) -> None:
        self.show_demand(None)


class TrailPanel(ListPanel):
    """What the person at the window decided."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        self._trail: Trilha | None = None
        super().__init__(
            "Minhas decisões",
            "moderacao/trilha",
            ("decisão", "decisões"),
            (
                "Nenhuma decisão ainda",
                "O que esta conta decidir aparece aqui, a mais nova primeiro.",
            ),
            SortedRowsModel(
                trail_columns(
                    context.moments,
                    lambda: {} if self._trail is None else self._trail.protocolos,
                ),
                context.theme,
                parent,
                lambda row: row.event_id,
            ),
            context,
            parent,
        )

    def show_trail(self, trail: Trilha) -> None:
        """The newest decisions."""
        self._trail = trail
        self.show_rows(trail.linhas)


def counted_words(contagens: Mapping[str, int]) -> str:
    """``3 textos, 1 relato``."""
    return ", ".join(
        counted(n, TIPOS[tipo], f"{TIPOS[tipo]}s") for tipo, n in contagens.items() if n
    )
