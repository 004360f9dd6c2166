"""Withdrawing a demand for good: why, and of which other one it is a repetition."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QLabel, QLineEdit, QRadioButton, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.demanda_atos import DemandaAtosService
from app.services.escrita import Ator
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog

_REASONS = (
    ("engano", "Foi registrada por engano"),
    ("teste", "Era um teste"),
    ("pedido_do_morador", "A pessoa pediu para retirar"),
    ("repetida", "Repete outra demanda"),
)


class WithdrawDialog(FormDialog):
    """See the module.

    Args:
        demanda_id: which.
        protocolo: as it is shown.
        acts: the service.
        actor: who withdraws.
        context: the window's common things.
        parent: the screen.

    Signals:
        withdrawn(str): it was done; the protocol.
    """

    withdrawn = Signal(str)

    def __init__(
        self,
        demanda_id: str,
        protocolo: str,
        acts: DemandaAtosService,
        actor: Ator,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(
            f"Retirar a demanda {protocolo}", "Retirar para sempre", context, parent, is_final=True
        )
        self._demanda_id = demanda_id
        self._protocolo = protocolo
        self._acts = acts
        self._actor = actor
        theme = context.theme
        self.resize(theme.px(480), theme.px(420))
        self.add_note(
            "A demanda sai das listas e da fila, e isto não se desfaz. O registro guarda que ela "
            "existiu e por que saiu. Se um conselheiro a tem, fica livre sem prejuízo.",
            "",
        )
        choices = QWidget(self)
        rows = QVBoxLayout(choices)
        rows.setContentsMargins(0, 0, 0, 0)
        self.group = QButtonGroup(self)
        self.reasons: dict[str, QRadioButton] = {}
        for code, words in _REASONS:
            button = QRadioButton(words, choices)
            button.setAccessibleName(words)
            self.group.addButton(button)
            self.reasons[code] = button
            rows.addWidget(button)
        choices.setFocusProxy(self.reasons["engano"])
        self.add_field("motivo", "Por quê", choices)
        self.other = QLineEdit(self)
        self.other.setPlaceholderText("ABCD-000123-45")
        self.add_field("repetida", "Protocolo da demanda que continua", self.other)
        self.note = QLineEdit(self)
        self.add_field("observacao", "Observação, se quiser (não é publicada)", self.note)
        self.column.addStretch(1)
        self.reasons["repetida"].toggled.connect(self._on_repeated)
        self._on_repeated(False)
        self.reasons["engano"].setFocus()

    @property
    def reason(self) -> str:
        """The chosen code; empty where none is."""
        return next((code for code, one in self.reasons.items() if one.isChecked()), "")

    @override
    def is_changed(self) -> bool:
        """Only typed words would be lost."""
        return bool(self.note.text().strip() or self.other.text().strip())

    @override
    def submit(self) -> None:
        """Check, then withdraw."""
        problems: dict[str, str] = {}
        other = self.other.text().strip()
        if not self.reason:
            problems["motivo"] = "Escolha por que a demanda sai."
        if self.reason == "repetida" and not other:
            problems["repetida"] = "Escreva o protocolo da demanda que continua."
        if self.complain(problems):
            work = partial(
                self._acts.retirar,
                self._demanda_id,
                self.reason,
                self._actor,
                repetida_de=other if self.reason == "repetida" else None,
                observacao=self.note.text().strip() or None,
            )
            self.act(work, lambda _done: self.withdrawn.emit(self._protocolo))

    @Slot(bool)
    def _on_repeated(self, is_on: bool) -> None:
        self.other.setEnabled(is_on)
        label = next(one for one in self.findChildren(QLabel) if one.buddy() is self.other)
        label.setEnabled(is_on)
