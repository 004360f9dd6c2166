"""What a dry run came to, and the one button that puts the set in force."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.services.ensaio_parametros import LIMITE, Ensaio, Movimento
from widgets.parametros.columns import decimal, move_columns, ranking_columns
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted, number


class TrialPane(QFrame):
    """Hidden until there is something to say.

    Signals:
        apply_requested: put it in force.
        closed: leave it.
        demand_requested(str): the demand's own screen.
    """

    apply_requested = Signal()
    closed = Signal()
    demand_requested = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.trial: Ensaio | None = None
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.moves = ListPanel(
            "Demandas que mudariam",
            "parametros/movimentos",
            ("demanda muda", "demandas mudam"),
            ("Nenhuma demanda muda", "Pontos e lugares ficam como estão."),
            SortedRowsModel(move_columns(), theme, self, lambda row: row.demanda_id),
            context,
            self,
        )
        self.units = ListPanel(
            "Unidades que mudariam",
            "parametros/unidades_ensaio",
            ("unidade muda", "unidades mudam"),
            ("Nenhuma unidade muda", "Rankings e agendas ficam como estão."),
            SortedRowsModel(ranking_columns(), theme, self, lambda row: row.unidade_id),
            context,
            self,
        )
        self.moves.opened.connect(self._on_opened)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("Efeito do ensaio")
        self.tabs.tabBar().setAccessibleName("Efeito do ensaio")
        self.tabs.addTab(self.moves, "Demandas")
        self.tabs.addTab(self.units, "Unidades")
        self.apply = QPushButton("Pôr em vigor", self)
        self.apply.setProperty("kind", "primary")
        self.apply.clicked.connect(self.apply_requested)
        self.leave = QPushButton("Deixar como está", self)
        self.leave.clicked.connect(self.closed)
        buttons = QHBoxLayout()
        buttons.addWidget(self.leave)
        buttons.addStretch(1)
        buttons.addWidget(self.apply)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(8))
        for widget in (self.heading, self.words):
            column.addWidget(widget)
        self.tabs.setMinimumHeight(theme.px(240))
        column.addWidget(self.tabs, 1)
        column.addLayout(buttons)
        self.hide()

    def show_trial(self, trial: Ensaio) -> None:
        """Say what would happen; nothing has."""
        self.trial = trial
        label = trial.novos.versao
        self.heading.setText(f"Ensaio de {label}: nada foi alterado")
        if trial.is_em_vigor:
            text = f"{label} já está em vigor."
        elif trial.is_nada:
            text = "Nada mudaria: nem pontos, nem lugar, nem agenda. Só o rótulo seria outro."
        else:
            text = (
                f"De {counted(trial.demandas, 'demanda', 'demandas')}, "
                f"{counted(trial.mudam_de_score, 'mudaria', 'mudariam')} de pontos e "
                f"{number(trial.mudam_de_lugar)} de lugar."
            )
        weights = "; ".join(
            f"nível {one.nivel}: {decimal(one.antes)} → {decimal(one.depois)}"
            for one in trial.pesos
        )
        if weights:
            text += f" Pesos nacionais que mudam: {weights}."
        if len(trial.movimentos) == LIMITE:
            text += f" Abaixo, as {number(LIMITE)} que mais mudam."
        self.words.setText(f"{text}\nCarimbo do conteúdo: {trial.hash_conteudo}")
        self.moves.show_rows(trial.movimentos)
        self.units.show_rows(trial.unidades)
        self.apply.setEnabled(not trial.is_em_vigor)
        self.show()

    @Slot(object)
    def _on_opened(self, row: object) -> None:
        if isinstance(row, Movimento):
            self.demand_requested.emit(row.demanda_id)
