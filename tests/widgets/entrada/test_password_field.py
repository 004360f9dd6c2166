"""A password is not shown unless asked for, and letters of Caps Lock are noticed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from tests.widgets.conftest import Ui
from widgets.entrada.password_field import PasswordField


def pressed(text: str, *, has_shift: bool) -> QKeyEvent:
    shift = Qt.KeyboardModifier.ShiftModifier
    held = shift if has_shift else Qt.KeyboardModifier.NoModifier
    return QKeyEvent(QEvent.Type.KeyPress, 0, held, text)


def test_letters_that_contradict_shift_are_noticed(ui: Ui, host: QWidget) -> None:
    field = PasswordField(ui.context.icons, host)
    heard: list[bool] = []
    field.caps_changed.connect(heard.append)
    for text, has_shift in (("a", False), ("1", False), ("B", True), ("!", True)):
        field.keyPressEvent(pressed(text, has_shift=has_shift))
    assert heard == []
    # As Caps Lock gives it: a capital letter without Shift, a small one with it.
    field.keyPressEvent(pressed("C", has_shift=False))
    field.keyPressEvent(pressed("d", has_shift=True))
    assert (heard, field.is_caps) == ([True], True)
    field.keyPressEvent(pressed("e", has_shift=False))
    assert heard == [True, False]
    assert field.text() == "a1B!Cde"


def test_it_is_shown_on_request_and_hidden_again(ui: Ui, host: QWidget) -> None:
    field = PasswordField(ui.context.icons, host)
    field.setText("segredo")
    assert field.echoMode() == QLineEdit.EchoMode.Password
    (reveal,) = field.actions()
    reveal.trigger()
    assert field.echoMode() == QLineEdit.EchoMode.Normal
    field.forget()
    assert (field.text(), field.echoMode()) == ("", QLineEdit.EchoMode.Password)
