"""Who sits here: choose an account, type its password, Enter. Before the office, and over it.

One page for three occasions: nobody has signed in yet, the window is locked, accounts are changed.
It knows no screen and shows nothing of the office but its name.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.services.sessao import Conta
from widgets.entrada.sign_in_card import SignInCard
from widgets.runtime.context import UiContext

LAST: Final = "entrada/ultima_conta"
_LOCKED: Final = (
    "O que estava na tela continua como estava. Entre para voltar a ele; outra conta entra nas "
    "próprias telas."
)


class Occasion(Enum):
    """Why it is asked."""

    START = "start"
    LOCKED = "locked"
    SWITCH = "switch"


_WORDS: Final = {
    Occasion.START: ("Entrar", "Escolha a sua conta e digite a senha."),
    Occasion.LOCKED: ("Janela bloqueada", _LOCKED),
    Occasion.SWITCH: ("Trocar de conta", "Escolha a conta e digite a senha dela."),
}


class SignInPage(QWidget):
    """See the module.

    Args:
        office: its name.
        context: common things of the window.
        names: reads the names to choose from; runs in a worker.
        sign_in: name and password -> account; runs in a worker.
        parent: the window.

    Signals:
        entered(object): the ``Conta``.
        cancelled: go back without changing accounts.
        leave_requested: close the program.
    """

    entered = Signal(object)
    cancelled = Signal()
    leave_requested = Signal()

    def __init__(
        self,
        office: str,
        context: UiContext,
        names: Callable[[], tuple[str, ...]],
        sign_in: Callable[[str, str], Conta],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._office = office
        self._context = context
        self._names = names
        self._sign_in = sign_in
        self._occasion = Occasion.START
        self.setAccessibleName("Entrada")
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)
        self._build()
        context.theme.changed.connect(self._on_theme)

    @property
    def occasion(self) -> Occasion:
        """Why it was asked last."""
        return self._occasion

    def ask(self, occasion: Occasion, nome: str = "") -> None:
        """Begin to ask, with ``nome`` chosen or the name of the last time."""
        self._occasion = occasion
        card = self.card
        self._put_words()
        card.say("")
        card.password.forget()
        card.set_busy(is_busy=False)
        chosen = nome or ("" if occasion is Occasion.SWITCH else self._context.view.text(LAST))
        card.account.setEditText(chosen)
        self._focus()
        self._context.runner.read(
            self, self._names, partial(self._on_names, chosen), self._on_names_failed, key="contas"
        )

    def _build(self) -> None:
        middle = QWidget(self)
        self.card = card = SignInCard(self._office, self._context, middle)
        card.name.returnPressed.connect(self._on_account_entered)
        card.password.returnPressed.connect(self._on_enter)
        card.enter.clicked.connect(self._on_enter)
        card.back.clicked.connect(self.cancelled)
        card.leave.clicked.connect(self.leave_requested)
        outer = QVBoxLayout(middle)
        outer.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(card, 4)
        row.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(2)
        self._scroll.setWidget(middle)
        self._put_words()

    def _put_words(self) -> None:
        title, hint = _WORDS[self._occasion]
        self.card.title.setText(title)
        self.card.hint.setText(hint)
        self.card.back.setVisible(self._occasion is Occasion.SWITCH)

    def _focus(self) -> None:
        has_name = bool(self.card.account.currentText())
        target = self.card.password if has_name else self.card.account
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_theme(self) -> None:
        self._build()

    def _on_names(self, chosen: str, names: tuple[str, ...]) -> None:
        account = self.card.account
        typed = account.currentText()
        account.clear()
        account.addItems(list(names))
        only = names[0] if len(names) == 1 else ""
        account.setEditText(typed or chosen or only)
        if not typed and (chosen or only):
            self._focus()

    def _on_names_failed(self, error: BaseException) -> None:
        self.card.say(self._context.describe(error).frase)

    @Slot()
    def _on_account_entered(self) -> None:
        self.card.password.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_enter(self) -> None:
        card = self.card
        if not card.enter.isEnabled():
            return
        name, password = card.account.currentText().strip(), card.password.text()
        if not name:
            card.say("Escolha a conta com que você entra.")
            card.account.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not password:
            card.say("Digite a senha.")
            card.password.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            card.set_busy(is_busy=True)
            card.say("")
            self._context.runner.write(
                self, partial(self._sign_in, name, password), self._on_done, self._on_failed
            )

    def _on_done(self, conta: Conta) -> None:
        self.card.set_busy(is_busy=False)
        self.card.password.forget()
        self._context.view.put(LAST, conta.nome)
        self.entered.emit(conta)

    def _on_failed(self, error: BaseException) -> None:
        self.card.set_busy(is_busy=False)
        self.card.password.forget()
        self.card.say(self._context.describe(error).frase)
        self.card.password.setFocus(Qt.FocusReason.OtherFocusReason)
