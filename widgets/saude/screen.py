"""Saúde: how every colony stands, what is parked and how to mend it, copies, measures.

Source: issue "Ground floor", Application skeleton; design.md 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QTabWidget, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.copias import CopiaFeita, CopiaService
from app.services.falhas import is_cancellation
from app.services.modelos_ia import ModelosService
from app.services.motor import Medida
from app.services.permissoes import Ato
from app.services.saude import ColoniaRow, ParadoRow, Saude, SaudeService
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.screen import Screen
from widgets.runtime.state_stack import StateStack
from widgets.runtime.words import counted, number
from widgets.saude.columns import (
    colony_columns,
    copy_columns,
    job_columns,
    key_columns,
    model_columns,
    parked_columns,
)
from widgets.saude.import_model_dialog import offer_import
from widgets.saude.list_page import ListPage
from widgets.saude.release_dialog import ReleaseDialog
from widgets.saude.warning_list import WarningList

if TYPE_CHECKING:
    from widgets.saude.plots import PlotsPane

KEY: Final = "saude"
_CONCERNS: Final = frozenset({"eventos", "colonias", "parados", "trabalhos", "copias", "avisos"})
_LEAST_HEIGHT: Final = 260
_PARKED_CHANGED: Final = frozenset({"eventos", "colonias", "parados"})


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
        self.column.addWidget(self._scrolling(), 1)
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

    def _scrolling(self) -> QScrollArea:
        """Warnings and tabs; they scroll where large text leaves too little room for both."""
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self.context.theme.px(8))
        column.addWidget(self.warnings)
        column.addWidget(self.state, 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Saúde do escritório")
        area.setWidget(body)
        return area

    def _build_pages(self, models: ModelosService) -> None:
        moments = self.context.moments
        self.colonies = self._page(
            "Colônias",
            colony_columns(),
            ("colônia", "colônias"),
            ("Nenhuma colônia", "Este programa não traz colônias."),
            lambda row: row.colonia,
        )
        self.toggle = self.colonies.add_button("Desativar colônia")
        self.toggle.clicked.connect(self._on_toggle)
        self.colonies.selection_changed.connect(self._on_colony_selected)
        self.parked = self._page(
            "Parados",
            parked_columns(moments),
            ("evento parado", "eventos parados"),
            ("Nada está parado", "Todas as colônias aceitaram todos os eventos até aqui."),
            lambda row: (row.colonia, row.fase, row.numero),
        )
        self.retry = self.parked.add_button("Tentar de novo")
        self.retry_all = self.parked.add_button("Tentar todos de novo")
        self.release = self.parked.add_button("Liberar…", "danger")
        self.retry.clicked.connect(self._on_retry)
        self.retry_all.clicked.connect(self._on_retry_all)
        self.release.clicked.connect(self._on_release)
        for button in (self.toggle, self.retry, self.retry_all, self.release):
            button.setVisible(self._can_act)
        self.parked.selection_changed.connect(self._on_parked_selected)
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
        note = ""
        if overview.total_parados > len(overview.parados):
            note = (
                f"Mostrados os primeiros {number(len(overview.parados))} de "
                f"{number(overview.total_parados)}. Resolvidos estes, os outros aparecem."
            )
        self.parked.show_rows(overview.parados, note)
        self.keys.show_rows(overview.chaves)
        self.jobs.show_rows(overview.trabalhos)
        self.backups.show_rows(overview.copias, root_key_note(overview.chave_raiz_em))
        self.models.show_rows(overview.modelos)
        for page, word, count in (
            (self.parked, "Parados", overview.total_parados),
            (self.keys, "Chaves à espera", len(overview.chaves)),
            (self.jobs, "Trabalhos", len(overview.trabalhos)),
        ):
            self.tabs.setTabText(
                self.tabs.indexOf(page), f"{word} ({number(count)})" if count else word
            )
        self.count_changed.emit(summary.ocorrencias)
        self.state.show_content()
        self._on_parked_selected()
        self._on_colony_selected()
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

    @property
    def _can_act(self) -> bool:
        """The office can be acted in, and this account may."""
        return self._service.can_act and self.context.session.pode(Ato.LIBERAR)

    @Slot()
    def _on_colony_selected(self) -> None:
        rows = self.colonies.selected()
        row = rows[0] if len(rows) == 1 else None
        self.toggle.setEnabled(self._can_act and isinstance(row, ColoniaRow))
        is_off = isinstance(row, ColoniaRow) and not row.is_active
        self.toggle.setText("Ativar colônia" if is_off else "Desativar colônia")

    @Slot()
    def _on_parked_selected(self) -> None:
        rows: list[ParadoRow] = self.parked.selected()
        can_act = self._can_act
        self.retry.setEnabled(can_act and bool(rows))
        self.retry_all.setEnabled(can_act and bool(self.parked.model.rows))
        can_release = can_act and len(rows) == 1 and rows[0].pode_liberar
        self.release.setEnabled(can_release)
        self.release.setToolTip(
            "" if can_release else "Só um evento descartado após as tentativas pode ser liberado"
        )

    def _act(
        self,
        button: QPushButton,
        function: Callable[[], object],
        done: Callable[[object], str],
        changed: frozenset[str] = _PARKED_CHANGED,
    ) -> None:
        """Run a write, its button asleep meanwhile, and say what came of it."""
        button.setEnabled(False)

        def on_done(value: object) -> None:
            button.setEnabled(True)
            self.context.notify(done(value))
            self.refresh()

        def on_error(error: BaseException) -> None:
            button.setEnabled(True)
            self.context.report(error)
            self.refresh()

        self.context.runner.write(self, function, on_done, on_error, changed=changed)

    @Slot()
    def _on_toggle(self) -> None:
        rows = self.colonies.selected()
        if len(rows) != 1:
            return
        row: ColoniaRow = rows[0]
        wanted = not row.is_active
        word = "ativada: vai passar por tudo o que perdeu" if wanted else "desativada: fica parada"
        self._act(
            self.toggle,
            partial(self._service.set_active, row.colonia, ativa=wanted),
            lambda _: f"Colônia {row.colonia} {row.nome} {word}.",
        )

    @Slot()
    def _on_retry(self) -> None:
        self._retry(self.retry, self.parked.selected())

    @Slot()
    def _on_retry_all(self) -> None:
        self._retry(self.retry_all, list(self.parked.model.rows))

    def _retry(self, button: QPushButton, rows: list[ParadoRow]) -> None:
        total = len(rows)

        def words(done: object) -> str:
            if done == total:
                return f"{counted(total, 'evento aceito', 'eventos aceitos')}."
            return f"{done} de {total} aceitos; os outros continuam parados, com o motivo na lista."

        if rows:
            self._act(button, partial(self._service.retry_all, tuple(rows)), words)

    @Slot()
    def _on_release(self) -> None:
        rows = self.parked.selected()
        if len(rows) != 1:
            return
        dialog = ReleaseDialog(rows[0], self.context.theme, self)
        dialog.confirmed.connect(self._on_release_confirmed)
        dialog.open()

    @Slot(object, str)
    def _on_release_confirmed(self, row: ParadoRow, reason: str) -> None:
        self._act(
            self.release,
            partial(self._service.release, row, reason),
            lambda _: f"Evento {number(row.numero)} liberado para a colônia {row.colonia}.",
        )

    @Slot(str)
    def _on_warning_action(self, action: str) -> None:
        if action == "confirmar_chave_raiz":
            self._act(
                self.copy_button,
                self._service.confirm_root_key,
                lambda _: "Anotado: a cópia da chave-raiz está em outro lugar.",
                frozenset({"avisos"}),
            )

    @Slot()
    def _on_copy(self) -> None:
        self.copy_button.setEnabled(False)
        self.progress.start(
            "Copiando e conferindo",
            lambda: self.context.runner.long(
                self,
                partial(self._copies.create, None),
                self._on_copied,
                self.progress.update_progress,
                self._on_copy_failed,
                changed=frozenset({"copias"}),
            ),
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
