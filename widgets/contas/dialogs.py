"""Closing an account with a reason; a generated password, shown once; one's own new password."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.contas import ContaListada
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, foot


class CloseDialog(Dialog):
    """Asks before nobody may sign in with an account any more.

    Signals:
        confirmed(str): the reason, may be empty.
    """

    confirmed = Signal(str)

    def __init__(self, account: ContaListada, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self.setWindowTitle("Desativar conta")
        self.resize(theme.px(460), theme.px(240))
        title = QLabel(f"Desativar a conta {account.nome}", self)
        title.setFont(theme.font(2))
        text = QLabel(
            "Ninguém mais entra com ela. O que ela fez continua no registro, e a conta pode ser "
            "reativada depois.",
            self,
        )
        label = QLabel("Motivo (opcional; fica no histórico de papéis)", self)
        self.motive = QLineEdit(self)
        self.motive.setAccessibleName("Motivo")
        label.setBuddy(self.motive)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        self.act = QPushButton("Desativar a conta", self)
        self.act.setProperty("kind", "danger")
        self.act.setAutoDefault(False)
        self.act.clicked.connect(self._on_act)
        keep = QPushButton("Deixar ativa", self)
        keep.setDefault(True)
        keep.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for widget in (title, text, label, self.motive, self.error):
            if isinstance(widget, QLabel):
                widget.setWordWrap(True)
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(foot(self.act, keep))

    def refuse(self, error: BaseException) -> None:
        """Say why not."""
        self.act.setEnabled(True)
        self.error.setText(self._context.describe(error).frase)
        self.error.show()

    @Slot()
    def _on_act(self) -> None:
        self.act.setEnabled(False)
        self.confirmed.emit(self.motive.text())


class ShownPassword(Dialog):
    """A generated password, this once."""

    def __init__(self, nome: str, senha: str, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self.setWindowTitle("Senha da conta")
        self.resize(theme.px(460), theme.px(240))
        self._senha = senha
        title = QLabel(f"Senha de {nome}", self)
        title.setFont(theme.font(2))
        self.field = QLineEdit(senha, self)
        self.field.setReadOnly(True)
        self.field.setFont(theme.font(2))
        self.field.setAccessibleName(f"Senha de {nome}")
        text = QLabel(
            "Entregue-a à pessoa agora: ela não é mostrada de novo. Ao entrar, a pessoa a troca "
            "no menu do escritório, em Trocar a minha senha.",
            self,
        )
        copy = QPushButton("Copiar", self)
        copy.setAutoDefault(False)
        copy.clicked.connect(self._on_copy)
        done = QPushButton("Está anotada", self)
        done.setProperty("kind", "primary")
        done.setDefault(True)
        done.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(done)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for widget in (title, self.field, text):
            if isinstance(widget, QLabel):
                widget.setWordWrap(True)
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(row)

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._senha)
