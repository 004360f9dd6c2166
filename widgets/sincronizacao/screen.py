"""Sincronização: who exchanges with this office, what each lacks, and taking a bundle there.

Source: issue "Signed bundles", Sincronização; sync.md 2.7, 2.8; ui.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QTabWidget, QWidget
from typing_extensions import override

from app.services.entrada_rede import EntradaService
from app.services.impressos.cartao_impressoes import cartao_de_impressoes
from app.services.impressos.impresso import Impresso
from app.services.permissoes import Ato
from app.services.recebimento import Chegadas, RecebimentoService
from app.services.sincronizacao import PacoteExportado, SincronizacaoService, Situacao
from app.services.versao_rede import VersaoService
from widgets.runtime.context import UiContext
from widgets.runtime.file_drop import FileDrop
from widgets.runtime.file_questions import ask_file
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.screen import Screen
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.unit_picker import Found
from widgets.runtime.words import counted, number
from widgets.sincronizacao.arrivals import Arrivals, QuarantinePane
from widgets.sincronizacao.columns import exported_columns, peer_columns
from widgets.sincronizacao.entry_acts import EntryActs
from widgets.sincronizacao.export_dialog import ExportDialog
from widgets.sincronizacao.import_dialog import ImportDialog
from widgets.sincronizacao.request_dialog import RequestDialog

KEY: Final = "sincronizacao"
REQUESTS: Final = ".pedido"
_BUNDLES: Final = (
    "Pacotes, pedidos, convites e versões (*.zip *.pedido *.entrada *.convite *.versao);;Todos (*)"
)
_CONCERNS: Final = frozenset({"recibo.importacao", "rede"})
_NEXT: Final = {
    "criar_rede": (
        "Este escritório ainda não troca pacotes. Quem guarda a chave-raiz põe as chaves de troca "
        "na rede, uma vez: menu ⋯, Preparar a troca de pacotes."
    ),
    "sozinho": (
        "A rede só tem este escritório. Já se pode exportar para um auditor; para trocar com outro "
        "escritório, um dos dois pede para entrar e o outro o convida: menu ⋯. O manual (F1) mostra "
        "como."
    ),
}
"""What a stand-alone network does next."""


def _suspended(critical: int) -> str:
    """What holds decisions back, and what ends it."""
    return (
        f"Sorteios e outras decisões estão suspensos: {counted(critical, 'evento', 'eventos')} de "
        "que decisões dependem, e que este programa ainda não conhece. Registrar, moderar e trocar "
        "pacotes continua. Atualize o programa: o que espera é decidido sozinho, na ordem."
    )


class SincronizacaoScreen(Screen):
    """See the module."""

    def __init__(
        self,
        service: SincronizacaoService,
        arrivals: RecebimentoService,
        entry: EntradaService,
        versions: VersaoService,
        search: Callable[[str], Found],
        office: str,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(KEY, "Sincronização", _CONCERNS, context, parent)
        self.service = service
        self.importing = arrivals
        self._office = office
        self.found: Situacao | None = None
        self._offer()
        self.entry = EntryActs(entry, versions, search, self)
        self.entry.changed.connect(self.refresh)
        self.entry.leaving.connect(self._on_leaving)
        self.next = QLabel(self)
        self.next.setWordWrap(True)
        self.next.setProperty("kind", "warning")
        self.next.hide()
        self.peers = self._peers()
        self.exported = self._exported()
        self.arrivals = Arrivals(KEY, context, self)
        self.quarantine = QuarantinePane(KEY, arrivals, context, self)
        self.quarantine.changed.connect(self.refresh)
        self.tabs = self._tabs()
        if context.session.pode(Ato.TROCAR):
            FileDrop(self).dropped.connect(self._on_dropped)
        self.column.addWidget(self.next)
        self.column.addWidget(self.tabs, 1)
        for panel in (self.peers, self.exported):
            panel.state.retry_requested.connect(self.refresh)

    def _offer(self) -> None:
        """What can be done here, by whoever may."""
        may = self.context.session.pode
        self.export_button = self.add_primary("Exportar pacote…")
        self.export_button.setVisible(may(Ato.EXPORTAR))
        self.export_button.setEnabled(False)
        self.export_button.clicked.connect(self._on_export)
        self.import_button = QPushButton("Importar pacote…", self)
        self.import_button.setVisible(may(Ato.TROCAR))
        self.import_button.clicked.connect(self._ask_bundle)
        self.request_act = self.menu.addAction("Gravar pedido do que nos falta…")
        self.request_act.setVisible(may(Ato.EXPORTAR))
        self.request_act.triggered.connect(self.ask_request)
        self.card_pdf = self.menu.addAction("Cartão de impressões em PDF…")
        self.card_pdf.triggered.connect(self._ask_card)
        self.card_print = self.menu.addAction("Imprimir cartão de impressões…")
        self.card_print.triggered.connect(self._on_print_card)

    def _tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        tabs.tabBar().setDrawBase(False)
        for named in (tabs, tabs.tabBar()):
            named.setAccessibleName("Assuntos da sincronização")
        tabs.setCornerWidget(self.import_button)
        tabs.setMinimumHeight(self.context.theme.px(200))
        for pane, words in (
            (self.peers, "Escritórios"),
            (self.exported, "Exportados"),
            (self.arrivals.received, "Importados"),
            (self.arrivals.waiting, "À espera"),
            (self.quarantine, "Quarentena"),
        ):
            tabs.addTab(pane, words)
        return tabs

    def _exported(self) -> ListPanel:
        context = self.context
        return ListPanel(
            "Pacotes exportados",
            f"{KEY}/exportados",
            ("pacote", "pacotes"),
            (
                "Nenhum pacote saiu deste computador",
                "O que for exportado aparece aqui, com a soma do arquivo.",
            ),
            SortedRowsModel(
                exported_columns(context.moments),
                context.theme,
                self,
                lambda row: (row.sha256, row.quando_ms),
            ),
            context,
            self,
        )

    @override
    def reload(self) -> None:
        runner = self.context.runner
        self.peers.state.show_loading()
        runner.read(self, self.service.situacao, self.show_found, self._on_failed, key="rede")
        runner.read(
            self, self.service.historico, self._on_history, self._on_no_history, key="historico"
        )
        runner.read(
            self, self.importing.chegadas, self.show_arrivals, self.context.report, key="chegadas"
        )

    @override
    def save_view(self) -> None:
        self.arrivals.save_view()
        self.quarantine.list.save_view()
        self.peers.save_view()
        self.exported.save_view()

    def _peers(self) -> ListPanel:
        context = self.context
        return ListPanel(
            "Escritórios da rede",
            f"{KEY}/escritorios",
            ("escritório", "escritórios"),
            ("Nenhum escritório", "O documento da rede não pôde ser lido."),
            SortedRowsModel(
                peer_columns(context.moments, self._ours),
                context.theme,
                self,
                lambda row: row.no,
            ),
            context,
            self,
        )

    def _ours(self) -> int:
        """Events of our own feeds."""
        return 0 if self.found is None else self.found.eventos

    def show_found(self, found: Situacao) -> None:
        """The network as it was read."""
        self.found = found
        self.peers.show_rows(found.vizinhos)
        self.export_button.setEnabled(found.este.troca)
        self.export_button.setToolTip("" if found.este.troca else _NEXT["criar_rede"])
        self.request_act.setEnabled(found.este.troca)
        self.entry.show_found(found)
        said = _suspended(found.criticos) if found.criticos else _NEXT.get(found.passo, "")
        self.next.setText(said)
        self.next.setVisible(bool(said))
        owed = found.eventos - found.assinados
        words = (
            f"Rede {found.rede[:8]}, versão {found.versao} · "
            f"{counted(found.eventos, 'evento nosso', 'eventos nossos')}"
        )
        if owed:
            words += f", {number(owed)} a assinar no próximo pacote"
        self.subtitle.setText(words)
        behind = sum(
            one.falta(found.eventos) > 0 for one in found.vizinhos if not one.is_este and one.troca
        )
        self.count_changed.emit(behind)
        self.loaded.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.export_button.setEnabled(False)
        self.peers.state.show_error(self.context.describe(error).frase)

    def _on_history(self, rows: Sequence[PacoteExportado]) -> None:
        self.exported.show_rows(rows)
        self.tabs.setTabText(1, f"Exportados ({len(rows)})" if rows else "Exportados")

    def _on_no_history(self, error: BaseException) -> None:
        self.exported.state.show_error(self.context.describe(error).frase)

    def show_arrivals(self, found: Chegadas) -> None:
        """What came, what was refused, what waits."""
        self.arrivals.show_rows(found)
        self.quarantine.show_rows(found.quarentena)
        for at, word, count in (
            (2, "Importados", len(found.recebidos)),
            (3, "À espera", len(found.esperas)),
            (4, "Quarentena", len(found.quarentena)),
        ):
            self.tabs.setTabText(at, f"{word} ({count})" if count else word)

    @Slot()
    def _on_leaving(self) -> None:
        """Whoever closes the office joins, and opens it anew; the dialog goes first."""
        QTimer.singleShot(0, self.window(), self.window().close)

    # -- taking in -------------------------------------------------------------------------

    @Slot(object)
    def import_file(self, path: Path) -> ImportDialog:
        """Rehearse it, and let the person decide."""
        dialog = ImportDialog(self.importing, path, self.context, self)
        dialog.imported.connect(self.refresh)
        dialog.open()
        dialog.rehearse()
        return dialog

    @Slot(object)
    def _on_dropped(self, path: Path) -> None:
        """A request, an invitation, or else a bundle: each file of an exchange has its door."""
        can_export = not self.export_button.isHidden() and self.export_button.isEnabled()
        if path.suffix.lower() == REQUESTS and can_export:
            self.ask_export(path)
        elif not self.entry.takes(path):
            self.import_file(path)

    @Slot()
    def _ask_bundle(self) -> None:
        ask_file(self, "Importar pacote", _BUNDLES, self._on_dropped)

    # -- taking out ------------------------------------------------------------------------

    @Slot()
    def _on_export(self) -> None:
        self.ask_export()

    def ask_export(self, request: Path | None = None) -> None:
        """The wizard, for whoever wrote a request; nothing before the network was read."""
        if self.found is not None:
            dialog = ExportDialog(self.service, self.found, self.context, self)
            dialog.exported.connect(self._on_exported)
            if request is not None:
                dialog.set_request(request)
            dialog.open()

    @Slot()
    def ask_request(self) -> None:
        """What this office has, for somebody who will export to it."""
        if self.found is not None:
            RequestDialog(self.service, self.found, self.context, self).open()

    @Slot(object)
    def _on_exported(self, _done: PacoteExportado) -> None:
        self.refresh()

    # -- the card --------------------------------------------------------------------------

    def card(self) -> Impresso | None:
        """Fingerprints to be compared by two people."""
        return None if self.found is None else cartao_de_impressoes(self.found, self._office)

    def save_card(self, path: Path) -> None:
        """The card as a PDF."""
        card = self.card()
        if card is None:
            return
        try:
            self.context.paper.save_pdf(card, path)
        except Exception as error:  # noqa: BLE001 # told like any other fault
            self.context.report(error)
        else:
            self.context.notify(f"Cartão gravado em {path.name}.")

    @Slot()
    def _ask_card(self) -> None:
        card = self.card()
        if card is None:
            return
        dialog = QFileDialog(self, "Gravar cartão de impressões", "", "PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.selectFile(f"{card.titulo}.pdf")
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(lambda chosen: self.save_card(Path(chosen)))
        dialog.open()

    @Slot()
    def _on_print_card(self) -> None:
        card = self.card()
        if card is not None:
            self.context.paper.print(card, self)
