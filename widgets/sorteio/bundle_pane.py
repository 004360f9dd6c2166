"""Auditoria mode: a bundle opened to be looked at. Nothing is imported, and no office is asked.

Used as a tab of the auditor's screen and as a window of its own, where there is no office.
Source: issue "Signed bundles", Auditoria mode; sync.md 5.6.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.falhas import is_cancellation
from app.services.impressos.relatorio_pacote import relatorio_do_pacote
from app.services.pacote_auditado import PacoteAuditado, SorteioDoPacote
from app.services.pacote_cifrado import Chave
from app.services.relatorio_auditoria import gravar, nome_do_arquivo
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.file_drop import FileDrop
from widgets.runtime.file_questions import ask_file
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.state_stack import StateStack
from widgets.runtime.words import counted
from widgets.sorteio.bundle_columns import (
    draw_columns,
    feed_columns,
    finding_columns,
    ranking_columns,
    score_columns,
)
from widgets.sorteio.bundle_facts import BundleFacts
from widgets.sorteio.key_dialog import KeyDialog
from widgets.sorteio.verdict import VerdictLabel

FILTER: Final = "Pacotes (*.zip *.age);;Todos os arquivos (*)"
_EMPTY: Final = (
    "Nenhum pacote aberto",
    (
        "Abra um pacote assinado, ou solte o arquivo aqui. Ele é conferido e lido inteiro, sem ser "
        "importado; o pen drive pode ser retirado assim que terminar."
    ),
)


class BundlePane(QWidget):
    """See the module."""

    def __init__(self, service: AuditoriaDePacotes, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self.found: PacoteAuditado | None = None
        self._path: Path | None = None
        theme = context.theme
        acts = self._acts()
        self.progress = ProgressStrip(context, self)
        self.verdict = VerdictLabel(theme, self)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.facts = BundleFacts(context, self)
        self._build_lists()
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        for named in (self.tabs, self.tabs.tabBar()):
            named.setAccessibleName("O que há no pacote")
        for page, word in self._pages():
            self.tabs.addTab(page, word)
        content = QWidget(self)
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(theme.px(8))
        inner.addWidget(self.verdict)
        inner.addWidget(self.words)
        inner.addWidget(self.tabs, 1)
        self.state = StateStack(content, theme, self)
        self.state.show_empty(*_EMPTY)
        self.state.retry_requested.connect(self._ask_file)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addLayout(acts)
        column.addWidget(self.progress)
        column.addWidget(self.state, 1)
        FileDrop(self).dropped.connect(self.open_file)
        self.draws.current_changed.connect(self._enable)
        self.tabs.currentChanged.connect(self._enable)
        self._enable()

    def _acts(self) -> QHBoxLayout:
        """The buttons above."""
        self.open_button = QPushButton("Abrir pacote…", self)
        self.open_button.setProperty("kind", "primary")
        self.open_button.clicked.connect(self._ask_file)
        self.save_button = QPushButton("Gravar…", self)
        self.save_button.setToolTip("Relatório em PDF ou JSON; prova do sorteio escolhido")
        menu = QMenu(self.save_button)
        self.pdf_act = menu.addAction("Relatório em PDF…")
        self.pdf_act.triggered.connect(self._ask_pdf)
        self.json_act = menu.addAction("Relatório em JSON…")
        self.json_act.triggered.connect(self._ask_json)
        # Shows a single draw to somebody who has no bundle.
        self.proof_act = menu.addAction("Prova do sorteio escolhido…")
        self.proof_act.triggered.connect(self._ask_proof)
        self.save_button.setMenu(menu)
        self.key_button = QPushButton("Abrir com uma chave…", self)
        self.key_button.setToolTip("Abre e confere o arquivo cifrado; nada fica aberto depois")
        self.key_button.clicked.connect(self.ask_key)
        acts = QHBoxLayout()
        acts.setSpacing(self._context.theme.px(8))
        acts.addWidget(self.open_button)
        acts.addWidget(self.key_button)
        acts.addWidget(self.save_button)
        acts.addStretch(1)
        return acts

    def _build_lists(self) -> None:
        moments = self._context.moments
        self.feeds = self._list(
            "Fluxos", "fluxos", ("fluxo", "fluxos"), feed_columns(moments),
            lambda one: (one.no, one.epoca), "O pacote foi recusado antes de se ler um fluxo.",
        )  # fmt: skip
        self.draws = self._list(
            "Sorteios refeitos", "sorteios", ("sorteio ou tentativa", "sorteios e tentativas"),
            draw_columns(moments), lambda one: one.carimbo, "O pacote não traz sorteios refeitos.",
        )  # fmt: skip
        self.rankings = self._list(
            "Rankings refeitos", "rankings", ("unidade", "unidades"), ranking_columns(),
            lambda one: one.unidade_id, "O pacote não traz rankings refeitos.",
        )  # fmt: skip
        self.scores = self._list(
            "Pontuações que não conferem", "pontuacoes", ("não confere", "não conferem"),
            score_columns(moments), lambda one: one.carimbo,
            "Toda pontuação e todo topo que foi refeito confere.",
        )  # fmt: skip
        self.findings = self._list(
            "Achados", "achados", ("achado", "achados"), finding_columns(), id,
            "Nada foi descartado e nada ficou sem efeito.",
        )  # fmt: skip

    def _pages(self) -> tuple[tuple[QWidget, str], ...]:
        return (
            (self.facts, "Pacote"),
            (self.feeds, "Fluxos"),
            (self.draws, "Sorteios"),
            (self.rankings, "Rankings"),
            (self.scores, "Pontuações"),
            (self.findings, "Achados"),
        )

    def _list(
        self,
        name: str,
        setting: str,
        words: tuple[str, str],
        columns: tuple[Column, ...],
        row_id: Callable[[Any], object],
        empty: str,
    ) -> ListPanel:
        theme = self._context.theme
        model = SortedRowsModel(columns, theme, self, row_id)
        return ListPanel(
            name, f"sorteio/pacote_{setting}", words, ("Nada a mostrar", empty), model,
            self._context, self,
        )  # fmt: skip

    def save_view(self) -> None:
        """Remember the columns."""
        for panel in (self.feeds, self.draws, self.rankings, self.scores, self.findings):
            panel.save_view()

    # -- opening ---------------------------------------------------------------------------

    @Slot(object)
    def open_file(self, path: Path, key: Chave | None = None) -> None:
        """Verify and recompute in a worker; what was shown stays until the new one is there."""
        if self.progress.is_busy:
            return
        self._work(
            "Abrindo o pacote: por cento",
            partial(self._service.abrir, path, chave=key),
            partial(self._on_opened, path),
            self._on_failed,
        )

    @Slot()
    def ask_key(self) -> None:
        """Which key opens what is encrypted."""
        if self._path is not None:
            dialog = KeyDialog(self._context, self, has_office=self._service.tem_chave_propria)
            dialog.chosen.connect(partial(self.open_file, self._path))
            dialog.open()

    def _work(
        self,
        verb: str,
        function: Callable[..., Any],
        done: Callable[[Any], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        self.progress.run(verb, self, function, done, failed)
        self._enable()

    def _on_opened(self, path: Path, found: PacoteAuditado) -> None:
        self._path = path
        self.show_found(found)

    def show_found(self, found: PacoteAuditado) -> None:
        """Show what was found."""
        self.progress.finish()
        self.found = found
        self._say(found)
        self.facts.show_found(found)
        self.feeds.show_rows(found.fluxos)
        again = found.refeito
        self.draws.show_rows(() if again is None else again.lista)
        self.rankings.show_rows(() if again is None else again.unidades)
        self.scores.show_rows(() if again is None else again.diferencas)
        self.findings.show_rows(found.achados)
        wrong = (
            0,
            sum(not one.is_aceito for one in found.fluxos),
            0 if again is None else again.sorteios_divergentes,
            0 if again is None else sum(one.divergentes > 0 for one in again.unidades),
            0 if again is None else again.ranking_divergentes,
            len(found.achados),
        )
        for at, ((_page, word), count) in enumerate(zip(self._pages(), wrong, strict=True)):
            mark = "" if not count else f" ({count})" if word == "Achados" else f" (✗ {count})"
            self.tabs.setTabText(at, word + mark)
        self.state.show_content()
        self._enable()

    def _say(self, found: PacoteAuditado) -> None:
        again = found.refeito
        differ = 0 if again is None else again.sorteios_divergentes + again.ranking_divergentes
        if found.cifrado in {"fechado", "nao_abriu"}:
            self.verdict.say_words(f"– {found.palavra}", "secondary")
        elif found.veredito != "aceito":
            self.verdict.say_words(f"✗ {found.palavra}", "danger")
        elif differ:
            self.verdict.say_words(
                "✗ O pacote confere; "
                f"{counted(differ, 'resultado refeito não confere', 'resultados refeitos não conferem')}",
                "danger",
            )
        elif again is None:
            self.verdict.say_words("✓ O pacote confere; nada foi refeito", "ok")
        else:
            self.verdict.say_words("✓ O pacote confere, e tudo o que foi refeito também", "ok")
        told = []
        if found.is_demonstracao:
            told.append("É de um escritório de demonstração: os dados são inventados.")
        if found.sobre_restrito:
            told.append(found.sobre_restrito)
        if found.motivo and found.cifrado not in {"fechado", "nao_abriu"}:
            told.append(found.motivo + (f" ({found.onde})" if found.onde else ""))
        if found.aviso:
            told.append(found.aviso)
        self.words.setText(" ".join(told))
        self.words.setVisible(bool(told))

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self._enable()
        if is_cancellation(error):
            self._context.notify("Abertura cancelada. Nada foi alterado.")
        elif self.found is None:
            self.state.show_error(self._context.describe(error).frase)
        else:
            self._context.report(error)

    @Slot()
    def _enable(self, *_changed: object) -> None:
        is_free = not self.progress.is_busy
        self.open_button.setEnabled(is_free)
        self.save_button.setEnabled(is_free and self.found is not None)
        is_draw = self.tabs.currentWidget() is self.draws and self.draws.current is not None
        is_clear = self.found is not None and not self.found.cifrado
        self.proof_act.setEnabled(is_free and is_draw and is_clear and self._path is not None)
        self.key_button.setVisible(self.found is not None and bool(self.found.cifrado))
        self.key_button.setEnabled(is_free and self._path is not None)

    # -- files -----------------------------------------------------------------------------

    def save_pdf(self, path: Path) -> None:
        """The report as a PDF."""
        if self.found is None:
            return
        try:
            self._context.paper.save_pdf(
                relatorio_do_pacote(self.found, self._context.moments), path
            )
        except Exception as error:  # noqa: BLE001 # told like any other fault
            self._context.report(error)
        else:
            self._context.notify(f"Relatório gravado em {path.name}.")

    def save_json(self, path: Path) -> None:
        """The report as JSON."""
        if self.found is None:
            return
        self._context.runner.read(
            self,
            partial(gravar, self.found, path),
            lambda _none: self._context.notify(f"Relatório gravado em {path.name}."),
            self._context.report,
        )

    def save_proof(self, draw: SorteioDoPacote, path: Path) -> None:
        """The proof of one draw, for somebody who has no bundle."""
        if self.found is None or self._path is None or self.progress.is_busy:
            return
        bundle, sha256 = self._path, self.found.sha256
        self._work(
            "Gravando a prova: por cento",
            partial(self._service.gravar_prova, bundle, sha256, draw.carimbo, path),
            partial(self._on_proof, path),
            self._on_proof_failed,
        )

    def _on_proof(self, path: Path, _none: object) -> None:
        self.progress.finish()
        self._enable()
        self._context.notify(
            f"Prova gravada em {path.name}. Confere-se com verificar.py --prova, sem o pacote."
        )

    def _on_proof_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self._enable()
        if is_cancellation(error):
            self._context.notify("Gravação cancelada. Nenhum arquivo foi deixado.")
        else:
            self._context.report(error)

    @Slot()
    def _ask_file(self) -> None:
        ask_file(self, "Abrir pacote", FILTER, self.open_file)

    @Slot()
    def _ask_pdf(self) -> None:
        self._ask_save("Gravar relatório em PDF", "PDF (*.pdf)", "pdf", self.save_pdf)

    @Slot()
    def _ask_json(self) -> None:
        self._ask_save("Gravar relatório em JSON", "JSON (*.json)", "json", self.save_json)

    @Slot()
    def _ask_proof(self) -> None:
        draw = self.draws.current
        if isinstance(draw, SorteioDoPacote):
            dialog = QFileDialog(self, "Gravar prova do sorteio", "", "Prova (*.tlog-proof)")
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("tlog-proof")
            dialog.selectFile(f"sorteio-{draw.carimbo[:8]}.tlog-proof")
            self._ask(dialog, partial(self.save_proof, draw))

    def _ask_save(self, title: str, kind: str, end: str, then: Callable[[Path], object]) -> None:
        if self.found is None:
            return
        dialog = QFileDialog(self, title, "", kind)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(end)
        dialog.selectFile(nome_do_arquivo(self.found, end))
        self._ask(dialog, then)

    def _ask(self, dialog: QFileDialog, then: Callable[[Path], object]) -> None:
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(lambda chosen: then(Path(chosen)))
        dialog.open()
