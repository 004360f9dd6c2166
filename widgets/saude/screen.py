"""Saúde: how every colony stands, what is parked and how to mend it, copies, measures.

Source: issue "Ground floor", Application skeleton; design.md 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QTabWidget, QWidget
from typing_extensions import override

from app.services.copias import CopiaFeita, CopiaService
from app.services.falhas import is_cancellation
from app.services.modelos_ia import ModelosService
from app.services.motor import Medida
from app.services.permissoes import Ato
from app.services.saude import Saude, SaudeService
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.screen import Screen
from widgets.runtime.state_stack import StateStack
from widgets.runtime.words import counted, number
from widgets.saude import colonies_page, parked_page
from widgets.saude.acts import Acts
from widgets.saude.colonies_page import ColoniesPage
from widgets.saude.columns import copy_columns, job_columns, key_columns, model_columns
from widgets.saude.import_model_dialog import offer_import
from widgets.saude.list_page import ListPage
from widgets.saude.parked_page import ParkedPage
from widgets.saude.warned_area import WarnedArea
from widgets.saude.warning_list import WarningList

if TYPE_CHECKING:
    from widgets.saude.plots import PlotsPane

KEY: Final = "saude"
_CONCERNS: Final = frozenset({"eventos", "colonias", "parados", "trabalhos", "copias", "avisos"})
_LEAST_HEIGHT: Final = 180


def root_key_note(onde: str) -> str:
    """Where the copy of the root key went, as it was said in the first run."""
    if not onde:
        return "Ninguém anotou onde está guardada a cópia da chave-raiz."
    return f"Cópia da chave-raiz, como foi anotado: {onde}"


class SaudeScreen(Screen):
    """The office's health over a ``SaudeService`` and a ``CopiaService``."""

    def __init__(
        self,
        service: SaudeService,
        copies: CopiaService,
        models: ModelosService,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(KEY, "Saúde", _CONCERNS, context, parent)
        self._service = service
        self._acts = Acts(service, self)
        self._copies = copies
        self._plots: PlotsPane | None = None
        self._is_read = False
        self.copy_button = self.add_primary("Fazer cópia agora")
        self.copy_button.clicked.connect(self._on_copy)
        self.copy_button.setToolTip(f"Grava e confere uma cópia em {copies.default_folder}")
        self._can_copy = service.can_act and context.session.pode(Ato.COPIAS)
        self.copy_button.setVisible(self._can_copy)
        self.menu.addAction("Atualizar (Ctrl+R)").triggered.connect(self.refresh)
        self.warnings = WarningList(context, self)
        self.warnings.action_requested.connect(self._on_warning_action)
        self.progress = ProgressStrip(context, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Assuntos da saúde")
        self.tabs.tabBar().setAccessibleName("Assuntos da saúde")
        self.state = StateStack(self.tabs, context.theme, self)
        self.state.retry_requested.connect(self.refresh)
        self._build_pages(models)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.state.setMinimumHeight(context.theme.px(_LEAST_HEIGHT))
        self.column.addWidget(self.progress)
        area = WarnedArea("Saúde do escritório", self.warnings, self.state, context.theme, self)
        self.column.addWidget(area, 1)
        self.tabs.setCurrentIndex(context.view.number(self.setting("aba")))

    @override
    def reload(self) -> None:
        runner = self.context.runner
        if not self._is_read:
            self.state.show_loading()
        runner.read(
            self, self._service.overview, self._on_overview, self._on_overview_failed, key="tudo"
        )
        if self._plots is not None:
            self._load_measures()

    @override
    def save_view(self) -> None:
        self.context.view.put(self.setting("aba"), self.tabs.currentIndex())
        for page in self.pages:
            page.list.save_view()

    def _build_pages(self, models: ModelosService) -> None:
        moments = self.context.moments
        self.colonies = ColoniesPage(self._service, self._acts, self.context, self)
        self.tabs.addTab(self.colonies, colonies_page.NAME)
        self.parked = ParkedPage(self._service, self._acts, self.context, self)
        self.tabs.addTab(self.parked, parked_page.NAME)
        self.keys = self._page(
            "Chaves à espera",
            key_columns(),
            ("chave", "chaves"),
            ("Nenhuma chave espera", "Nenhum evento está à espera atrás de outro parado."),
            lambda row: (row.colonia, row.fase, row.chave),
        )
        self.jobs = self._page(
            "Trabalhos",
            job_columns(moments),
            ("trabalho", "trabalhos"),
            ("Nenhum trabalho", "Não há trabalho demorado na fila nem em execução."),
            lambda row: (row.colonia, row.nome, row.sujeito),
        )
        self.backups = self._page(
            "Cópias",
            copy_columns(moments),
            ("cópia", "cópias"),
            ("Nenhuma cópia ainda", "Faça a primeira com o botão Fazer cópia agora, acima."),
            lambda row: row.arquivo,
        )
        self.models = self._page(
            "Modelos",
            model_columns(),
            ("modelo", "modelos"),
            ("Nenhum modelo", "Este programa não usa modelos."),
            lambda row: row.tarefa,
        )
        self.import_model = offer_import(self.models, models, self, self._service.can_act)
        self.pages = (
            self.colonies, self.parked, self.keys, self.jobs, self.backups, self.models
        )  # fmt: skip
        self._measures_area = QScrollArea(self)
        self._measures_area.setWidgetResizable(True)
        self._measures_area.setFrameShape(QFrame.Shape.NoFrame)
        self._measures_area.setAccessibleName("Medidas")
        self.tabs.addTab(self._measures_area, "Medidas")

    def _page(
        self,
        name: str,
        columns: tuple[Column, ...],
        words: tuple[str, str],
        empty: tuple[str, str],
        row_id: Callable[[Any], object],
    ) -> ListPage:
        page = ListPage(name, columns, words, empty, row_id, self.context, self)
        self.tabs.addTab(page, name)
        return page

    def _on_overview(self, overview: Saude) -> None:
        self._is_read = True
        summary = overview.resumo
        state = summary.motor.rstrip(".")
        self.subtitle.setText(f"{state} · {counted(overview.total_eventos, 'evento', 'eventos')}")
        self.warnings.show_warnings(overview.avisos, has_actions=self._can_copy)
        self.colonies.show_rows(overview.colonias)
        self.parked.show_overview(overview)
        self.keys.show_rows(overview.chaves)
        self.jobs.show_rows(overview.trabalhos)
        self.backups.show_rows(overview.copias, root_key_note(overview.chave_raiz_em))
        self.models.show_rows(overview.modelos)
        for page, word, count in (
            (self.parked, parked_page.NAME, overview.total_parados),
            (self.keys, "Chaves à espera", len(overview.chaves)),
            (self.jobs, "Trabalhos", len(overview.trabalhos)),
        ):
            self.tabs.setTabText(
                self.tabs.indexOf(page), f"{word} ({number(count)})" if count else word
            )
        self.count_changed.emit(summary.ocorrencias)
        self.state.show_content()
        self.parked.offer()
        self.colonies.offer()
        if self.tabs.currentWidget() is self._measures_area:
            self._on_tab_changed(self.tabs.currentIndex())
        self.loaded.emit()

    def _on_overview_failed(self, error: BaseException) -> None:
        self._is_read = False
        self.state.show_error(self.context.describe(error).frase)

    def _load_measures(self) -> None:
        self.context.runner.read(self, self._service.measures, self._on_measures, key="medidas")

    def _on_measures(self, measures: tuple[Medida, ...]) -> None:
        if self._plots is not None:
            self._plots.show_measures(measures)

    @Slot(int)
    def _on_tab_changed(self, at: int) -> None:
        if self.tabs.widget(at) is not self._measures_area or self._plots is not None:
            return
        # Loaded only here: pyqtgraph and numpy cost more than the rest of the start.
        from widgets.saude.plots import PlotsPane  # noqa: PLC0415 # see the line above

        self._plots = PlotsPane(self.context, self)
        self._measures_area.setWidget(self._plots)
        self._load_measures()

    @Slot(str)
    def _on_warning_action(self, action: str) -> None:
        if action == "confirmar_chave_raiz":
            self._acts.run(
                self.copy_button,
                self._service.confirm_root_key,
                lambda _: "Anotado: a cópia da chave-raiz está em outro lugar.",
                frozenset({"avisos"}),
            )

    @Slot()
    def _on_copy(self) -> None:
        self.copy_button.setEnabled(False)
        self.progress.run(
            "Copiando e conferindo",
            self,
            partial(self._copies.create, None),
            self._on_copied,
            self._on_copy_failed,
            changed=frozenset({"copias"}),
        )

    def _on_copied(self, made: CopiaFeita) -> None:
        self.progress.finish()
        self.copy_button.setEnabled(True)
        self.context.notify(
            f"Cópia feita e conferida: {counted(made.eventos, 'evento', 'eventos')} em "
            f"{made.arquivo.name}. Guarde outra fora deste computador."
        )

    def _on_copy_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self.copy_button.setEnabled(True)
        if is_cancellation(error):
            self.context.notify("Cópia cancelada. Nenhum arquivo foi deixado.")
        else:
            self.context.report(error)
