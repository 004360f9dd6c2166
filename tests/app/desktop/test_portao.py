"""The gate over a real office: nobody looks in without an account, and nothing is lost behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.desktop.janela import Desktop
from core.kernel.errors import UserFacingError
from tests.support.com_contas import SENHA
from tests.support.vivo import Vivo


class Entrance:
    """A window as somebody finds it in the morning."""

    def __init__(self, vivo: Vivo, desktop: Desktop, qtbot: QtBot) -> None:
        self.vivo, self.desktop, self.qtbot = vivo, desktop, qtbot
        self.gate = desktop.gate

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: self.desktop.runner.is_idle, timeout=15_000)

    def enter(self, nome: str, senha: str = SENHA) -> None:
        """As a person types."""
        card = self.gate.page.card
        card.account.setEditText(nome)
        card.password.clear()
        QTest.keyClicks(card.password, senha)
        QTest.keyClick(card.password, Qt.Key.Key_Return)
        self.settle()

    @property
    def words(self) -> list[str]:
        """The rail."""
        return [spec.key for spec in self.desktop.specs]


@pytest.fixture
def entrance(
    com_contas: Vivo, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> Iterator[Entrance]:
    desktop = Desktop(qapp, com_contas.servicos, tmp_path / "vista.ini")
    desktop.theme.set_mode("claro")
    desktop.window.resize(1_280, 800)
    desktop.show()
    made = Entrance(com_contas, desktop, qtbot)
    made.settle()
    yield made
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")


def test_nothing_of_the_office_is_seen_before_somebody_signs_in(entrance: Entrance) -> None:
    window = entrance.desktop.window
    assert entrance.gate.is_closed
    assert window.current_key == ""
    assert not window.rail.isVisible()
    entrance.enter("Ana", "errada")
    assert "não conferem" in entrance.gate.page.card.error.text()
    entrance.enter("Ana")
    assert window.rail.isVisible()
    assert window.current_key != ""
    assert "Ana" in window.top.office.accessibleName()


def test_after_misses_the_page_says_how_long_to_wait(entrance: Entrance) -> None:
    for _ in range(3):
        entrance.enter("Ana", "errada")
    entrance.enter("Ana")
    assert "Espere 5 segundos" in entrance.gate.page.card.error.text()
    entrance.vivo.clock.advance(5_000)
    entrance.enter("Ana")
    assert not entrance.gate.is_closed


def test_lock_and_unlock_keep_what_was_half_written(entrance: Entrance) -> None:
    entrance.enter("Ana")
    window = entrance.desktop.window
    window.top.search.setText("meio escrito")
    screen = window.screen_of(window.current_key)
    dialog = QDialog(window)
    dialog.open()
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    if not entrance.gate.is_closed:  # a modal dialog takes the key from the window
        entrance.gate.lock()
    entrance.settle()
    assert entrance.gate.is_closed
    assert not window.top.search.isVisible()
    assert not dialog.isVisible()
    assert entrance.gate.page.card.account.currentText() == "Ana"
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert not any(one.isVisible() for one in window.findChildren(QDialog))
    entrance.enter("Ana")
    assert window.top.search.text() == "meio escrito"
    assert window.screen_of(window.current_key) is screen
    assert dialog.isVisible()
    dialog.close()


def test_another_account_enters_in_its_own_screens_and_the_first_finds_its_own_again(
    entrance: Entrance,
) -> None:
    entrance.enter("Ana")
    window = entrance.desktop.window
    mine, own = window.screen_of(window.current_key), entrance.words
    entrance.gate.lock()
    entrance.enter("Caio")
    assert not entrance.gate.is_closed
    assert "Caio" in window.top.office.accessibleName()
    assert set(entrance.words) < set(own)
    assert "contas" not in entrance.words
    assert window.screen_of(window.current_key) is not mine
    entrance.gate.switch()
    assert entrance.gate.page.card.back.isVisibleTo(entrance.gate.page)
    entrance.enter("Ana")
    assert entrance.words == own
    assert window.screen_of(mine.key) is mine


def test_one_may_go_back_without_changing_accounts(entrance: Entrance) -> None:
    entrance.enter("Bia")
    entrance.gate.switch()
    entrance.gate.page.card.back.click()
    assert not entrance.gate.is_closed
    assert entrance.desktop.context.session.conta is not None
    # Left alone while changing, the window locks: then there is no way back without a password.
    entrance.gate.switch()
    entrance.gate.idle.idled.emit()
    assert not entrance.gate.page.card.back.isVisibleTo(entrance.gate.page)


def test_it_closes_by_itself_and_opens_for_its_account(entrance: Entrance) -> None:
    seen = [entrance.gate.idle.is_running]
    entrance.enter("Bia")
    seen.append(entrance.gate.idle.is_running)
    entrance.gate.idle.idled.emit()
    seen.append(entrance.gate.idle.is_running)
    assert seen == [False, True, False]
    assert not entrance.desktop.window.rail.isVisible()
    entrance.enter("Bia")
    assert not entrance.gate.is_closed


def test_the_service_refuses_what_the_screens_do_not_show(entrance: Entrance) -> None:
    entrance.enter("Caio")
    services = entrance.vivo.servicos
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        services.contas.desativar("Bia", {"conta_id": "x", "papel": "auditor"})
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        services.copias.create()
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        services.territorio.reavaliar()


def test_a_demonstration_asks_nobody(
    vivo: Vivo, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    desktop = Desktop(qapp, vivo.servicos, tmp_path / "vista.ini")
    desktop.show()
    qtbot.waitUntil(lambda: desktop.runner.is_idle, timeout=15_000)
    assert not desktop.gate.is_closed
    assert "Demonstração" in desktop.window.top.office.accessibleName()
    desktop.gate.idle.start()
    assert not desktop.gate.idle.is_running
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")
