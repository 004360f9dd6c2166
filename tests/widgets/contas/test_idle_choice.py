"""The idle lock: chosen in the window, kept in the settings, in force at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.janela import Desktop
from app.services.contas import conta_da_sessao
from tests.support.com_contas import SENHA
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.contas.idle_choice import IdleChoice


@pytest.fixture
def choice(ui: Ui, vivo: Vivo, host: QWidget) -> IdleChoice:
    made = IdleChoice(vivo.servicos, ui.context, host)
    made.load()
    ui.settle()
    return made


def test_what_is_chosen_is_kept_and_said(ui: Ui, vivo: Vivo, choice: IdleChoice) -> None:
    assert choice.choice.currentText() == "10 minutos"
    assert choice.choice.itemText(choice.choice.count() - 1) == "nunca"
    choice.choice.setCurrentIndex(choice.choice.findData(2))
    choice.choice.activated.emit(choice.choice.currentIndex())
    ui.settle()
    assert vivo.servicos.configuracao.bloqueio_min() == 2
    assert ui.notices == [("info", "A janela se bloqueia depois de 2 minutos sem uso.")]


def test_a_number_that_is_not_offered_is_shown_all_the_same(
    ui: Ui, vivo: Vivo, choice: IdleChoice
) -> None:
    vivo.servicos.configuracao.usar_bloqueio(7)
    choice.load()
    ui.settle()
    assert choice.choice.currentText() == "7 minutos"


def test_it_holds_at_once(com_contas: Vivo, qapp: QApplication, qtbot: QtBot) -> None:
    services = com_contas.servicos
    services.sessao.entrar(conta_da_sessao(services.contas.entrar("Ana", SENHA)))
    desktop = Desktop(qapp, services, com_contas.lugar.dados / "vista.ini")
    try:
        desktop.show()
        desktop.context.go("contas")
        qtbot.waitUntil(lambda: desktop.runner.is_idle, timeout=30_000)
        found = desktop.window.screen_of("contas").findChild(IdleChoice)
        assert isinstance(found, IdleChoice)
        found.choice.setCurrentIndex(found.choice.findData(2))
        found.choice.activated.emit(found.choice.currentIndex())
        qtbot.waitUntil(lambda: desktop.runner.is_idle, timeout=30_000)
        timer = desktop.gate.idle.findChild(QTimer)
        assert isinstance(timer, QTimer)
        assert (timer.interval(), desktop.gate.idle.is_running) == (120_000, True)
    finally:
        desktop.close()
