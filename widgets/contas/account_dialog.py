"""A new account, or other roles for one: name, roles with what they permit, councillor, reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.contas import ContaListada
from app.services.permissoes import Papel
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, foot

PERMITS: Final = {
    Papel.ATENDENTE: "registra, corrige e retira demandas, cadastra moradores, age em nome de "
    "conselheiros",
    Papel.MODERADOR: "modera, decide revisões, retira demandas",
    Papel.CONSELHEIRO: "relata o trabalho da própria demanda, e só dela",
    Papel.AUDITOR: "lê os dados públicos e técnicos e confere os sorteios",
    Papel.OPERADOR: "cuida de contas, território, parâmetros e cópias",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen; ``conselheiro`` is the id of the councillor that the account acts for."""

    nome: str
    papeis: tuple[str, ...]
    conselheiro: str | None
    motivo: str | None


class AccountDialog(Dialog):
    """Shown with ``open``; stays until ``accept`` so that a refusal loses nothing.

    Args:
        account: whose roles change; None for a new account.
        context: the window's common things.
        parent: the screen.

    Signals:
        confirmed(object): a ``Choice``.
    """

    confirmed = Signal(object)

    def __init__(self, account: ContaListada | None, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._account = account
        self._context = context
        theme = context.theme
        self.setWindowTitle("Nova conta" if account is None else "Mudar papéis")
        self.resize(theme.px(520), theme.px(520))
        inner = QWidget(self)
        self._form = QVBoxLayout(inner)
        self._form.setContentsMargins(0, 0, theme.px(8), 0)
        self._form.setSpacing(theme.px(8))
        self._add_name(inner)
        self._add_roles(inner)
        self._add_motive(inner)
        self._form.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        column.addWidget(scroll, 1)
        self._add_foot(column)
        (self.name if account is None else self.roles[Papel.ATENDENTE]).setFocus()

    def set_councillors(self, known: Sequence[tuple[str, str]]) -> None:
        """(id, name) of those an account may act for."""
        bound = None if self._account is None else self._account.conselheiro_id
        self.councillor.clear()
        self.councillor.addItem("Escolha…", None)
        for conselheiro_id, name in known:
            self.councillor.addItem(f"{name} ({conselheiro_id[:8]})", conselheiro_id)
        at = self.councillor.findData(bound) if bound else 0
        self.councillor.setCurrentIndex(max(at, 0))

    def refuse(self, error: BaseException) -> None:
        """Say why not; everything stays as it was typed."""
        self.save.setEnabled(True)
        self.error.setText(self._context.describe(error).frase)
        self.error.show()

    def _add_name(self, parent: QWidget) -> None:
        label = QLabel("Nome com que a pessoa entra", parent)
        self.name = QLineEdit(parent)
        self.name.setAccessibleName("Nome com que a pessoa entra")
        label.setBuddy(self.name)
        self._form.addWidget(label)
        self._form.addWidget(self.name)
        if self._account is not None:
            self.name.setText(self._account.nome)
            self.name.setReadOnly(True)

    def _add_roles(self, parent: QWidget) -> None:
        theme = self._context.theme
        held = () if self._account is None else self._account.papeis
        self._form.addWidget(QLabel("Papéis", parent))
        self.roles: dict[Papel, QCheckBox] = {}
        for papel in Papel:
            box = QCheckBox(papel.value, parent)
            box.setAccessibleDescription(PERMITS[papel])
            box.setChecked(papel.value in held)
            hint = QLabel(PERMITS[papel], parent)
            hint.setProperty("kind", "secondary")
            hint.setWordWrap(True)
            hint.setContentsMargins(theme.px(24), 0, 0, 0)
            self._form.addWidget(box)
            self._form.addWidget(hint)
            self.roles[papel] = box
        self.councillor = QComboBox(parent)
        self.councillor.setAccessibleName("Age pelo conselheiro")
        self.councillor.view().setAccessibleName("Conselheiros")
        self._councillor_label = QLabel("Age pelo conselheiro", parent)
        self._councillor_label.setBuddy(self.councillor)
        self._form.addWidget(self._councillor_label)
        self._form.addWidget(self.councillor)
        self.roles[Papel.CONSELHEIRO].toggled.connect(self._on_councillor)
        self._on_councillor(self.roles[Papel.CONSELHEIRO].isChecked())

    def _add_motive(self, parent: QWidget) -> None:
        label = QLabel("Motivo (opcional; fica no histórico de papéis)", parent)
        self.motive = QLineEdit(parent)
        self.motive.setAccessibleName("Motivo")
        label.setBuddy(self.motive)
        self._form.addWidget(label)
        self._form.addWidget(self.motive)

    def _add_foot(self, column: QVBoxLayout) -> None:
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self.save = QPushButton("Criar conta" if self._account is None else "Mudar papéis", self)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._on_save)
        leave = QPushButton("Não mudar nada", self)
        leave.setAutoDefault(False)
        leave.clicked.connect(self.reject)
        quick = QShortcut(QKeySequence("Ctrl+Return"), self)
        quick.activated.connect(self._on_save)
        column.addWidget(self.error)
        column.addLayout(foot(self.save, leave))

    @Slot(bool)
    def _on_councillor(self, is_on: bool) -> None:
        self.councillor.setVisible(is_on)
        self._councillor_label.setVisible(is_on)

    @Slot()
    def _on_save(self) -> None:
        if not self.save.isEnabled():
            return
        chosen = tuple(papel.value for papel, box in self.roles.items() if box.isChecked())
        is_councillor = self.roles[Papel.CONSELHEIRO].isChecked()
        self.save.setEnabled(False)
        self.error.hide()
        self.confirmed.emit(
            Choice(
                self.name.text(),
                chosen,
                self.councillor.currentData() if is_councillor else None,
                self.motive.text() or None,
            )
        )
