"""A field for a password: nothing shown, a look at it on request, and a word about Caps Lock."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from widgets.runtime.theme.icons import Icons


class PasswordField(QLineEdit):
    """See the module.

    Signals:
        caps_changed(bool): letters arrive as if Caps Lock were on, or no longer.
    """

    caps_changed = Signal(bool)

    def __init__(self, icons: Icons, parent: QWidget, name: str = "Senha") -> None:
        super().__init__(parent)
        self._is_caps = False
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setAccessibleName(name)
        # Neither remembered nor put right by the system.
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
            | Qt.InputMethodHint.ImhNoAutoUppercase
        )
        self._reveal = self.addAction(
            icons.icon("olho", "secondary"), QLineEdit.ActionPosition.TrailingPosition
        )
        self._reveal.setText("Mostrar a senha")
        self._reveal.setToolTip("Mostrar a senha")
        self._reveal.setCheckable(True)
        self._reveal.toggled.connect(self._on_reveal)

    @property
    def is_caps(self) -> bool:
        """Caps Lock seems to be on."""
        return self._is_caps

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Notice letters that contradict Shift: no system tells Qt about Caps Lock."""
        text = event.text()
        if len(text) == 1 and text.isalpha() and text.upper() != text.lower():
            has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._set_caps(is_caps=text.isupper() != has_shift)
        elif event.key() == Qt.Key.Key_CapsLock:
            self._set_caps(is_caps=False)
        super().keyPressEvent(event)

    def forget(self) -> None:
        """Empty and hidden again."""
        self.clear()
        self._reveal.setChecked(False)
        self._set_caps(is_caps=False)

    def _set_caps(self, *, is_caps: bool) -> None:
        if is_caps != self._is_caps:
            self._is_caps = is_caps
            self.caps_changed.emit(is_caps)

    @Slot(bool)
    def _on_reveal(self, is_on: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if is_on else QLineEdit.EchoMode.Password
        self.setEchoMode(mode)
        word = "Esconder a senha" if is_on else "Mostrar a senha"
        self._reveal.setText(word)
        self._reveal.setToolTip(word)
