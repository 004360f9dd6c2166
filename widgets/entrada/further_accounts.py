"""The other people's accounts on the first run: a card each, added and taken away at will."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.permissoes import Papel
from app.services.primeira_vez import MaisUma
from widgets.entrada.password_field import PasswordField
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme

# A councillor's account waits for the councillor's registration.
OFFERED: Final = (Papel.ATENDENTE, Papel.MODERADOR, Papel.AUDITOR, Papel.OPERADOR)


class AccountCard(QFrame):
    """One account: name, password, roles."""

    def __init__(self, number: int, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(6))
        self.name = QLineEdit(self)
        self.password = PasswordField(icons, self)
        self.password_again = PasswordField(icons, self)
        for words, field in (
            ("Nome com que a pessoa entra", self.name),
            ("Senha, que a pessoa troca depois", self.password),
            ("A mesma senha outra vez", self.password_again),
        ):
            label = QLabel(words, self)
            label.setBuddy(field)
            field.setAccessibleName(f"{words}, conta {number}")
            column.addWidget(label)
            column.addWidget(field)
        roles = QWidget(self)
        flow = FlowLayout(roles, theme.px(12))
        self.roles: dict[Papel, QCheckBox] = {}
        for role in OFFERED:
            box = QCheckBox(role.value, roles)
            box.setAccessibleName(f"{role.value}, conta {number}")
            box.setChecked(role is Papel.ATENDENTE)
            flow.addWidget(box)
            self.roles[role] = box
        self.remove = QPushButton("Tirar", roles)
        self.remove.setAccessibleName(f"Tirar a conta {number}")
        flow.addWidget(self.remove)
        column.addWidget(roles)

    def asked(self) -> MaisUma:
        """What was written."""
        held = tuple(role.value for role, box in self.roles.items() if box.isChecked())
        return MaisUma(self.name.text(), self.password.text(), held)

    def problem(self) -> tuple[str, QWidget] | None:
        """The first thing that is missing, and where."""
        if not self.name.text().strip():
            return "Escreva o nome da outra conta, ou tire-a.", self.name
        if not self.password.text():
            return "Escolha a senha da outra conta, ou tire-a.", self.password
        if self.password.text() != self.password_again.text():
            return "As duas senhas da outra conta são diferentes.", self.password_again
        if not self.asked().papeis:
            return "Marque o que a outra conta pode fazer.", self.roles[Papel.ATENDENTE]
        return None


class FurtherAccounts(QWidget):
    """See the module."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self._made = 1
        self.cards: list[AccountCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(8))
        self.more = QPushButton("Mais uma conta", self)
        self.more.clicked.connect(self.add)
        foot = QWidget(self)
        FlowLayout(foot, theme.px(8)).addWidget(self.more)
        self._column.addWidget(foot)

    def asked(self) -> tuple[MaisUma, ...]:
        """What was written."""
        return tuple(card.asked() for card in self.cards)

    def problem(self) -> tuple[str, QWidget] | None:
        """The first thing that is missing, and where."""
        return next((found for card in self.cards if (found := card.problem())), None)

    @Slot()
    def add(self) -> None:
        """One more card."""
        self._made += 1
        card = AccountCard(self._made, self._theme, self._icons, self)
        card.remove.clicked.connect(partial(self._take_away, card))
        self.cards.append(card)
        self._column.insertWidget(self._column.count() - 1, card)
        card.name.setFocus()

    def _take_away(self, card: AccountCard) -> None:
        self.cards.remove(card)
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()
        self.more.setFocus()
