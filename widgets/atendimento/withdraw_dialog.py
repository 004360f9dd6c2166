"""Withdrawing a demand: the consequence in the button, and why."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.services.atendimento import MOTIVOS_DE_RETIRADA
from app.services.atendimento_consultas import Registro
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, foot
from widgets.runtime.field import Field, line_field

_REPEATED = "repetida"


class WithdrawDialog(Dialog):
    """Asks for the reason; shown with ``open``.

    Signals:
        confirmed(str, str, str): withdraw it: reason, protocol of the one it repeats, note.
    """

    confirmed = Signal(str, str, str)

    def __init__(self, row: Registro, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self.setWindowTitle("Retirar demanda")
        self.resize(theme.px(480), theme.px(320))
        title = QLabel(f"Retirar a demanda {row.protocolo}", self)
        title.setFont(theme.font(2))
        consequence = QLabel(
            f"“{row.comeco or 'texto eliminado'}”\n\nEla deixa a lista de prioridades e não será "
            "tratada. Isto não pode ser desfeito; o registro continua, com o motivo.",
            self,
        )
        reasons = QWidget(self)
        self._group = QButtonGroup(self)
        self.reasons: dict[str, QRadioButton] = {}
        inside = QVBoxLayout(reasons)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(theme.px(4))
        for code, word in MOTIVOS_DE_RETIRADA.items():
            button = QRadioButton(word, reasons)
            button.setAccessibleName(word)
            self._group.addButton(button)
            self.reasons[code] = button
            inside.addWidget(button)
        self._reason_field = Field("Por quê", reasons, theme, self)
        self.original_field, self.original = line_field(
            "Protocolo da que continua", theme, self, placeholder="ABCD-000123-45"
        )
        self.original_field.hide()
        self.note_field, self.note = line_field("Observação (opcional)", theme, self)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        self.withdraw = QPushButton("Retirar para sempre", self)
        self.withdraw.setProperty("kind", "danger")
        self.withdraw.setAutoDefault(False)
        self.withdraw.clicked.connect(self._on_withdraw)
        keep = QPushButton("Manter a demanda", self)
        keep.setDefault(True)
        keep.clicked.connect(self.reject)
        for text in (title, consequence, self.error):
            text.setWordWrap(True)
        buttons = foot(self.withdraw, keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        for widget in (
            title,
            consequence,
            self._reason_field,
            self.original_field,
            self.note_field,
            self.error,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(buttons)
        self._group.buttonClicked.connect(self._on_reason)
        next(iter(self.reasons.values())).setFocus()

    @property
    def reason(self) -> str:
        """The chosen reason; empty for none."""
        return next((code for code, one in self.reasons.items() if one.isChecked()), "")

    def say(self, sentence: str) -> None:
        """Why it was not withdrawn."""
        self.error.setText(f"▲ {sentence}")
        self.error.show()

    def set_busy(self, *, is_busy: bool) -> None:
        """While it is sent."""
        self.withdraw.setEnabled(not is_busy)

    @Slot()
    def _on_reason(self) -> None:
        self.original_field.setVisible(self.reason == _REPEATED)
        self._reason_field.say("")

    @Slot()
    def _on_withdraw(self) -> None:
        if not self.reason:
            self._reason_field.say("Escolha por que a demanda está sendo retirada.")
            self.reasons["engano"].setFocus()
            return
        if self.reason == _REPEATED and not self.original.text().strip():
            self.original_field.say("Informe o protocolo da demanda que continua.")
            self.original.setFocus()
            return
        original = self.original.text() if self.reason == _REPEATED else ""
        self.confirmed.emit(self.reason, original, self.note.text())
