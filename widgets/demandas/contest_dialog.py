"""Saying that a category is wrong: it goes to the head of the review, with what was suggested."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from typing_extensions import override

from app.services.demanda_atos import DemandaAtosService
from app.services.demanda_detalhe import Detalhe
from app.services.escrita import Ator
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog


class ContestDialog(FormDialog):
    """See the module.

    Args:
        detail: the demand.
        acts: the service.
        actor: who contests.
        categories: (id, level, name) to suggest from.
        context: the window's common things.
        parent: the screen.

    Signals:
        contested(str): it was done; the protocol.
    """

    contested = Signal(str)

    def __init__(
        self,
        detail: Detalhe,
        acts: DemandaAtosService,
        actor: Ator,
        categories: tuple[tuple[str, int, str], ...],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(
            f"Contestar a categoria de {detail.nome}", "Mandar à revisão", context, parent
        )
        self._detail = detail
        self._acts = acts
        self._actor = actor
        theme = context.theme
        self.resize(theme.px(480), theme.px(300))
        self.add_note(
            f"A categoria hoje é “{detail.vista.categoria or 'nenhuma'}”. A demanda vai ao começo "
            "da fila de revisão, e uma pessoa decide. Até lá a categoria de hoje vale.",
            "",
        )
        self.suggested = QComboBox(self)
        self.suggested.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.suggested.setMinimumContentsLength(20)
        self.suggested.addItem("(não sei dizer qual)", None)
        for code, level, name in categories:
            if code != detail.vista.categoria_id:
                self.suggested.addItem(f"{level} · {name}", code)
        self.add_field("sugerida", "Qual seria a certa", self.suggested)
        self.reason = QLineEdit(self)
        self.reason.setPlaceholderText("Se quiser; só quem revisa lê")
        self.add_field("motivo", "Por quê", self.reason)
        self.column.addStretch(1)
        self.suggested.setFocus()

    @override
    def is_changed(self) -> bool:
        """Only typed words would be lost."""
        return bool(self.reason.text().strip())

    @override
    def submit(self) -> None:
        """Contest."""
        work = partial(
            self._acts.contestar,
            self._detail.vista.demanda_id,
            self._actor,
            sugerida=self.suggested.currentData(),
            motivo=self.reason.text().strip() or None,
        )
        self.act(work, lambda _done: self.contested.emit(self._detail.nome))
