"""What joining asks and shows of keys: the root key's file, fingerprints to be read aloud and heard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.services.entrada_rede import ChaveRaiz
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import mark_search
from widgets.runtime.key_file_fields import KeyFileFields, typed_bytes
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


class RootKeyFields(KeyFileFields):
    """The root key: the file beside the settings unless another is chosen."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(
            "Arquivo da chave-raiz",
            "chave-raiz.cofre, neste computador",
            ROOT_FILES,
            "Senha da chave-raiz (vazia, se ela não tem)",
            context.theme,
            parent,
        )

    def chosen(self) -> ChaveRaiz:
        """As it stands in the fields."""
        return ChaveRaiz(self.path, typed_bytes(self.password))
