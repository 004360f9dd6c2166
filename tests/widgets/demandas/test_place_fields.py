"""A typed point or only a unit: whose it is stands there at once, numbers are read strictly."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from app.services.demanda_lista import Escolha
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.demandas.place_fields import PlaceFields


@pytest.fixture
def fields(ui: Ui, vivo: Vivo, host: QWidget) -> PlaceFields:
    services = vivo.servicos
    made = PlaceFields(
        "", (None, "Unidade de antes"), services.atendimento.lugar, services.unidades.procurar,
        ui.context, host,
    )  # fmt: skip
    host.show()
    return made


def test_typing_a_point_says_its_unit(ui: Ui, vivo: Vivo, fields: PlaceFields) -> None:
    assert unnamed(fields) == []
    demands = vivo.servicos.demanda_lista.ordem(Escolha())
    views = (vivo.servicos.demanda_detalhe.abrir(one).vista for one in demands)
    lat, lng = next((one.lat, one.lng) for one in views if one.lat is not None)
    assert fields.change() == {}
    QTest.keyClicks(fields.point, f"{lat:.5f}; {lng:.5f}".replace(".", ","))
    ui.until(lambda: fields.is_said)
    assert fields.words.text().startswith("Unidade deste lugar: ")
    fields.point.clear()
    fields.look_up()
    assert fields.words.isHidden()


def test_half_a_number_is_said_on_leaving_only(ui: Ui, fields: PlaceFields, host: QWidget) -> None:
    other = QLineEdit(host)
    other.show()
    refused: list[str] = []
    fields.refused.connect(refused.append)
    fields.point.setFocus()
    QTest.keyClicks(fields.point, "-23")
    fields._on_settled()
    ui.settle()
    assert refused == []
    other.setFocus()
    ui.until(lambda: bool(refused))
    assert "-23" in refused[0]


def test_swapped_numbers_are_refused_with_the_reason(ui: Ui, fields: PlaceFields) -> None:
    refused: list[str] = []
    fields.refused.connect(refused.append)
    QTest.keyClicks(fields.point, "-46,63000; -23,55000")
    ui.until(lambda: bool(refused))
    assert not fields.is_said


def test_a_unit_takes_the_point_away(ui: Ui, vivo: Vivo, fields: PlaceFields) -> None:
    fields.point.setText("-7,1; -34,8")
    unit, name = vivo.servicos.unidades.procurar("")[0]
    fields.take_unit(unit, name)
    assert fields.change() == {"unidade": unit}
    ui.until(lambda: fields.is_said)
    assert "Antes: Unidade de antes" in fields.words.text()
