"""What came from other offices: bundles imported, files refused with the reason, feeds that wait."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.services.falhas import is_cancellation
from app.services.recebimento import Chegadas, NaQuarentena, Recebido, RecebimentoService
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.sincronizacao.arrivals_columns import (
    quarantine_columns,
    received_columns,
    waiting_columns,
)
from widgets.sincronizacao.import_words import lines_of, title_of


class Arrivals:
    """Three lists of one screen; the screen puts them into its tabs."""

    def __init__(self, key: str, context: UiContext, parent: QWidget) -> None:
        moments, theme = context.moments, context.theme
        self.received = ListPanel(
            "Pacotes importados",
            f"{key}/importados",
            ("pacote", "pacotes"),
            ("Nenhum pacote foi importado", "Solte um pacote aqui, ou use Importar pacote…"),
            SortedRowsModel(received_columns(moments), theme, parent, lambda row: row.sha256),
            context,
            parent,
        )
        self.waiting = ListPanel(
            "Fluxos à espera",
            f"{key}/esperas",
            ("fluxo espera", "fluxos esperam"),
            ("Nada espera", "Tudo o que foi importado tinha o que precisava."),
            SortedRowsModel(
                waiting_columns(moments),
                theme,
                parent,
                lambda row: (row.sha256, row.no, row.epoca),
            ),
            context,
            parent,
        )

    def show_rows(self, found: Chegadas) -> None:
        """What came so far."""
        self.received.show_rows(found.recebidos)
        self.waiting.show_rows(found.esperas)

    def save_view(self) -> None:
        """Remember the columns."""
        self.received.save_view()
        self.waiting.save_view()


class QuarantinePane(QWidget):
    """Refused files, and what may be done with one.

    Signals:
        changed: one left.
    """

    changed = Signal()

    def __init__(
        self, key: str, service: RecebimentoService, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        theme = context.theme
        self.list = ListPanel(
            "Quarentena",
            f"{key}/quarentena",
            ("arquivo", "arquivos"),
            ("A quarentena está vazia", "Um arquivo recusado fica aqui, com o motivo."),
            SortedRowsModel(
                quarantine_columns(context.moments), theme, self, lambda row: row.sha256
            ),
            context,
            self,
        )
        self.again = QPushButton("Conferir outra vez", self)
        self.again.clicked.connect(self._on_again)
        self.drop = QPushButton("Apagar…", self)
        self.drop.setProperty("kind", "danger")
        self.drop.clicked.connect(self.ask_drop)
        self.progress = ProgressStrip(context, self)
        buttons = QHBoxLayout()
        buttons.addWidget(self.again)
        buttons.addStretch(1)
        buttons.addWidget(self.drop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.progress)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        self.list.current_changed.connect(self._enable)
        self._enable()

    def show_rows(self, rows: tuple[NaQuarentena, ...]) -> None:
        """Everything that was refused."""
        self.list.show_rows(rows)
        self._enable()

    @Slot()
    def ask_drop(self) -> None:
        """Ask before the bytes go."""
        row = self.list.current
        if not isinstance(row, NaQuarentena):
            return
        dialog = ConsequenceDialog(
            Consequence(
                title="Apagar da quarentena",
                text=f"{row.nome}: {row.frase} Quem o entregou ainda pode ter outro.",
                act="Apagar para sempre",
                keep="Deixar na quarentena",
            ),
            self._context.theme,
            self,
        )
        dialog.confirmed.connect(partial(self._drop, row.sha256))
        dialog.open()

    def _drop(self, sha256: str, *_said: str) -> None:
        self._context.runner.write(
            self,
            partial(self._service.descartar, sha256),
            lambda _none: self.changed.emit(),
            self._context.report,
        )

    @Slot()
    def _on_again(self) -> None:
        row = self.list.current
        if not isinstance(row, NaQuarentena) or self.progress.is_busy:
            return
        self.progress.run(
            "Conferindo eventos",
            self,
            partial(self._service.liberar, row.sha256),
            self._on_released,
            self._on_failed,
        )
        self._enable()

    def _on_released(self, found: Recebido) -> None:
        self.progress.finish()
        self._enable()
        first = lines_of(found)[:1]
        self._context.notify(". ".join([title_of(found), *first]))
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self._enable()
        if is_cancellation(error):
            self._context.notify("Conferência cancelada. Nada foi alterado.")
        else:
            self._context.report(error)

    @Slot()
    def _enable(self, *_changed: Any) -> None:
        row = self.list.current
        is_one = isinstance(row, NaQuarentena) and not self.progress.is_busy
        self.drop.setEnabled(is_one)
        self.again.setEnabled(is_one and isinstance(row, NaQuarentena) and row.guardado)
