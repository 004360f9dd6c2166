"""The tab of what is parked: trying again, and releasing what was given up."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QWidget

from app.services.saude import ParadoRow, Saude, SaudeService
from widgets.runtime.context import UiContext
from widgets.runtime.words import counted, number
from widgets.saude.acts import Acts
from widgets.saude.columns import parked_columns
from widgets.saude.list_page import ListPage
from widgets.saude.release_dialog import ReleaseDialog

NAME: Final = "Parados"


class ParkedPage(ListPage):
    """See the module."""

    def __init__(
        self, service: SaudeService, acts: Acts, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(
            NAME,
            parked_columns(context.moments),
            ("evento parado", "eventos parados"),
            ("Nada está parado", "Todas as colônias aceitaram todos os eventos até aqui."),
            lambda row: (row.colonia, row.fase, row.numero),
            context,
            parent,
        )
        self._service = service
        self._acts = acts
        self._theme = context.theme
        self.retry = self.add_button("Tentar de novo")
        self.retry_all = self.add_button("Tentar todos de novo")
        self.release = self.add_button("Liberar…", "danger")
        self.retry.clicked.connect(self._on_retry)
        self.retry_all.clicked.connect(self._on_retry_all)
        self.release.clicked.connect(self._on_release)
        for button in (self.retry, self.retry_all, self.release):
            button.setVisible(acts.are_allowed)
        self.selection_changed.connect(self.offer)

    def show_overview(self, overview: Saude) -> None:
        """Show what is parked, and how much is left out."""
        note = ""
        if overview.total_parados > len(overview.parados):
            note = (
                f"Mostrados os primeiros {number(len(overview.parados))} de "
                f"{number(overview.total_parados)}. Resolvidos estes, os outros aparecem."
            )
        self.show_rows(overview.parados, note)

    @Slot()
    def offer(self) -> None:
        """What can be done with the selection."""
        rows: list[ParadoRow] = self.selected()
        is_allowed = self._acts.are_allowed
        self.retry.setEnabled(is_allowed and bool(rows))
        self.retry_all.setEnabled(is_allowed and bool(self.model.rows))
        can_release = is_allowed and len(rows) == 1 and rows[0].pode_liberar
        self.release.setEnabled(can_release)
        self.release.setToolTip(
            "" if can_release else "Só um evento descartado após as tentativas pode ser liberado"
        )

    @Slot()
    def _on_retry(self) -> None:
        self._retry(self.retry, self.selected())

    @Slot()
    def _on_retry_all(self) -> None:
        self._retry(self.retry_all, list(self.model.rows))

    def _retry(self, button: QPushButton, rows: list[ParadoRow]) -> None:
        total = len(rows)

        def words(done: object) -> str:
            if done == total:
                return f"{counted(total, 'evento aceito', 'eventos aceitos')}."
            return f"{done} de {total} aceitos; os outros continuam parados, com o motivo na lista."

        if rows:
            self._acts.run(button, partial(self._service.retry_all, tuple(rows)), words)

    @Slot()
    def _on_release(self) -> None:
        rows = self.selected()
        if len(rows) != 1:
            return
        dialog = ReleaseDialog(rows[0], self._theme, self)
        dialog.confirmed.connect(self._on_release_confirmed)
        dialog.open()

    @Slot(object, str)
    def _on_release_confirmed(self, row: ParadoRow, reason: str) -> None:
        self._acts.run(
            self.release,
            partial(self._service.release, row, reason),
            lambda _: f"Evento {number(row.numero)} liberado para a colônia {row.colonia}.",
        )
