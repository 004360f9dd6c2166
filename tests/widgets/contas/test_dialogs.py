"""Closing an account asks with its consequence; a password is shown once and can be copied."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from app.services.contas import ContaListada
from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.contas.dialogs import CloseDialog, ShownPassword

ANA = ContaListada(
    "44444444-0000-4000-8000-000000000001", "Ana", ("operador",), None, None, True, True
)


def test_a_refusal_stands_in_the_dialog(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = CloseDialog(ANA, ui.context, host)
    dialog.open()
    assert unnamed(dialog) == []
    dialog.motive.setText("saiu")
    with ui.qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.act.click()
    assert confirmed.args == ["saiu"]
    dialog.refuse(UserFacingError("conta.ultimo_operador", nome="Ana"))
    assert "única conta de operador" in dialog.error.text()
    assert dialog.act.isEnabled()
    dialog.reject()


def test_a_password_is_copied(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = ShownPassword("Ana", "abcd-efgh-jkmn", ui.context, host)
    dialog.open()
    assert unnamed(dialog) == []
    copy = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Copiar")
    copy.click()
    assert QGuiApplication.clipboard().text() == "abcd-efgh-jkmn"
    dialog.accept()
