"""Who it is decides which fields and consents there are."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.atendimento_ficha import ANONIMO, CONHECIDO, NOVO, Ficha
from tests.support.vivo import Vivo
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.citizen_section import CitizenSection

ATOR = {"conta_id": "44444444-0000-4000-8000-000000000001", "papel": "atendente"}


def section(ui: Ui, vivo: Vivo, host: QWidget) -> CitizenSection:
    counter = vivo.servicos.atendimento
    made = CitizenSection(counter.consultas, counter.termos, ui.context, host)
    host.show()
    made.show()
    return made


def test_a_form_is_shown_and_given_back_unchanged(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    person = section(ui, vivo, host)
    ficha = Ficha(
        quem=NOVO,
        nome="Ana Inventada",
        telefone="3218-0000",
        email="ana@exemplo.br",
        endereco="Rua 1",
        verificado=True,
        tratamento=True,
        contato=True,
        publicacao_imagem=True,
    )
    person.show_person(ficha)
    assert person.into(Ficha()) == ficha


def test_each_kind_has_its_own_fields(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    person = section(ui, vivo, host)
    assert (person.known.isHidden(), person.new.isHidden()) == (True, True)
    assert person.consents["tratamento"].isHidden()
    for kind, hidden in (
        (CONHECIDO, (False, True)),
        (NOVO, (True, False)),
        (ANONIMO, (True, True)),
    ):
        with ui.qtbot.waitSignal(person.edited):
            person.who[kind].click()
        assert (person.known.isHidden(), person.new.isHidden()) == hidden
        assert person.consents["tratamento"].isHidden() == (kind == ANONIMO)
    assert "eliminação" not in person.consents["contato"].accessibleDescription()
    assert "Avisar o morador" in person.consents["contato"].accessibleDescription()


def test_a_known_person_is_found_and_taken_by_keyboard(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    counter = vivo.servicos.atendimento
    ficha = replace(
        POSTE, quem=NOVO, nome="Zulmira Inventada", telefone="98765-4321", tratamento=True
    )
    counter.registrar(counter.abrir(ATOR), ficha, ATOR)
    vivo.ocioso()
    person = section(ui, vivo, host)
    person.who[CONHECIDO].click()
    QTest.keyClicks(person.search, "4321")
    ui.until(lambda: len(person.people.rows) == 1)
    QTest.keyClick(person.search, Qt.Key.Key_Down)
    QTest.keyClick(person.people, Qt.Key.Key_Return)
    found = person.into(Ficha())
    assert (found.quem, found.cidadao_nome) == (CONHECIDO, "Zulmira Inventada")
    assert found.cidadao_id is not None
    # Typing another name is nobody yet.
    QTest.keyClicks(person.search, "x")
    assert person.into(Ficha()).cidadao_id is None


def test_the_terms_can_be_read(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    person = section(ui, vivo, host)
    with ui.qtbot.waitSignal(person.terms_requested):
        person.read_terms.click()
