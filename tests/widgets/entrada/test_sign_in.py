"""The page that asks who it is: by keyboard, with one sentence for whatever did not fit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Papel
from app.services.sessao import Conta
from core.kernel.errors import UserFacingError
from tests.widgets.conftest import Ui
from widgets.entrada.sign_in import Occasion, SignInPage

ANA = Conta("44444444-0000-4000-8000-000000000001", "Ana", frozenset({Papel.OPERADOR}))


def sign_in(nome: str, senha: str) -> Conta:
    if (nome, senha) != ("Ana", "certa"):
        raise UserFacingError("conta.senha_errada")
    return ANA


def page(ui: Ui, host: QWidget, *names: str) -> SignInPage:
    made = SignInPage("Regional Norte", ui.context, lambda: names, sign_in, host)
    host.show()
    made.show()
    ui.qtbot.waitExposed(host)
    return made


def test_a_wrong_password_is_said_and_the_right_one_enters(ui: Ui, host: QWidget) -> None:
    asked = page(ui, host, "Ana", "Bia")
    asked.ask(Occasion.START)
    ui.settle()
    card = asked.card
    assert [card.account.itemText(at) for at in range(card.account.count())] == ["Ana", "Bia"]
    card.account.setEditText("Ana")
    QTest.keyClick(card.account, Qt.Key.Key_Return)
    QTest.keyClicks(card.password, "errada")
    QTest.keyClick(card.password, Qt.Key.Key_Return)
    ui.settle()
    assert "não conferem" in card.error.text()
    assert card.password.text() == ""
    QTest.keyClicks(card.password, "certa")
    with ui.qtbot.waitSignal(asked.entered) as entered:
        QTest.keyClick(card.password, Qt.Key.Key_Return)
    assert entered.args == [ANA]
    assert card.password.text() == ""
    asked.ask(Occasion.LOCKED)
    ui.settle()
    assert card.account.currentText() == "Ana"
    assert "bloqueada" in card.title.text()


def test_what_is_missing_is_said(ui: Ui, host: QWidget) -> None:
    asked = page(ui, host, "Ana", "Bia")
    asked.ask(Occasion.SWITCH)
    ui.settle()
    asked.card.enter.click()
    assert asked.card.error.text() == "Escolha a conta com que você entra."
    asked.card.account.setEditText("Ana")
    asked.card.enter.click()
    assert asked.card.error.text() == "Digite a senha."
    with ui.qtbot.waitSignal(asked.cancelled):
        asked.card.back.click()


def test_the_only_account_is_chosen_already(ui: Ui, host: QWidget) -> None:
    asked = page(ui, host, "Ana")
    asked.ask(Occasion.START)
    ui.settle()
    assert asked.card.account.currentText() == "Ana"
    assert not asked.card.back.isVisible()


def test_another_theme_asks_the_same(ui: Ui, host: QWidget) -> None:
    asked = page(ui, host, "Ana")
    asked.ask(Occasion.LOCKED)
    ui.context.theme.set_scale_pct(200)
    assert "bloqueada" in asked.card.title.text()
    ui.context.theme.set_scale_pct(100)
