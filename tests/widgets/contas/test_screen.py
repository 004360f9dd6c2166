"""Contas over a real office: make an account, change it, close it, and read who held what when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.desktop.janela import Desktop
from app.services.contas import conta_da_sessao
from app.services.permissoes import Papel
from tests.support.com_contas import SENHA
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed, unreachable
from widgets.contas.account_dialog import AccountDialog
from widgets.contas.dialogs import CloseDialog, ShownPassword
from widgets.contas.screen import ContasScreen


class Operator:
    """The operator at the screen."""

    def __init__(self, vivo: Vivo, desktop: Desktop, qtbot: QtBot) -> None:
        self.vivo, self.desktop, self.qtbot = vivo, desktop, qtbot

    def settle(self) -> None:
        self.vivo.ocioso()
        self.qtbot.waitUntil(lambda: self.desktop.runner.is_idle, timeout=15_000)

    @property
    def screen(self) -> ContasScreen:
        found = self.desktop.window.screen_of("contas")
        assert isinstance(found, ContasScreen)
        return found

    def dialog(self) -> QDialog:
        return next(one for one in self.screen.findChildren(QDialog) if one.isVisible())

    def select(self, nome: str) -> None:
        account = self.vivo.servicos.contas.achar(nome)
        assert self.screen.accounts.select(account.conta_id)

    def told(self) -> list[tuple[str, str | None]]:
        lines = self.vivo.servicos.contas.historico_de_papeis()
        return [(one.nome, one.ato) for one in lines]


@pytest.fixture
def operator(
    com_contas: Vivo, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> Iterator[Operator]:
    services = com_contas.servicos
    services.sessao.entrar(conta_da_sessao(services.contas.entrar("Ana", SENHA)))
    desktop = Desktop(qapp, services, tmp_path / "vista.ini")
    desktop.theme.set_mode("claro")
    desktop.window.resize(1_280, 800)
    desktop.show()
    desktop.window.open_screen("contas")
    made = Operator(com_contas, desktop, qtbot)
    made.settle()
    yield made
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")


def test_an_account_is_made_and_enters_with_the_password_that_was_shown(operator: Operator) -> None:
    operator.screen.new.click()
    operator.settle()
    dialog = operator.dialog()
    assert isinstance(dialog, AccountDialog)
    dialog.name.setText("bia")
    dialog.roles[Papel.AUDITOR].setChecked(True)
    dialog.save.click()
    operator.settle()
    assert "Já há uma conta" in dialog.error.text()
    dialog.name.setText("Dora")
    dialog.save.click()
    operator.settle()
    shown = operator.dialog()
    assert isinstance(shown, ShownPassword)
    accounts = operator.vivo.servicos.contas
    assert accounts.entrar("Dora", shown.field.text()).papeis == ("auditor",)
    shown.accept()
    operator.settle()
    assert operator.told()[0] == ("Dora", "criacao")
    names = [operator.screen.accounts.model.index(at, 0).data() for at in range(4)]
    assert names == ["Ana", "Bia", "Caio", "Dora"]


def test_roles_change_and_an_account_closes_and_opens(operator: Operator) -> None:
    screen = operator.screen
    operator.select("Bia")
    screen.roles.click()
    operator.settle()
    dialog = operator.dialog()
    assert isinstance(dialog, AccountDialog)
    dialog.roles[Papel.MODERADOR].setChecked(True)
    dialog.save.click()
    operator.settle()
    operator.select("Bia")
    screen.close_account.click()
    closing = operator.dialog()
    assert isinstance(closing, CloseDialog)
    closing.act.click()
    operator.settle()
    operator.select("Bia")
    assert screen.reopen.isVisible()
    screen.reopen.click()
    operator.settle()
    acts = [ato for nome, ato in operator.told() if nome == "Bia"]
    assert acts == ["reativacao", "desativacao", "papeis", "criacao"]


def test_the_last_operator_is_kept_with_a_sentence(operator: Operator) -> None:
    operator.select("Ana")
    operator.screen.close_account.click()
    closing = operator.dialog()
    assert isinstance(closing, CloseDialog)
    closing.act.click()
    operator.settle()
    assert "única conta de operador" in closing.error.text()
    closing.reject()


def test_another_password_is_set_and_shown(operator: Operator) -> None:
    operator.select("Caio")
    operator.screen.password.click()
    operator.settle()
    shown = operator.dialog()
    assert isinstance(shown, ShownPassword)
    assert operator.vivo.servicos.contas.entrar("Caio", shown.field.text()).nome == "Caio"
    shown.accept()


def test_every_control_has_a_name_and_a_keyboard_way(operator: Operator) -> None:
    for at in range(operator.screen.tabs.count()):
        operator.screen.tabs.setCurrentIndex(at)
        assert unnamed(operator.screen) == []
        assert unreachable(operator.screen) == []
