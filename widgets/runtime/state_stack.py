"""Where data stands, or the reason why it does not: loading, empty, error with a retry.

The skeleton appears only when loading takes longer than 150 ms; until then the old content stays.
Source: ui.md, Behaviour.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.theme.theme import Theme
from widgets.runtime.theme.tokens import SKELETON_AFTER_MS

_SKELETON_ROWS = 8


class _Message(QWidget):
    """A sentence in the middle with perhaps one button under it."""

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setFont(theme.font(2))
        self.text = QLabel(self)
        self.text.setProperty("kind", "secondary")
        self.button = QPushButton(self)
        self.button.hide()
        self.button.clicked.connect(self.pressed)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(12))
        column.addStretch(1)
        for label in (self.title, self.text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    def fill(self, title: str, text: str, button: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.setAccessibleName(f"{title} {text}".strip())


class StateStack(QStackedWidget):
    """Shows ``content`` or what stands in its place.

    Signals:
        retry_requested: the button of the error was pressed.
        empty_action_requested: the button of the empty state was pressed.
    """

    retry_requested = Signal()
    empty_action_requested = Signal()

    def __init__(self, content: QWidget, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._least = QSize(theme.px(150), theme.px(90))
        self._skeleton = QWidget(self)
        rows = QVBoxLayout(self._skeleton)
        rows.setSpacing(theme.px(8))
        for _ in range(_SKELETON_ROWS):
            bar = QFrame(self._skeleton)
            bar.setProperty("kind", "skeleton")
            bar.setFixedHeight(theme.px(24))
            rows.addWidget(bar)
        rows.addStretch(1)
        self._skeleton.setAccessibleName("Carregando")
        self._empty = _Message(theme, self)
        self._empty.pressed.connect(self.empty_action_requested)
        self._error = _Message(theme, self)
        self._error.pressed.connect(self.retry_requested)
        for page in (content, self._skeleton, self._empty, self._error):
            self.addWidget(page)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SKELETON_AFTER_MS)
        self._timer.timeout.connect(self._on_loading_long)

    @override
    def minimumSizeHint(self) -> QSize:
        """Small: everything in here scrolls or wraps, so a small window must not grow for it."""
        return self._least

    @property
    def state(self) -> str:
        """``conteudo``, ``carregando``, ``vazio`` or ``erro``."""
        names = ("conteudo", "carregando", "vazio", "erro")
        return names[self.currentIndex()]

    @property
    def message(self) -> str:
        """The sentence shown in place of data, empty otherwise."""
        shown = {"vazio": self._empty, "erro": self._error}.get(self.state)
        return "" if shown is None else shown.accessibleName()

    def show_content(self) -> None:
        """Data is here."""
        self._timer.stop()
        self.setCurrentWidget(self._content)

    def show_loading(self) -> None:
        """Data is on its way; the skeleton comes after 150 ms."""
        if not self._timer.isActive():
            self._timer.start()

    def show_empty(self, title: str, text: str, button: str = "") -> None:
        """There is nothing: why, and what to do."""
        self._timer.stop()
        self._empty.fill(title, text, button)
        self.setCurrentWidget(self._empty)

    def show_error(self, sentence: str) -> None:
        """Reading failed: the sentence and a retry."""
        self._timer.stop()
        self._error.fill("Não foi possível ler", sentence, "Tentar de novo")
        self.setCurrentWidget(self._error)

    @Slot()
    def _on_loading_long(self) -> None:
        self.setCurrentWidget(self._skeleton)
