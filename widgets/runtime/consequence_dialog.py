"""An act that cannot be taken back: what follows from it, a reason or a choice, and the act itself.

The consequence stands in the button; the safe button is the default, so that Enter and Esc change
nothing. Opened with ``open``. Source: ui.md, Frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from widgets.runtime.dialog import Dialog, foot
from widgets.runtime.theme.theme import Theme


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """What is asked.

    Args:
        title: the act, sentence case.
        text: what follows from it.
        act: words of the button, with the consequence.
        keep: words of the safe button.
        choices: (code, words) of which one has to be chosen; none is chosen beforehand.
        reason: label of a text to write; empty for none.
        is_reason_needed: the act does not go through without it.
        is_danger: something is lost or ends.
    """

    title: str
    text: str
    act: str
    keep: str = "Voltar"
    choices: Sequence[tuple[str, str]] = field(default=())
    reason: str = ""
    is_reason_needed: bool = False
    is_danger: bool = True


class ConsequenceDialog(Dialog):
    """See the module.

    Signals:
        confirmed(str, str): the code of the choice, and the reason; empty where none was asked.
    """

    confirmed = Signal(str, str)

    def __init__(self, asked: Consequence, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(asked.title)
        self.setMinimumWidth(theme.px(440))
        self._asked = asked
        title = QLabel(asked.title, self)
        title.setFont(theme.font(2))
        text = QLabel(asked.text, self)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        for label in (title, text, self.error):
            label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        column.addWidget(title)
        column.addWidget(text)
        self.choices = [QRadioButton(words, self) for _code, words in asked.choices]
        for choice in self.choices:
            column.addWidget(choice)
        self.reason = QPlainTextEdit(self)
        self.reason.setProperty("kind", "input")
        self.reason.setTabChangesFocus(True)
        self.reason.setAccessibleName(asked.reason or "Motivo")
        self.reason.setVisible(bool(asked.reason))
        self.reason.setMaximumHeight(theme.px(90))
        if asked.reason:
            label = QLabel(asked.reason, self)
            label.setBuddy(self.reason)
            column.addWidget(label)
        column.addWidget(self.reason)
        column.addWidget(self.error)
        column.addStretch(1)
        column.addLayout(self._buttons(theme))
        save = QShortcut(QKeySequence("Ctrl+Return"), self)
        save.activated.connect(self._on_act)
        first: QWidget = self.keep
        if self.choices:
            first = self.choices[0]
        elif asked.reason:
            first = self.reason
        first.setFocus()

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        self.act = QPushButton(self._asked.act, self)
        self.act.setProperty("kind", "danger" if self._asked.is_danger else "primary")
        self.act.setAutoDefault(False)
        self.act.clicked.connect(self._on_act)
        self.keep = QPushButton(self._asked.keep, self)
        self.keep.setDefault(True)
        self.keep.clicked.connect(self.reject)
        row = foot(self.act, self.keep)
        row.setSpacing(theme.px(24))
        return row

    @Slot()
    def _on_act(self) -> None:
        chosen = next((at for at, one in enumerate(self.choices) if one.isChecked()), None)
        if self.choices and chosen is None:
            self._say("Escolha uma das opções.", self.choices[0])
            return
        reason = self.reason.toPlainText().strip()
        if self._asked.is_reason_needed and not reason:
            self._say("Escreva o motivo; ele fica no registro.", self.reason)
            return
        self.confirmed.emit("" if chosen is None else self._asked.choices[chosen][0], reason)
        self.accept()

    def _say(self, sentence: str, where: QWidget) -> None:
        self.error.setText(sentence)
        self.error.show()
        where.setFocus()
