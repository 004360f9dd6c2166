"""The form gives back what it shows, and puts each fault under its field."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.atendimento_ficha import NOVO
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed
from tests.widgets.atendimento.conftest import POSTE
from tests.widgets.conftest import Ui
from widgets.atendimento.form import CounterForm


def form(ui: Ui, vivo: Vivo, host: QWidget) -> CounterForm:
    made = CounterForm(vivo.servicos.atendimento, ui.context, host)
    made.resize(800, 700)
    host.show()
    made.show()
    return made


def test_showing_and_giving_back_is_the_identity(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    counter = form(ui, vivo, host)
    told: list[int] = []
    counter.edited.connect(lambda: told.append(1))
    ficha = replace(
        POSTE, data="29/11/2026", canal="papel", quem=NOVO, nome="Ana", categoria_id="3.4"
    )
    for _ in range(10):
        counter.show_ficha(counter.ficha if told else ficha)
    assert (counter.ficha, told) == (ficha, [])
    assert unnamed(counter) == []


def test_faults_stand_under_their_fields_and_the_first_gets_the_focus(
    ui: Ui, vivo: Vivo, host: QWidget
) -> None:
    counter = form(ui, vivo, host)
    counter.show_ficha(replace(POSTE, quem=NOVO))
    counter.show_faults({"nome": "Sem nome.", "data": "Não existe."}, focus=True)
    assert (counter.fields["data"].fault, counter.fields["nome"].fault) == (
        "Não existe.",
        "Sem nome.",
    )
    ui.until(counter.date.hasFocus)
    counter.show_faults({})
    assert all(field.fault == "" for field in counter.fields.values())


def test_typing_tells_what_changed(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    counter = form(ui, vivo, host)
    with ui.qtbot.waitSignals([counter.edited, counter.text_edited]):
        QTest.keyClicks(counter.text, "Falta luz")
    with ui.qtbot.waitSignal(counter.edited):
        counter.set_category("3.4")
    assert counter.ficha.categoria_id == "3.4"
    with ui.qtbot.waitSignal(counter.edited):
        counter.channel.setCurrentIndex(1)
    counter.channel.setFocus()
    QTest.keyClick(counter.channel, Qt.Key.Key_Return)
    assert not counter.channel.hasFocus()
