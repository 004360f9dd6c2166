"""Auditoria do sorteio: every draw of the log, one as a story, and ways to verify without us.

Source: ui.md, Auditoria do sorteio; issue "The desktop"; design.md 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, Slot
from PySide6.QtWidgets import QFileDialog, QTabWidget, QWidget
from typing_extensions import override

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.contas import LinhaDePapeis
from app.services.exportacao import Perfil
from app.services.falhas import is_cancellation
from app.services.historia_sorteio import Historia, HistoriaService
from app.services.impressos.impresso import Impresso
from app.services.impressos.prova_do_sorteio import prova_do_sorteio
from app.services.momentos import ms_de
from app.services.mudancas import SORTEIOS
from app.services.permissoes import Papel
from app.services.receita_sorteio import gravar
from app.services.registro_sorteios import (
    LinhaDaFila,
    LinhaDoRegistro,
    RegistroDeSorteiosService,
)
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.list_panel import PROFILES
from widgets.runtime.master_detail import MasterDetail
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.screen import Screen
from widgets.runtime.task_runner import Task
from widgets.runtime.words import counted
from widgets.sorteio.bulk_pane import BulkPane
from widgets.sorteio.bundle_pane import BundlePane
from widgets.sorteio.filters import FilterBar
from widgets.sorteio.lists import registry_panel, role_panel, waiting_panel
from widgets.sorteio.paste_pane import PastePane
from widgets.sorteio.story_pane import StoryPane

KEY: Final = "sorteio"
_CONCERNS: Final = SORTEIOS
_SEE_ROLES: Final = frozenset({Papel.AUDITOR, Papel.OPERADOR})
Roles = Callable[[], Sequence[LinhaDePapeis]]


class SorteioScreen(Screen):
    """See the module."""

    def __init__(
        self,
        registry: RegistroDeSorteiosService,
        stories: HistoriaService,
        roles: Roles,
        bundles: AuditoriaDePacotes,
        office: str,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(KEY, "Auditoria do sorteio", _CONCERNS, context, parent)
        self._registry = registry
        self._stories = stories
        self._roles = roles
        self._office = office
        self._task: Task | None = None
        self._wanted: str | None = None
        account = context.session.conta
        # Names of accounts are the auditor's and the operator's to see.
        self._sees_roles = account is not None and not _SEE_ROLES.isdisjoint(account.papeis)
        self.filters = FilterBar(context, self)
        self.progress = ProgressStrip(context, self)
        self.list, self.model = registry_panel(registry, context, self)
        self.story = StoryPane(context, self)
        self.split = MasterDetail(self._master(), self.story, context.theme, context.icons, self)
        self.split.share(2, 3)
        self.split.restore(context.view.blob(self.setting("divisor")))
        self.waiting = waiting_panel(context, self)
        self.bulk = BulkPane(stories, context, self)
        self.paste = PastePane(context, self)
        self.bundle = BundlePane(bundles, context, self)
        self.roles = role_panel(context, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName("Assuntos da auditoria")
        self.tabs.tabBar().setAccessibleName("Assuntos da auditoria")
        for page, word in (
            (self.split, "Sorteios"),
            (self.waiting, "Fila"),
            (self.bulk, "Conferir tudo"),
            (self.paste, "Colar e conferir"),
            (self.bundle, "Pacote"),
            (self.roles, "Papéis"),
        ):
            if page is not self.roles or self._sees_roles:
                self.tabs.addTab(page, word)
        self.column.addWidget(self.progress)
        # Lists shrink and cards scroll: a small window must not grow for a tab that is not shown.
        self.tabs.setMinimumHeight(context.theme.px(200))
        self.column.addWidget(self.tabs, 1)
        self._choosing = Debouncer(self, rest_ms=120)
        self._connect()

    @override
    def reload(self) -> None:
        runner = self.context.runner
        self.list.state.show_loading()
        runner.read(
            self,
            partial(self._positions, self.filters.chosen(), *self.filters.texts),
            self._on_positions,
            self._on_failed,
            key="posicoes",
        )
        runner.read(self, self._registry.fila, self._on_waiting, key="espera")
        if self._sees_roles:
            runner.read(self, self._roles, self.roles.show_rows, key="papeis")

    @override
    def open_target(self, target: str) -> None:
        """The draws of a demand, the newest one opened."""
        self.tabs.setCurrentIndex(0)
        self.filters.show_demand(target)
        self._wanted = ""
        self.refresh()

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.split.set_narrow(is_narrow=is_narrow)

    @override
    def save_view(self) -> None:
        for panel in (self.list, self.waiting, self.roles, self.bulk.list, self.story.left_out):
            panel.save_view()
        self.bundle.save_view()
        state = self.split.save()
        if not state.isEmpty():
            self.context.view.put(self.setting("divisor"), QByteArray(state))

    def _master(self) -> QWidget:
        column = self.list.layout()
        if column is not None and hasattr(column, "insertWidget"):
            column.insertWidget(0, self.filters)
        return self.list

    def _connect(self) -> None:
        self.filters.changed.connect(self.refresh)
        self.list.current_changed.connect(self._on_current)
        self.list.opened.connect(self._on_opened)
        self.list.state.retry_requested.connect(self.refresh)
        self.model.page_loaded.connect(self._on_page_loaded)
        self._choosing.settled.connect(self._load)
        self.story.state.retry_requested.connect(self._load)
        self.story.save_requested.connect(self._ask_folder)
        self.story.pdf_requested.connect(self._ask_pdf)
        self.story.print_requested.connect(self._on_print)
        self.story.demand_requested.connect(self._on_demand)
        self.waiting.opened.connect(self._on_waiting_opened)
        self.bulk.opened.connect(self._on_divergent)
        for word, perfil in PROFILES:
            self.menu.addAction(f"Rankings: {word[0].lower()}{word[1:]}").triggered.connect(
                lambda _checked=False, chosen=perfil: self._ask_rankings(chosen)
            )

    # -- the list --------------------------------------------------------------------------

    def _positions(self, chosen: object, *texts: str) -> Sequence[int]:
        """In a worker."""
        wanted = self._registry.entender(chosen, *texts)  # type: ignore[arg-type] # of the bar
        return self._registry.posicoes(wanted)

    def _on_positions(self, ids: Sequence[int]) -> None:
        self.model.set_ids(ids)
        self.list.set_empty(
            *(
                ("Nada com estes filtros", "Apague um filtro para ver mais.")
                if self.filters.is_restricting
                else ("Nenhum sorteio ainda", "O primeiro aparece quando uma demanda chega à vez.")
            )
        )
        self.list.show_count(len(ids))
        self.subtitle.setText(
            "Cada sorteio, tentativa e recusa do registro, para refazer aqui ou fora daqui"
        )
        if len(ids) and not self.list.table.currentIndex().isValid():
            self.list.table.selectRow(0)
        elif not len(ids):
            self.story.show_nothing()
        self.loaded.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.model.set_ids(())
        self.list.show_count(0)
        self.list.state.show_error(self.context.describe(error).frase)

    def _on_waiting(self, rows: Sequence[LinhaDaFila]) -> None:
        self.waiting.show_rows(rows)
        self.tabs.setTabText(1, f"Fila ({len(rows)})" if rows else "Fila")

    @Slot(object)
    def _on_current(self, row: object) -> None:
        if row is not None or self.list.table.currentIndex().isValid():
            self._choosing.touch()

    @Slot(int, int)
    def _on_page_loaded(self, first: int, last: int) -> None:
        at = self.list.table.currentIndex().row()
        if first <= at <= last and self.story.story is None:
            self._choosing.touch()

    @Slot(object)
    def _on_opened(self, _row: object) -> None:
        self._choosing.flush()
        self.split.show_detail()

    # -- one draw --------------------------------------------------------------------------

    @Slot()
    def _load(self) -> None:
        row = self.list.current
        if not isinstance(row, LinhaDoRegistro):
            return
        if row.is_sorteio:
            self.load_story(row.carimbo)
            return
        self.context.runner.read(
            self, partial(self._registry.sorteio_de, row), self._on_draw_found, key="sorteio"
        )

    def _on_draw_found(self, carimbo: str | None) -> None:
        """A refusal and an end show the draw that they came after."""
        if carimbo is not None:
            self.load_story(carimbo)
            return
        self._wanted = None
        self.story.show_nothing(
            "Não é um sorteio", "Nesta linha ninguém foi sorteado: não há passos para refazer."
        )

    def load_story(self, carimbo: str) -> None:
        """Rebuild the moment of a draw from the log, in a worker."""
        story = self.story.story
        if story is not None and story.carimbo == carimbo:
            return
        if self._task is not None:
            self._task.cancel()
        self._wanted = carimbo
        self.story.state.show_loading()
        self.story.progress.start("Refazendo do registro", lambda: self._launch(carimbo))

    def _launch(self, carimbo: str) -> Task:
        self._task = self.context.runner.long(
            self,
            partial(self._stories.contar, carimbo),
            self._on_story,
            self.story.progress.update_progress,
            partial(self._on_story_failed, carimbo),
        )
        return self._task

    def _on_story(self, story: Historia) -> None:
        if story.carimbo == self._wanted:
            self.story.progress.finish()
            self.story.show_story(story)

    def _on_story_failed(self, carimbo: str, error: BaseException) -> None:
        if carimbo != self._wanted:
            return
        self.story.progress.finish()
        if is_cancellation(error):
            self.story.show_nothing("Parado", "Escolha o sorteio outra vez para refazê-lo.")
        else:
            self.story.state.show_error(self.context.describe(error).frase)

    @Slot(str)
    def _on_divergent(self, carimbo: str) -> None:
        self.tabs.setCurrentIndex(0)
        self.load_story(carimbo)
        self.split.show_detail()

    # -- files and paper -------------------------------------------------------------------

    def save_recipe(self, folder: Path) -> None:
        """The recipe and its files into a folder of their own."""
        story = self.story.story
        if story is None or story.entradas is None:
            return
        target = folder / f"sorteio-{story.protocolo or story.carimbo[:8]}"
        self.context.runner.read(
            self,
            partial(gravar, story.entradas, target),
            lambda paths: self.context.notify(
                f"{counted(len(paths), 'arquivo guardado', 'arquivos guardados')} em {target}."
            ),
            self.context.report,
        )

    def proof(self) -> Impresso | None:
        """The one-page proof of the draw that is shown."""
        story = self.story.story
        if story is None or story.entradas is None:
            return None
        moment = self.context.moments.exato(ms_de(story.timestamp))
        return prova_do_sorteio(story, story.entradas, local=moment, onde=self._office)

    def save_proof(self, path: Path) -> None:
        """The proof as a PDF."""
        proof = self.proof()
        if proof is None:
            return
        try:
            self.context.paper.save_pdf(proof, path)
        except Exception as error:  # noqa: BLE001 # told like any other fault
            self.context.report(error)
        else:
            self.context.notify(f"Prova gravada em {path.name}.")

    def export_rankings(self, path: Path, perfil: Perfil) -> None:
        """Every unit's ranking with its factors."""
        self.progress.run(
            "Gravando rankings",
            self,
            partial(self._registry.exportar_rankings, path, perfil),
            partial(self._on_exported, path),
            self._on_export_failed,
        )

    def _on_exported(self, path: Path, count: int) -> None:
        self.progress.finish()
        self.context.notify(f"{counted(count, 'linha gravada', 'linhas gravadas')} em {path.name}.")

    def _on_export_failed(self, error: BaseException) -> None:
        self.progress.finish()
        if is_cancellation(error):
            self.context.notify("Gravação cancelada. Nenhum arquivo foi deixado.")
        else:
            self.context.report(error)

    @Slot()
    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, "Em que pasta guardar o roteiro e os arquivos")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._ask(dialog, lambda chosen: self.save_recipe(Path(chosen)))

    @Slot()
    def _ask_pdf(self) -> None:
        proof = self.proof()
        if proof is not None:
            dialog = QFileDialog(self, "Gravar prova", "", "PDF (*.pdf)")
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("pdf")
            dialog.selectFile(f"{proof.titulo}.pdf")
            self._ask(dialog, lambda chosen: self.save_proof(Path(chosen)))

    def _ask_rankings(self, perfil: Perfil) -> None:
        dialog = QFileDialog(self, "Gravar rankings", "", "CSV (*.csv)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(f"rankings-{self.context.moments.hoje():%Y-%m-%d}.csv")
        self._ask(dialog, lambda chosen: self.export_rankings(Path(chosen), perfil))

    def _ask(self, dialog: QFileDialog, then: Callable[[str], object]) -> None:
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(then)
        dialog.open()

    @Slot()
    def _on_print(self) -> None:
        proof = self.proof()
        if proof is not None:
            self.context.paper.print(proof, self)

    @Slot(str)
    def _on_demand(self, demand: str) -> None:
        self.context.go("demandas", demand)

    @Slot(object)
    def _on_waiting_opened(self, row: object) -> None:
        if isinstance(row, LinhaDaFila):
            self.context.go("demandas", row.demanda_id)
