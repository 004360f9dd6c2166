"""A resident asks with a number, a phone or a name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.vivo import Vivo
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.screen import AtendimentoScreen

ATOR = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}


def registered(vivo: Vivo) -> str:
    counter = vivo.servicos.atendimento
    ficha = replace(
        POSTE, quem="novo", nome="Zulmira Inventada", telefone="98765-4321", tratamento=True
    )
    done = counter.registrar(counter.abrir(ATOR), ficha, ATOR)
    vivo.ocioso()
    return str(done.protocolo)


def test_a_number_written_anyhow_finds_the_demand(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen
) -> None:
    number = registered(vivo)
    page = screen.status
    screen.open_target(number.replace("-", "").replace("0", "o").lower())
    ui.until(lambda: page.title.text() == number)
    assert "vaga" in page.sentence.text() or page.sentence.text()
    assert "O que já aconteceu" in page.history.text()
    page.open.click()
    ui.until(lambda: page.title.text() == number)  # there is no other screen for it here
    page.receipt.click()
    ui.until(lambda: screen.stack.currentWidget() is screen.receipt)


@pytest.mark.parametrize("typed", ["4321", "zulmira"])
def test_a_person_is_found_and_her_demands_shown(
    ui: Ui, vivo: Vivo, screen: AtendimentoScreen, typed: str
) -> None:
    number = registered(vivo)
    page = screen.status
    screen.show_page(page)
    QTest.keyClicks(page.search, typed)
    QTest.keyClick(page.search, Qt.Key.Key_Return)
    ui.until(lambda: page.title.text() == number)
    assert "Zulmira" not in page.facts.text() + page.history.text()


def test_what_is_not_found_is_said_under_the_field(ui: Ui, screen: AtendimentoScreen) -> None:
    page = screen.status
    screen.show_page(page)
    page.look_up.click()
    assert "Digite o protocolo" in page.field.fault
    page.ask("ninguém assim")
    ui.until(lambda: "Ninguém foi encontrado" in page.field.fault)
    screen.set_narrow(is_narrow=True)
    screen.set_narrow(is_narrow=False)
    page.reload()
