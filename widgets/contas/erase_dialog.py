"""Erasing a person: who, on which legal basis, why, a second person who says so, and a typed word.

Whom it is about is looked for and named before anything can be confirmed; the consequence stands in
the button; Enter and Esc change nothing. Source: ui.md, Frame; design.md 4 and 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.cidadaos import CidadaoResumo
from app.services.titulares import BASES_LEGAIS
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, foot

WORD: Final = "ELIMINAR"
_SHORT: Final = 8
_TEXT: Final = (
    "O que o escritório guarda da pessoa é apagado do registro, das listas e da procura, e não "
    "volta: cadastro, contato, palavras dela, nome em cada ato. Demandas e decisões continuam, sem "
    "nome. Cópias de segurança feitas antes serão nomeadas."
)


@dataclass(frozen=True, slots=True)
class Erasure:
    """What was confirmed; ``cidadao_id`` None where the holder of an account is meant."""

    cidadao_id: str | None
    base_legal: str
    motivo: str
    conta: str
    senha: str


class EraseDialog(Dialog):
    """See the module.

    Args:
        account: name of the account whose holder goes; None: a resident, who is looked for.
        context: the window's common things.
        parent: the screen.
        asks_second: somebody else has to sign; not where nobody signs in.

    Signals:
        sought(str): find residents of this name.
        confirmed(object): an ``Erasure``.
    """

    sought = Signal(str)
    confirmed = Signal(object)

    def __init__(
        self, account: str | None, context: UiContext, parent: QWidget, *, asks_second: bool
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self._context = context
        self._is_resident = account is None
        self._asks_second = asks_second
        self.setWindowTitle("Eliminar os dados de uma pessoa")
        self.resize(theme.px(500), theme.px(600))
        whose = "um morador" if account is None else f"quem usou a conta {account}"
        title = QLabel(f"Eliminar os dados de {whose}", self)
        title.setFont(theme.font(2))
        text = QLabel(_TEXT, self)
        self.name = _line(self, "Nome do morador")
        self.seek = QPushButton("Procurar", self)
        self.seek.setAutoDefault(False)
        self.seek.clicked.connect(lambda: self.sought.emit(self.name.text()))
        self.found = QComboBox(self)
        self.found.setAccessibleName("Cadastro encontrado")
        self.found.view().setAccessibleName("Cadastros encontrados")
        self.law = QComboBox(self)
        self.law.setEditable(True)
        self.law.addItems(list(BASES_LEGAIS))
        self.law.setAccessibleName("Base legal")
        self.law.view().setAccessibleName("Bases legais de costume")
        edit = self.law.lineEdit()
        if edit is not None:
            edit.setAccessibleName("Base legal")
        self.reason = _line(self, "Motivo da eliminação")
        self.account = _line(self, "Segunda conta: nome")
        self.password = _line(self, "Segunda conta: senha")
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.word = _line(self, f"Escreva {WORD} para confirmar")
        self.word.textChanged.connect(self._on_word)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for label in (title, text, self.error):
            label.setWordWrap(True)
        # Of large letters not all of it fits a window: the fields scroll, what acts stays in sight.
        inside = QWidget(self)
        fields = QVBoxLayout(inside)
        fields.setContentsMargins(0, 0, theme.px(8), 0)
        fields.setSpacing(theme.px(8))
        fields.addWidget(text)
        self._fill(fields)
        fields.addStretch(1)
        column.addWidget(title)
        column.addWidget(_scrolled(inside, self), 1)
        column.addWidget(self.error)
        column.addLayout(self._buttons(theme.px(24)))
        (self.name if self._is_resident else self.reason).setFocus()

    def _buttons(self, gap: int) -> QHBoxLayout:
        self.act = QPushButton("Eliminar para sempre", self)
        self.act.setProperty("kind", "danger")
        self.act.setAutoDefault(False)
        self.act.setEnabled(False)
        self.act.clicked.connect(self._on_act)
        self.keep = QPushButton("Voltar", self)
        self.keep.setDefault(True)
        self.keep.clicked.connect(self.reject)
        row = foot(self.act, self.keep)
        row.setSpacing(gap)
        return row

    def _fill(self, column: QVBoxLayout) -> None:
        asks_second = self._asks_second
        for words, field, is_shown in (
            ("Nome do morador, como está no cadastro", self.name, self._is_resident),
            (None, self.seek, self._is_resident),
            ("Cadastro encontrado", self.found, self._is_resident),
            ("Base legal (é publicada)", self.law, True),
            ("Motivo (não é publicado)", self.reason, True),
            ("Segunda conta, de outra pessoa: nome", self.account, asks_second),
            ("Senha da segunda conta", self.password, asks_second),
            (f"Para confirmar, escreva {WORD}", self.word, True),
        ):
            if words is not None:
                label = QLabel(words, self)
                label.setBuddy(field)
                label.setVisible(is_shown)
                column.addWidget(label)
            field.setVisible(is_shown)
            column.addWidget(field)

    def show_found(self, people: Sequence[CidadaoResumo]) -> None:
        """The records that bear the name; the person picks one."""
        self.found.clear()
        for one in people:
            seen = ", documento visto" if one.verificado_presencialmente else ""
            self.found.addItem(f"{one.nome} ({one.cidadao_id[:_SHORT]}{seen})", one.cidadao_id)
        if people:
            self.error.hide()
            self.found.setFocus()
        else:
            self._say("Ninguém com este nome no cadastro. Confira como ele foi escrito.")

    def refuse(self, error: BaseException) -> None:
        """Say why not; everything written stays, but for the password."""
        self.password.clear()
        self.keep.setEnabled(True)
        self._say(self._context.describe(error).frase)
        self._on_word()

    def _say(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.show()

    @Slot()
    def _on_word(self) -> None:
        self.act.setEnabled(self.word.text().strip() == WORD)

    @Slot()
    def _on_act(self) -> None:
        person = self.found.currentData() if self._is_resident else None
        for is_missing, sentence, field in (
            (self._is_resident and person is None, "Procure e escolha o cadastro.", self.name),
            (
                not self.reason.text().strip(),
                "Escreva o motivo: uma eliminação é para sempre.",
                self.reason,
            ),
            (
                self._asks_second and not (self.account.text().strip() and self.password.text()),
                "Falta a segunda conta: outra pessoa confere e digita a senha dela.",
                self.account,
            ),
        ):
            if is_missing:
                self._say(sentence)
                field.setFocus()
                return
        self.error.hide()
        self.act.setEnabled(False)
        self.keep.setEnabled(False)
        self.confirmed.emit(
            Erasure(
                person,
                self.law.currentText(),
                self.reason.text(),
                self.account.text(),
                self.password.text(),
            )
        )


def _scrolled(inside: QWidget, parent: QWidget) -> QScrollArea:
    scroll = QScrollArea(parent)
    scroll.setWidgetResizable(True)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(inside)
    return scroll


def _line(parent: QWidget, name: str) -> QLineEdit:
    made = QLineEdit(parent)
    made.setAccessibleName(name)
    return made
