"""Removing for good: why, whether the text goes too, and a second person who says so.

The consequence stands in the button; Enter and Esc change nothing. Source: ui.md, Frame; design.md 9.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.moderacao.item_words import TEMPLATES
from widgets.runtime.dialog import Dialog, foot
from widgets.runtime.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class Removal:
    """What was confirmed."""

    motivo: str
    conta: str
    senha: str
    texto_da_demanda: bool


class RemoveDialog(Dialog):
    """See the module.

    Args:
        name: of what is removed, e.g. ``o texto da demanda BCDF-000001-47``.
        reason: already written or chosen.
        is_file: the demand's text may go with it.
        asks_second: somebody else has to sign; not where nobody signs in.
        theme: look.
        parent: the screen.

    Signals:
        confirmed(object): a ``Removal``.
    """

    confirmed = Signal(object)

    def __init__(
        self, name: str, reason: str, theme: Theme, parent: QWidget, *, is_file: bool,
        asks_second: bool,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setWindowTitle("Remover para sempre")
        self.setMinimumWidth(theme.px(440))
        self._asks_second = asks_second
        title = QLabel(f"Remover {name}", self)
        title.setFont(theme.font(2))
        text = QLabel(
            "O conteúdo é apagado do registro, das listas e da procura, e não volta. "
            "Cópias de segurança feitas antes ainda o guardam e serão nomeadas. "
            "A demanda continua, com lugar e categoria.",
            self,
        )
        self.reason = QComboBox(self)
        self.reason.setEditable(True)
        self.reason.addItems(["", *TEMPLATES])
        self.reason.setCurrentText(reason)
        self.reason.setAccessibleName("Motivo da remoção")
        self.reason.view().setAccessibleName("Motivos de todo dia")
        line = self.reason.lineEdit()
        if line is not None:
            line.setAccessibleName("Motivo da remoção")
        self.text_too = QCheckBox("Remover também o texto da demanda", self)
        self.text_too.setVisible(is_file)
        self.account = QLineEdit(self)
        self.account.setAccessibleName("Segunda conta: nome")
        self.password = QLineEdit(self)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setAccessibleName("Segunda conta: senha")
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for label in (title, text, self.error):
            label.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(text)
        for words, field in (
            ("Motivo (não é publicado)", self.reason),
            ("Segunda conta, de outra pessoa: nome", self.account),
            ("Senha da segunda conta", self.password),
        ):
            label = QLabel(words, self)
            label.setBuddy(field)
            is_second = field is not self.reason
            label.setVisible(asks_second or not is_second)
            field.setVisible(asks_second or not is_second)
            column.addWidget(label)
            column.addWidget(field)
        column.addWidget(self.text_too)
        column.addWidget(self.error)
        column.addStretch(1)
        self.act = QPushButton("Remover para sempre", self)
        self.act.setProperty("kind", "danger")
        self.act.setAutoDefault(False)
        self.act.clicked.connect(self._on_act)
        self.keep = QPushButton("Voltar", self)
        self.keep.setDefault(True)
        self.keep.clicked.connect(self.reject)
        row = foot(self.act, self.keep)
        row.setSpacing(theme.px(24))
        column.addLayout(row)
        self.reason.setFocus()

    def show_error(self, words: str) -> None:
        """Say why it was refused; everything written stays, but for the password."""
        self.error.setText(words)
        self.error.show()
        self.password.clear()
        self.act.setEnabled(True)
        self.keep.setEnabled(True)

    @Slot()
    def _on_act(self) -> None:
        reason = self.reason.currentText().strip()
        if not reason:
            self.show_error("Escreva o motivo: uma remoção é para sempre.")
            self.reason.setFocus()
            return
        if self._asks_second and not (self.account.text().strip() and self.password.text()):
            self.show_error("Falta a segunda conta: outra pessoa confere e digita a senha dela.")
            self.account.setFocus()
            return
        self.error.hide()
        self.act.setEnabled(False)
        self.keep.setEnabled(False)
        self.confirmed.emit(
            Removal(reason, self.account.text(), self.password.text(), self.text_too.isChecked())
        )
