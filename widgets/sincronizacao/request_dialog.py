"""Writing the request: what this office has, so that another one takes along only the rest."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.sincronizacao import SincronizacaoService, Situacao
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, mark_search
from widgets.runtime.file_questions import ask_folder


class RequestDialog(Dialog):
    """Asks where to, and for the password where the keys have one; shown with ``open``."""

    def __init__(
        self, service: SincronizacaoService, found: Situacao, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._found = found
        self._context = context
        theme = context.theme
        self.setWindowTitle("Gravar pedido")
        self.setMinimumWidth(theme.px(440))
        title = QLabel("Gravar pedido do que nos falta", self)
        title.setFont(theme.font(2))
        text = QLabel(
            "O pedido diz o que este escritório já tem, assinado, sem dados de ninguém. Leve-o a "
            "quem vai exportar: o pacote trará só o resto.",
            self,
        )
        self.password = mark_search(QLineEdit(self))
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setAccessibleName("Senha das chaves deste escritório")
        label = QLabel("Senha das &chaves deste escritório", self)
        label.setBuddy(self.password)
        for widget in (label, self.password):
            widget.setVisible(found.pede_senha)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        for words in (title, text, self.error):
            words.setWordWrap(True)
        self.act = QPushButton("Escolher onde gravar…", self)
        self.act.setProperty("kind", "primary")
        self.act.clicked.connect(self._ask_folder)
        keep = QPushButton("Fechar", self)
        keep.setAutoDefault(False)
        keep.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addWidget(self.act)
        buttons.addStretch(1)
        buttons.addWidget(keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for one in (title, text, label, self.password, self.error):
            column.addWidget(one)
        column.addStretch(1)
        column.addLayout(buttons)

    def write(self, folder: Path) -> None:
        """Sign what is owed and write the request there, in a worker."""
        typed = self.password.text()
        self.act.setEnabled(False)
        self._context.runner.read(
            self,
            partial(self._service.gravar_pedido, folder, typed.encode() if typed else None),
            self._on_written,
            self._on_failed,
        )

    def _on_written(self, path: Path) -> None:
        self._context.notify(f"Pedido gravado: {path.name}. Leve-o a quem vai exportar.")
        self.accept()

    def _on_failed(self, error: BaseException) -> None:
        self.act.setEnabled(True)
        self.error.setText(self._context.describe(error).frase)
        self.error.show()

    @Slot()
    def _ask_folder(self) -> None:
        if self._found.pede_senha and not self.password.text():
            self.error.setText("Digite a senha das chaves: sem ela nada pode ser assinado.")
            self.error.show()
            self.password.setFocus()
            return
        ask_folder(self, "Onde gravar o pedido", self.write)
