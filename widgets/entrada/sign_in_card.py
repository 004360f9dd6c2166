"""The card on which one signs in: the office's name, an account, its password, what went wrong."""

from __future__ import annotations

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.entrada.password_field import PasswordField
from widgets.runtime.context import UiContext


class SignInCard(QFrame):
    """Fields and words; what is done with them is ``SignInPage``'s."""

    def __init__(self, office: str, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self.setProperty("kind", "card")
        self.setMaximumWidth(theme.px(420))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(*[theme.px(24)] * 4)
        self._column.setSpacing(theme.px(8))
        self._add_head(office)
        self._add_fields()
        self._add_buttons()

    def say(self, text: str) -> None:
        """What went wrong, or nothing."""
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def set_busy(self, *, is_busy: bool) -> None:
        """A password is being looked at."""
        self.enter.setEnabled(not is_busy)
        self.enter.setText("Conferindo…" if is_busy else "Entrar")
        self.password.setReadOnly(is_busy)

    def _add_head(self, office: str) -> None:
        theme = self._context.theme
        mark = QLabel(self)
        side = theme.px(32)
        icon = self._context.icons.icon("formigueiro", "accent")
        mark.setPixmap(icon.pixmap(QSize(side, side)))
        self.office = QLabel(office, self)
        self.office.setProperty("kind", "secondary")
        self.office.setWordWrap(True)
        head = QHBoxLayout()
        head.setSpacing(theme.px(12))
        head.addWidget(mark)
        head.addWidget(self.office, 1)
        self.title = QLabel(self)
        self.title.setFont(theme.font(3))
        self.title.setWordWrap(True)
        self.hint = QLabel(self)
        self.hint.setProperty("kind", "secondary")
        self.hint.setWordWrap(True)
        self._column.addLayout(head)
        self._column.addSpacing(theme.px(8))
        self._column.addWidget(self.title)
        self._column.addWidget(self.hint)

    def _add_fields(self) -> None:
        self.account = QComboBox(self)
        self.account.setEditable(True)
        self.account.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.account.setAccessibleName("Conta")
        edit = self.account.lineEdit()
        assert edit is not None  # an editable combo box has one
        edit.setAccessibleName("Conta")
        self.account.view().setAccessibleName("Contas")
        self.name = edit
        account_label = QLabel("Conta", self)
        account_label.setBuddy(self.account)
        self.password = PasswordField(self._context.icons, self)
        self.password.caps_changed.connect(self._on_caps)
        password_label = QLabel("Senha", self)
        password_label.setBuddy(self.password)
        self.caps = QLabel("Caps Lock parece estar ligado.", self)
        self.caps.setProperty("kind", "warning")
        self.caps.hide()
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        for widget in (
            account_label, self.account, password_label, self.password, self.caps, self.error
        ):  # fmt: skip
            self._column.addWidget(widget)

    def _add_buttons(self) -> None:
        theme = self._context.theme
        self.enter = QPushButton("Entrar", self)
        self.enter.setProperty("kind", "primary")
        self.back = QPushButton("Voltar sem trocar", self)
        self.leave = QPushButton("Fechar o programa", self)
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        row.addWidget(self.leave)
        row.addStretch(1)
        row.addWidget(self.back)
        self._column.addSpacing(theme.px(4))
        self._column.addWidget(self.enter)
        self._column.addSpacing(theme.px(12))
        self._column.addLayout(row)

    @Slot(bool)
    def _on_caps(self, is_caps: bool) -> None:
        self.caps.setVisible(is_caps)
