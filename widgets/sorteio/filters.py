"""What the list of draws is narrowed to: kind, demand, unit, councillor, period."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QToolButton, QWidget

from app.services.registro_sorteios import TIPOS, FiltroSorteios
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.flow_layout import FlowLayout

_DAY_MS: Final = 86_400_000
PERIODS: Final = (("Qualquer data", 0), ("Últimos 7 dias", 7), ("Últimos 30 dias", 30),
                  ("Último ano", 365))  # fmt: skip


class FilterBar(QWidget):
    """One line of fields that wraps.

    Signals:
        changed: something else is asked for.
    """

    changed = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._moments = context.moments
        self.kind = QComboBox(self)
        self.kind.setAccessibleName("O que mostrar")
        self.kind.addItem("Tudo", ())
        for tipo, words in TIPOS.items():
            self.kind.addItem(words, (tipo,))
        self.period = QComboBox(self)
        self.period.setAccessibleName("Período")
        for words, days in PERIODS:
            self.period.addItem(words, days)
        for combo in (self.kind, self.period):
            popup = combo.view()
            if popup is not None:
                popup.setAccessibleName(combo.accessibleName())
        self.demand = self._field("Protocolo da demanda", context)
        self.unit = self._field("Unidade", context)
        self.councillor = self._field("Conselheiro (identificador)", context)
        self.clear = QToolButton(self)
        self.clear.setProperty("kind", "flat")
        self.clear.setText("Limpar")
        self.clear.setAccessibleName("Limpar filtros")
        self.clear.clicked.connect(self.clear_all)
        row = FlowLayout(self, context.theme.px(8))
        for widget in (
            self.kind, self.period, self.demand, self.unit, self.councillor, self.clear,
        ):  # fmt: skip
            row.addWidget(widget)
        self._typing = Debouncer(self)
        self._typing.settled.connect(self.changed)
        self.kind.currentIndexChanged.connect(self._typing.touch)
        self.period.currentIndexChanged.connect(self._typing.touch)
        for field in self.fields:
            field.textChanged.connect(self._typing.touch)
            field.returnPressed.connect(self._typing.flush)

    @property
    def fields(self) -> tuple[QLineEdit, QLineEdit, QLineEdit]:
        """Demand, councillor and unit, as they are typed."""
        return self.demand, self.councillor, self.unit

    @property
    def texts(self) -> tuple[str, str, str]:
        """What stands in them."""
        demand, councillor, unit = (field.text().strip() for field in self.fields)
        return demand, councillor, unit

    @property
    def is_restricting(self) -> bool:
        """Whether not everything passes."""
        return bool(any(self.texts) or self.kind.currentIndex() or self.period.currentIndex())

    def chosen(self) -> FiltroSorteios:
        """Kind and period; the typed fields are understood by the service."""
        days = int(self.period.currentData())
        since = None if not days else self._moments.agora_ms() - days * _DAY_MS
        return FiltroSorteios(tipos=tuple(self.kind.currentData()), desde_ms=since)

    def show_kind(self, tipo: str) -> None:
        """Only what is of this kind."""
        self.kind.setCurrentIndex(self.kind.findText(TIPOS[tipo]))
        self._typing.flush()

    def show_demand(self, demand: str) -> None:
        """Only this demand."""
        self.clear_all()
        self.demand.setText(demand)
        self._typing.flush()

    @Slot()
    def clear_all(self) -> None:
        """Everything passes."""
        self.kind.setCurrentIndex(0)
        self.period.setCurrentIndex(0)
        for field in self.fields:
            field.clear()

    def _field(self, words: str, context: UiContext) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setClearButtonEnabled(True)
        field.setMinimumWidth(context.theme.px(190))
        return field
