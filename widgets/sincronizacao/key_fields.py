"""What joining asks and shows of keys: the root key's file, fingerprints to be read aloud and heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.services.entrada_rede import ChaveRaiz
from app.services.impressoes import Ouvida, comparar
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import mark_search
from widgets.runtime.form import FormDialog
from widgets.runtime.key_file_fields import KeyFileFields, typed_bytes
from widgets.runtime.theme.theme import Theme

_VERDICTS: Final[dict[Ouvida, tuple[str, str]]] = {
    "incompleta": ("secondary", ""),
    "mesma": ("ok", "✓ É a mesma: {o_que} confere."),
    "outra": (
        "danger",
        (
            "✗ Não é a mesma. Peça que leia outra vez, devagar. Se continuar outra, pare aqui: o "
            "arquivo não é de quem se pensa."
        ),
    ),
}
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


class HeardField(QLineEdit):
    """Where a fingerprint is typed while somebody else reads it aloud.

    What the file says is covered until the same was typed: nobody compares by copying the screen.

    Args:
        expected: fingerprints of which it has to be one.
        what: of what they are.
        theme: the window's.
        parent: the form.
    """

    def __init__(self, expected: Sequence[str], what: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._expected = tuple(expected)
        self._what = what
        mark_search(self)
        self.setPlaceholderText("XXXX-XXXX-XXXX-…")
        self.verdict = QLabel(parent)
        self.verdict.setWordWrap(True)
        self.verdict.setFont(theme.font(0, bold=True))
        self.verdict.hide()
        self.textChanged.connect(self._on_typed)

    def add_to(self, form: FormDialog, name: str, label: str) -> None:
        """Under its label, with room for what came of comparing."""
        form.add_field(name, label, self)
        form.column.addWidget(self.verdict)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        found = comparar(self._expected, text)
        tone, words = _VERDICTS[found]
        self.verdict.setText(words.format(o_que=self._what))
        self.verdict.setProperty("kind", tone)
        self.verdict.style().polish(self.verdict)
        self.verdict.setVisible(bool(words))


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
