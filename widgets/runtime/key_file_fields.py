"""A key's file, the usual one unless another is chosen, and the password that opens it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from widgets.runtime.dialog import mark_search
from widgets.runtime.file_questions import ask_file
from widgets.runtime.theme.theme import Theme


def password_field(parent: QWidget) -> QLineEdit:
    """A password that is used once and kept nowhere."""
    field = mark_search(QLineEdit(parent))
    field.setEchoMode(QLineEdit.EchoMode.Password)
    return field


def typed_bytes(field: QLineEdit) -> bytes | None:
    """What stands in a password's field; None for nothing."""
    return field.text().encode() or None


class KeyFileFields(QWidget):
    """See the module.

    Args:
        what: label of the file.
        usual: what is taken where none is chosen, in words.
        kinds: files to choose from, as Qt wants it.
        password: label of the password.
        theme: look.
        parent: owner.
    """

    def __init__(
        self, what: str, usual: str, kinds: str, password: str, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self._what, self._kinds = what, kinds
        self.file = QLineEdit(self)
        self.file.setReadOnly(True)
        self.file.setPlaceholderText(usual)
        self.file.setAccessibleName(what)
        file_label = QLabel(what, self)
        file_label.setBuddy(self.file)
        self.pick = QPushButton("Escolher arquivo…", self)
        self.pick.setAutoDefault(False)
        self.pick.clicked.connect(self._ask_file)
        self.password = password_field(self)
        self.password.setAccessibleName(password)
        label = QLabel(password, self)
        label.setBuddy(self.password)
        row = QHBoxLayout()
        row.addWidget(self.file, 1)
        row.addWidget(self.pick)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(file_label)
        column.addLayout(row)
        column.addWidget(label)
        column.addWidget(self.password)

    def set_file(self, path: Path) -> None:
        """Another one than the usual."""
        self.path = path
        self.file.setText(str(path))

    @Slot()
    def _ask_file(self) -> None:
        ask_file(self, self._what, self._kinds, self.set_file)
