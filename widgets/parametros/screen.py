"""Parâmetros: what weighs now and what that does, a dry run of another set, the sets that were.

Source: issue "The desktop", Parâmetros; D-4 4.2, 8.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QLabel,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.ensaio_parametros import Ensaio
from app.services.falhas import is_cancellation
from app.services.momentos import ms_de
from app.services.mudancas import PARAMETROS
from app.services.parametros import Carga, Painel, ParametrosService
from app.services.permissoes import Ato
from widgets.parametros.columns import decimal, level_columns, unit_columns, version_columns
from widgets.parametros.trial_pane import TrialPane
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.screen import Screen
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted, number

KEY: Final = "parametros"
_CONCERNS: Final = PARAMETROS
_LEVELS: Final = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit with weights or a capacity of its own."""

    unidade_id: str
    nome: str | None
    pesos: str
    capacidade: int


class ParametrosScreen(Screen):
    """See the module."""

    def __init__(self, service: ParametrosService, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Parâmetros", _CONCERNS, context, parent)
        self._service = service
        theme, moments = context.theme, context.moments
        self.try_button = self.add_primary("Ensaiar outra versão…")
        self.try_button.clicked.connect(self._ask_file)
        self.try_button.setVisible(context.session.pode(Ato.PARAMETROS))
        self.mixed = QLabel(self)
        self.mixed.setProperty("kind", "warning")
        self.mixed.setWordWrap(True)
        self.mixed.hide()
        self.stamp = QLabel(self)
        self.stamp.setProperty("kind", "secondary")
        self.stamp.setWordWrap(True)
        self.progress = ProgressStrip(context, self)
        self.trial = TrialPane(context, self)
        self.levels = ListPanel(
            "Pesos por nível",
            "parametros/niveis",
            ("nível", "níveis"),
            ("Sem níveis", ""),
            SortedRowsModel(level_columns(), theme, self, lambda row: row.nivel),
            context,
            self,
            has_filter=False,
        )
        self.units = ListPanel(
            "Unidades com pesos próprios",
            "parametros/unidades",
            ("unidade", "unidades"),
            (
                "Nenhuma unidade tem pesos próprios",
                "O peso situacional é 1 em todas, e a capacidade a de onde não há outra.",
            ),
            SortedRowsModel(unit_columns(), theme, self, lambda row: row.unidade_id),
            context,
            self,
        )
        self.versions = ListPanel(
            "Versões carregadas",
            "parametros/versoes",
            ("versão carregada", "versões carregadas"),
            ("Nenhuma foi carregada", "Valem os parâmetros que vêm com o programa."),
            SortedRowsModel(version_columns(moments), theme, self, lambda row: row.evento),
            context,
            self,
        )
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Assuntos dos parâmetros")
        self.tabs.tabBar().setAccessibleName("Assuntos dos parâmetros")
        for page, word in (
            (self.levels, "Pesos e efeito"),
            (self.units, "Unidades"),
            (self.versions, "Versões"),
        ):
            self.tabs.addTab(page, word)
        self.column.addWidget(self.progress)
        self.column.addWidget(self._scrolling(), 1)
        self.trial.apply_requested.connect(self.apply)
        self.trial.closed.connect(self._on_left)
        self.trial.demand_requested.connect(self._on_demand)
        self.levels.state.retry_requested.connect(self.refresh)

    @override
    def reload(self) -> None:
        self.context.runner.read(
            self, self._service.painel, self._on_panel, self._on_failed, key="painel"
        )

    @override
    def save_view(self) -> None:
        for panel in (self.levels, self.units, self.versions, self.trial.moves, self.trial.units):
            panel.save_view()

    def _scrolling(self) -> QScrollArea:
        """Everything; it scrolls where large text leaves too little room."""
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self.context.theme.px(8))
        for widget in (self.mixed, self.stamp):
            column.addWidget(widget)
        column.addWidget(self.trial, 3)
        column.addWidget(self.tabs, 2)
        self.tabs.setMinimumHeight(self.context.theme.px(260))
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Parâmetros")
        area.setWidget(body)
        return area

    def _on_panel(self, panel: Painel) -> None:
        told = panel.em_vigor.parametros
        since = "os que vêm com o programa"
        if panel.em_vigor.carregado_em is not None:
            since = f"desde {self.context.moments.exato(ms_de(panel.em_vigor.carregado_em))}"
        self.subtitle.setText(f"Em vigor: {told.versao}, {since}")
        self.stamp.setText(
            f"Pontos = peso nacional × peso situacional × score horizontal. Capacidade das "
            f"agendas: {told.capacidade_padrao}, onde não há outra. Carimbo do conteúdo: "
            f"{panel.em_vigor.hash_conteudo[:16]}…"
        )
        # Sixty-four characters do not wrap, and large text would be cut at the edge.
        self.stamp.setToolTip(panel.em_vigor.hash_conteudo)
        self.levels.show_rows(panel.efeitos)
        self.units.show_rows(
            UnitRow(
                unit,
                panel.nomes.get(unit),
                "  ".join(
                    f"{level}: {decimal(float(told.peso_situacional(unit, level)))}"
                    for level in _LEVELS
                    if not told.is_situacional_padrao(unit, level)
                )
                or "1 em todos",
                told.capacidade(unit),
            )
            for unit in sorted(told.unidades(), key=lambda one: (panel.nomes.get(one, ""), one))
        )
        self.versions.show_rows(panel.versoes)
        self._say_mixture(panel)
        self.loaded.emit()

    def _say_mixture(self, panel: Painel) -> None:
        mixture = panel.mistura
        self.mixed.setVisible(mixture.is_misturado)
        self.mixed.setText(
            f"⚠ Versões misturadas: {number(mixture.antigas)} de "
            f"{counted(mixture.demandas, 'demanda ainda tem', 'demandas ainda têm')} pontos pelos "
            f"pesos anteriores. O ranking está sendo recalculado por {mixture.versao}; até lá as "
            "posições são provisórias."
        )
        self.count_changed.emit(int(mixture.is_misturado))

    def _on_failed(self, error: BaseException) -> None:
        self.levels.state.show_error(self.context.describe(error).frase)

    # -- the dry run -----------------------------------------------------------------------

    def try_file(self, path: Path) -> None:
        """What the set of a file would do; nothing is recorded."""
        self.try_button.setEnabled(False)
        self.progress.run(
            "Ensaiando",
            self,
            partial(self._service.ensaiar, path),
            self._on_tried,
            self._on_try_failed,
        )

    def _on_tried(self, trial: Ensaio) -> None:
        self.progress.finish()
        self.try_button.setEnabled(True)
        self.trial.show_trial(trial)
        self.trial.moves.table.setFocus()

    def _on_try_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self.try_button.setEnabled(True)
        if is_cancellation(error):
            self.context.notify("Ensaio cancelado. Nada foi alterado.")
        else:
            self.context.report(error)

    @Slot()
    def apply(self) -> None:
        """Put what was tried in force."""
        trial = self.trial.trial
        if trial is None:
            return
        self.trial.apply.setEnabled(False)
        ator = self.context.session.ator(Ato.PARAMETROS)
        self.context.runner.write(
            self,
            partial(self._service.aplicar, trial, ator),
            self._on_applied,
            self._on_apply_failed,
            changed=_CONCERNS,
        )

    def _on_applied(self, done: Carga) -> None:
        self.trial.hide()
        self.context.notify(
            f"Em vigor: {done.versao}. Os rankings são recalculados por si, aos poucos."
        )
        self.refresh()

    def _on_apply_failed(self, error: BaseException) -> None:
        self.trial.apply.setEnabled(True)
        self.context.report(error)

    @Slot()
    def _on_left(self) -> None:
        self.trial.hide()
        self.try_button.setFocus()

    @Slot()
    def _ask_file(self) -> None:
        dialog = QFileDialog(self, "Parâmetros a ensaiar", "", "Parâmetros (*.toml *.json)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(lambda chosen: self.try_file(Path(chosen)))
        dialog.open()

    @Slot(str)
    def _on_demand(self, demand: str) -> None:
        self.context.go("demandas", demand)
