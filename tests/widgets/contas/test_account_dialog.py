"""Choosing roles: what each permits is said, and a councillor's account names its councillor."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.contas import ContaListada
from app.services.permissoes import Papel
from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.contas.account_dialog import AccountDialog, Choice

WHO = "22222222-0000-4000-8000-000000000001"
ZE = ContaListada(
    "44444444-0000-4000-8000-000000000001", "Zé", ("conselheiro",), WHO, "José", True, True
)


def test_a_new_account_is_chosen_and_a_refusal_loses_nothing(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = AccountDialog(None, ui.context, host)
    dialog.open()
    assert unnamed(dialog) == []
    dialog.name.setText("Bia")
    dialog.roles[Papel.ATENDENTE].setChecked(True)
    dialog.roles[Papel.MODERADOR].setChecked(True)
    assert not dialog.councillor.isVisible()
    with ui.qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.save.click()
    assert confirmed.args == [Choice("Bia", ("atendente", "moderador"), None, None)]
    dialog.refuse(UserFacingError("conta.nome_em_uso", nome="Bia"))
    assert dialog.name.text() == "Bia"
    assert "outro nome" in dialog.error.text()
    assert dialog.save.isEnabled()
    dialog.reject()


def test_other_roles_begin_with_those_held(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = AccountDialog(ZE, ui.context, host)
    dialog.open()
    dialog.set_councillors([("22222222-0000-4000-8000-000000000009", "Outra"), (WHO, "José")])
    assert dialog.name.isReadOnly()
    assert dialog.councillor.isVisible()
    dialog.motive.setText("eleito")
    with ui.qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.save.click()
    assert confirmed.args == [Choice("Zé", ("conselheiro",), WHO, "eleito")]
    dialog.reject()
