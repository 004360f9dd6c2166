"""A field of the counter's form: its label above, its control, and under it what is wrong."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from widgets.runtime.theme.theme import Theme


class Field(QWidget):
    """See the module.

    Args:
        label: what it is called, also for the screen reader; ``&`` marks its letter.
        control: what is typed or chosen in.
        theme: spacing.
        parent: owner.
        hint: a sentence under the label; empty for none.
    """

    def __init__(
        self, label: str, control: QWidget, theme: Theme, parent: QWidget, hint: str = ""
    ) -> None:
        super().__init__(parent)
        self.control = control
        self.label = QLabel(label, self)
        self.label.setWordWrap(True)
        self.label.setBuddy(control)
        self._name = label.replace("&", "")
        control.setAccessibleName(self._name)
        self.hint = QLabel(hint, self)
        self.hint.setProperty("kind", "secondary")
        self.hint.setWordWrap(True)
        self.hint.setVisible(bool(hint))
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        for widget in (self.label, self.hint, control, self.error):
            column.addWidget(widget)

    def say(self, sentence: str) -> None:
        """Show what is wrong; empty takes it away. The screen reader hears it with the name."""
        self.error.setText(f"▲ {sentence}" if sentence else "")
        self.error.setVisible(bool(sentence))
        self.control.setAccessibleDescription(sentence)

    @property
    def fault(self) -> str:
        """What is shown under the field."""
        return self.control.accessibleDescription()


def line_field(
    label: str, theme: Theme, parent: QWidget, *, hint: str = "", placeholder: str = ""
) -> tuple[Field, QLineEdit]:
    """A field of one line and its editor."""
    edit = QLineEdit(parent)
    edit.setPlaceholderText(placeholder)
    edit.setMaxLength(400)
    return Field(label, edit, theme, parent, hint), edit
