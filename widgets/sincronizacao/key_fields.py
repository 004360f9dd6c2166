"""What joining asks and shows of keys: the root key's file, passwords, fingerprints to be read aloud."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.services.entrada_rede import ChaveRaiz
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import mark_search
from widgets.runtime.file_questions import ask_file
from widgets.runtime.theme.theme import Theme

ROOT_FILES = "Chave-raiz (*.cofre);;Todos (*)"


def fingerprint_label(shown: str, what: str, theme: Theme, parent: QWidget) -> QLabel:
    """A fingerprint in groups, large enough to be read aloud from it."""
    label = QLabel(shown, parent)
    label.setFont(theme.mono_font(2))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    label.setAccessibleName(f"{what}: {shown}")
    return label


def heard_field(parent: QWidget) -> QLineEdit:
    """Where a fingerprint is typed as it was heard; large and small letters and dashes are the same."""
    field = mark_search(QLineEdit(parent))
    field.setPlaceholderText("XXXX-XXXX-XXXX-…")
    return field


def password_field(parent: QWidget) -> QLineEdit:
    """A password that is used once and kept nowhere."""
    field = mark_search(QLineEdit(parent))
    field.setEchoMode(QLineEdit.EchoMode.Password)
    return field


def typed_bytes(field: QLineEdit) -> bytes | None:
    """What stands in a password's field; None for nothing."""
    return field.text().encode() or None


class RootKeyFields(QWidget):
    """The root key's file, the one beside the settings unless another is chosen, and its password."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self._path: Path | None = None
        self.file = QLineEdit(self)
        self.file.setReadOnly(True)
        self.file.setPlaceholderText("chave-raiz.cofre, neste computador")
        self.file.setAccessibleName("Arquivo da chave-raiz")
        file_label = QLabel("Arquivo da chave-raiz", self)
        file_label.setBuddy(self.file)
        self.pick = QPushButton("Está em outro lugar…", self)
        self.pick.setAutoDefault(False)
        self.pick.clicked.connect(self._ask_file)
        self.password = password_field(self)
        self.password.setAccessibleName("Senha da chave-raiz")
        label = QLabel("Senha da chave-raiz (vazia, se ela não tem)", self)
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

    def chosen(self) -> ChaveRaiz:
        """As it stands in the fields."""
        return ChaveRaiz(self._path, typed_bytes(self.password))

    def set_file(self, path: Path) -> None:
        """Another place than beside the settings."""
        self._path = path
        self.file.setText(str(path))

    @Slot()
    def _ask_file(self) -> None:
        ask_file(self, "Onde está a chave-raiz", ROOT_FILES, self.set_file)
