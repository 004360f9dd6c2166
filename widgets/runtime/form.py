"""A form in a dialog: labels above fields, the error under its field, nothing typed is lost.

Ctrl+Enter saves, Enter goes on, Esc asks only where something would be lost. Source: ui.md, Forms.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog


class FormDialog(Dialog):
    """Base of forms; shown with ``open``.

    Args:
        title: of the window.
        verb: on the button that saves.
        context: the window's common things.
        parent: the screen.
        is_final: the act cannot be taken back: its button is not the default one.
    """

    def __init__(
        self, title: str, verb: str, context: UiContext, parent: QWidget, *, is_final: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.context = context
        theme = context.theme
        self.errors: dict[str, QLabel] = {}
        self._fields: dict[str, QWidget] = {}
        body = QWidget(self)
        self.column = QVBoxLayout(body)
        self.column.setContentsMargins(0, 0, theme.px(8), 0)
        self.column.setSpacing(theme.px(4))
        area = QScrollArea(self)
        area.setWidget(body)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(title)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area = area
        self.refusal = QLabel(self)
        self.refusal.setProperty("kind", "danger")
        self.refusal.setWordWrap(True)
        self.refusal.hide()
        self.save = QPushButton(verb, self)
        self.save.setProperty("kind", "danger" if is_final else "primary")
        self.save.setAutoDefault(not is_final)
        self.save.setToolTip(f"{verb} (Ctrl+Enter)")
        self.save.clicked.connect(self._on_save)
        self.cancel = QPushButton("Voltar" if is_final else "Cancelar", self)
        self.cancel.setAutoDefault(is_final)
        self.cancel.clicked.connect(self.reject)
        keys = QShortcut(QKeySequence("Ctrl+Return"), self)
        keys.activated.connect(self._on_save)
        self.buttons = QHBoxLayout()
        first, last = (self.save, self.cancel) if is_final else (self.cancel, self.save)
        self.buttons.addWidget(first)
        self.buttons.addStretch(1)
        self.buttons.addWidget(last)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*[theme.px(16)] * 4)
        outer.setSpacing(theme.px(8))
        outer.addWidget(area, 1)
        outer.addWidget(self.refusal)
        outer.addLayout(self.buttons)

    def turn_page(self) -> None:
        """A new, empty column in the place of the fields, which are gone."""
        theme = self.context.theme
        body = QWidget(self)
        self.errors, self._fields = {}, {}
        self.column = QVBoxLayout(body)
        self.column.setContentsMargins(0, 0, theme.px(8), 0)
        self.column.setSpacing(theme.px(8))
        self._area.setWidget(body)

    def add_note(self, text: str, tone: str = "secondary") -> QLabel:
        """A sentence between the fields; ``tone`` empty for plain text."""
        note = QLabel(text, self)
        note.setProperty("kind", tone)
        note.setWordWrap(True)
        self.column.addWidget(note)
        return note

    def add_field(self, name: str, label: str, field: QWidget) -> None:
        """A field under its label, room for its error under it."""
        title = QLabel(label, self)
        title.setBuddy(field)
        field.setAccessibleName(label)
        if isinstance(field, QComboBox):
            field.view().setAccessibleName(f"{label}: lista")
        error = QLabel(self)
        error.setProperty("kind", "danger")
        error.setWordWrap(True)
        error.hide()
        for widget in (title, field, error):
            self.column.addWidget(widget)
        self.column.addSpacing(self.context.theme.px(8))
        self.errors[name] = error
        self._fields[name] = field

    def text_field(self, lines: int) -> QPlainTextEdit:
        """A field for several lines, which Tab leaves."""
        field = QPlainTextEdit(self)
        field.setProperty("kind", "input")
        field.setTabChangesFocus(True)
        field.setMinimumHeight(self.fontMetrics().lineSpacing() * lines + self.context.theme.px(16))
        return field

    def complain(self, problems: dict[str, str]) -> bool:
        """Show errors under their fields, go to the first; whether there are none."""
        for name, label in self.errors.items():
            words = problems.get(name, "")
            label.setText(words)
            label.setVisible(bool(words))
            self._fields[name].setAccessibleDescription(words)
        for name in self.errors:
            if name in problems:
                self._fields[name].setFocus(Qt.FocusReason.OtherFocusReason)
                break
        return not problems

    def refuse(self, error: BaseException) -> None:
        """The act was refused: the sentence stands in the form, and so does what was typed."""
        self.set_busy(is_busy=False)
        self.refusal.setText(self.context.describe(error).frase)
        self.refusal.setAccessibleName(self.refusal.text())
        self.refusal.show()

    def set_busy(self, *, is_busy: bool) -> None:
        """The act is on its way."""
        self.save.setEnabled(not is_busy)
        if is_busy:
            self.refusal.hide()

    @abstractmethod
    def submit(self) -> None:
        """Check and act; ends in ``accept`` or ``refuse``."""

    def act(
        self,
        work: Callable[[], object],
        done: Callable[[object], object],
        changed: frozenset[str] = frozenset(),
    ) -> None:
        """Run the act in a worker; ``changed`` is announced when it went through."""
        self.set_busy(is_busy=True)

        def finished(value: object) -> None:
            self.accept()
            done(value)

        self.context.runner.write(self, work, finished, self.refuse, changed=changed)

    @Slot()
    def _on_save(self) -> None:
        if self.save.isEnabled():
            self.submit()
