"""The tab of colonies: how each stands, and switching one off and on."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.services.saude import ColoniaRow, SaudeService
from widgets.runtime.context import UiContext
from widgets.saude.acts import Acts
from widgets.saude.columns import colony_columns
from widgets.saude.list_page import ListPage

NAME: Final = "Colônias"


class ColoniesPage(ListPage):
    """See the module."""

    def __init__(
        self, service: SaudeService, acts: Acts, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(
            NAME,
            colony_columns(),
            ("colônia", "colônias"),
            ("Nenhuma colônia", "Este programa não traz colônias."),
            lambda row: row.colonia,
            context,
            parent,
        )
        self._service = service
        self._acts = acts
        self.toggle = self.add_button("Desativar colônia")
        self.toggle.setVisible(acts.are_allowed)
        self.toggle.clicked.connect(self._on_toggle)
        self.selection_changed.connect(self.offer)

    def _chosen(self) -> ColoniaRow | None:
        rows: list[ColoniaRow] = self.selected()
        return rows[0] if len(rows) == 1 else None

    @Slot()
    def offer(self) -> None:
        """What can be done with the selection."""
        row = self._chosen()
        self.toggle.setEnabled(self._acts.are_allowed and row is not None)
        is_off = row is not None and not row.is_active
        self.toggle.setText("Ativar colônia" if is_off else "Desativar colônia")

    @Slot()
    def _on_toggle(self) -> None:
        row = self._chosen()
        if row is None:
            return
        wanted = not row.is_active
        word = "ativada: vai passar por tudo o que perdeu" if wanted else "desativada: fica parada"
        self._acts.run(
            self.toggle,
            partial(self._service.set_active, row.colonia, ativa=wanted),
            lambda _: f"Colônia {row.colonia} {row.nome} {word}.",
        )
