"""Verify every draw of the log at once: progress, a way to stop, and what does not match."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.falhas import is_cancellation
from app.services.historia_sorteio import Conferidos, Divergente, HistoriaService
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted
from widgets.sorteio.columns import difference_columns
from widgets.sorteio.recipe_box import LIMIT
from widgets.sorteio.verdict import VerdictLabel


class BulkPane(QWidget):
    """See the module.

    Signals:
        opened(str): event hash of a draw that does not match.
    """

    opened = Signal(str)

    def __init__(self, service: HistoriaService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        theme = context.theme
        self.button = QPushButton("Conferir todos os sorteios", self)
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(self.verify)
        self.progress = ProgressStrip(context, self)
        self.verdict = VerdictLabel(theme, self)
        self.words = QLabel(
            "Lê o registro uma vez, do começo, e refaz cada sorteio, cada tentativa e cada fim de "
            "suspensão. Nenhuma tabela do programa é consultada.",
            self,
        )
        self.words.setWordWrap(True)
        self.list = ListPanel(
            "Sorteios que não conferem",
            "sorteio/divergentes",
            ("não confere", "não conferem"),
            ("Nada a mostrar", "O que não conferir aparece aqui, com o dado que difere."),
            SortedRowsModel(
                difference_columns(context.moments), theme, self, lambda row: row.carimbo
            ),
            context,
            self,
        )
        self.list.show_rows(())
        self.list.opened.connect(self._on_opened)
        limit = QLabel(LIMIT, self)
        limit.setWordWrap(True)
        limit.setProperty("kind", "secondary")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.progress, self.verdict, self.words):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(limit)

    @Slot()
    def verify(self) -> None:
        """Begin."""
        self.button.setEnabled(False)
        self.progress.run(
            "Conferindo eventos", self, self._service.conferir_todos, self._on_done, self._on_failed
        )

    def _on_done(self, found: Conferidos) -> None:
        self.progress.finish()
        self.button.setEnabled(True)
        if found.divergentes:
            self.verdict.say_words(
                f"✗ {counted(found.divergentes, 'não confere', 'não conferem')}", "danger"
            )
        else:
            self.verdict.say_words("✓ Tudo confere com o registro", "ok")
        words = [
            (
                f"Em {counted(found.eventos, 'evento', 'eventos')}: "
                f"{counted(found.sorteios, 'sorteio', 'sorteios')}, "
                f"{counted(found.tentativas, 'tentativa sem ninguém', 'tentativas sem ninguém')}, "
                f"{counted(found.suspensoes, 'fim de suspensão', 'fins de suspensão')}."
            )
        ]
        if found.em_espera:
            words.append(
                f"No fim do registro, {counted(found.em_espera, 'demanda espera', 'demandas esperam')}"
                " sorteio havendo quem sortear. Se continuar assim com o escritório aberto, o "
                "sorteio está sendo segurado."
            )
        if found.divergentes > len(found.linhas):
            words.append(f"São mostrados os primeiros {len(found.linhas)}.")
        self.words.setText(" ".join(words))
        self.list.show_rows(found.linhas)

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self.button.setEnabled(True)
        if is_cancellation(error):
            self._context.notify("Conferência cancelada. Nada foi alterado.")
        else:
            self._context.report(error)

    @Slot(object)
    def _on_opened(self, row: object) -> None:
        if isinstance(row, Divergente):
            self.opened.emit(row.carimbo)
