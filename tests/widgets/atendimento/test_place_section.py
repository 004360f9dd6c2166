"""Words in the place field become a point, a street or a unit; half a number is no fault."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.atendimento_ficha import Ficha
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.atendimento.place_section import PlaceSection


def section(ui: Ui, vivo: Vivo, host: QWidget) -> PlaceSection:
    made = PlaceSection(vivo.servicos.atendimento.lugar, ui.context, host)
    made.resize(800, 400)
    host.show()
    made.show()
    return made


def test_coordinates_are_taken_by_enter(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    place = section(ui, vivo, host)
    with ui.qtbot.waitSignal(place.chosen):
        QTest.keyClicks(place.edit, "-20.597, -36.938")
        QTest.keyClick(place.edit, Qt.Key.Key_Return)
    ficha = place.into(Ficha())
    assert (ficha.precisao, ficha.lat, ficha.lng) == ("ponto", -20.597, -36.938)
    assert place.edit.text() == "-20,597; -36,938"
    assert "Ponto" in place.state.text()
    # Typing again takes the pin away.
    with ui.qtbot.waitSignal(place.chosen):
        QTest.keyClicks(place.edit, "1")
    assert place.into(Ficha()).precisao == ""


def test_a_unit_is_chosen_from_the_list(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    place = section(ui, vivo, host)
    QTest.keyClicks(place.edit, "vila das oper")
    ui.until(lambda: len(place.choices.rows) > 0)
    QTest.keyClick(place.edit, Qt.Key.Key_Down)
    QTest.keyClick(place.choices, Qt.Key.Key_Return)
    ficha = place.into(Ficha())
    assert (ficha.precisao, ficha.ponto, place.edit.text()) == (
        "unidade",
        None,
        "Vila das Operárias",
    )


def test_half_a_number_is_said_on_enter_only(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    place = section(ui, vivo, host)
    QTest.keyClicks(place.edit, "-20")
    ui.settle()
    assert place.field.fault == ""
    QTest.keyClick(place.edit, Qt.Key.Key_Return)
    ui.until(lambda: place.field.fault != "")
    assert "Faltou a latitude ou a longitude" in place.field.fault


def test_a_point_from_the_map_is_read_like_a_typed_one(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    place = section(ui, vivo, host)
    assert place.on_map.isHidden()
    place.set_map(is_there=True)
    with ui.qtbot.waitSignal(place.map_requested):
        place.on_map.click()
    with ui.qtbot.waitSignal(place.chosen):
        place.take_point(-20.597, -36.938)
    assert place.into(Ficha()).lat == -20.597


def test_words_that_mean_nothing_say_so(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    place = section(ui, vivo, host)
    QTest.keyClicks(place.edit, "xyzzy")
    ui.until(lambda: "Nada com este nome" in place.state.text())
    assert place.choices.isHidden()
