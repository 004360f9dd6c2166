"""One's own new password, for whoever knows the present one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.entrada.password_field import PasswordField
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog


class OwnPasswordDialog(Dialog):
    """Shown with ``open``.

    Args:
        nome: whose.
        change: name, present and new password -> nothing; runs in a worker.
        context: the window's common things.
        parent: the window.
    """

    def __init__(
        self,
        nome: str,
        change: Callable[[str, str, str], None],
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._nome = nome
        self._change = change
        self._context = context
        theme = context.theme
        self.setWindowTitle("Trocar a minha senha")
        self.resize(theme.px(440), theme.px(340))
        title = QLabel(f"Trocar a senha de {nome}", self)
        title.setFont(theme.font(2))
        title.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        column.addWidget(title)
        self.present = self._field("Senha de agora", column)
        self.new = self._field("Senha nova, com 8 caracteres ou mais", column)
        self.again = self._field("Senha nova outra vez", column)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        column.addWidget(self.error)
        column.addStretch(1)
        self.save = QPushButton("Trocar a senha", self)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._on_save)
        leave = QPushButton("Deixar como está", self)
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(leave)
        row.addStretch(1)
        row.addWidget(self.save)
        column.addLayout(row)
        self.present.setFocus()

    def _field(self, words: str, column: QVBoxLayout) -> PasswordField:
        label = QLabel(words, self)
        field = PasswordField(self._context.icons, self, words)
        label.setBuddy(field)
        column.addWidget(label)
        column.addWidget(field)
        return field

    def _say(self, text: str) -> None:
        self.error.setText(text)
        self.error.show()

    @Slot()
    def _on_save(self) -> None:
        if self.new.text() != self.again.text():
            self._say("As duas senhas novas são diferentes. Digite-as de novo.")
            self.again.setFocus()
            return
        self.save.setEnabled(False)
        change = partial(self._change, self._nome, self.present.text(), self.new.text())
        self._context.runner.write(self, change, self._on_done, self._on_failed)

    def _on_done(self, _nothing: object) -> None:
        self._context.notify("Senha trocada. A nova vale desde já.")
        self.accept()

    def _on_failed(self, error: BaseException) -> None:
        self.save.setEnabled(True)
        self._say(self._context.describe(error).frase)
        self.present.setFocus()
