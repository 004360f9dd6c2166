"""Nothing is erased before it is said who, why, by whose word, and that it is meant."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.cidadaos import CidadaoResumo
from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.contas.erase_dialog import WORD, EraseDialog, Erasure

PERSON = "a2b52ead-b30b-4341-ae78-fe57a2583c56"


def test_a_resident_is_sought_named_and_confirmed_with_a_typed_word(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = EraseDialog(None, ui.context, host, asks_second=True)
    dialog.open()
    assert unnamed(dialog) == []
    dialog.name.setText("Deolinda")
    with ui.qtbot.waitSignal(dialog.sought) as sought:
        dialog.seek.click()
    assert sought.args == ["Deolinda"]
    dialog.show_found([])
    assert "Ninguém com este nome" in dialog.error.text()
    assert not dialog.act.isEnabled()
    dialog.word.setText(WORD)
    dialog.act.click()
    assert "Procure e escolha" in dialog.error.text()
    dialog.show_found([_deolinda()])
    for sentence, field, words in (
        ("Escreva o motivo", dialog.reason, "a pedido"),
        ("Falta a segunda conta", dialog.account, "Bia"),
        ("Falta a segunda conta", dialog.password, "x"),
    ):
        dialog.act.click()
        assert sentence in dialog.error.text()
        field.setText(words)
    with ui.qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.act.click()
    assert confirmed.args == [Erasure(PERSON, "LGPD art. 18, VI", "a pedido", "Bia", "x")]
    dialog.refuse(UserFacingError("conta.senha_errada"))
    assert dialog.error.text()
    assert (dialog.password.text(), dialog.reason.text()) == ("", "a pedido")
    dialog.reject()


def test_the_holder_of_an_account_needs_no_search(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = EraseDialog("Quitéria", ui.context, host, asks_second=False)
    dialog.open()
    assert unnamed(dialog) == []
    assert dialog.name.isHidden()
    assert dialog.password.isHidden()
    dialog.reason.setText("saiu")
    dialog.word.setText("eliminar")
    assert not dialog.act.isEnabled()
    dialog.word.setText(WORD)
    with ui.qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.act.click()
    assert confirmed.args[0].cidadao_id is None
    dialog.reject()


def _deolinda() -> CidadaoResumo:
    return CidadaoResumo(PERSON, "Deolinda Inventada", verificado_presencialmente=True)
