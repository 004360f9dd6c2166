"""A place is chosen by click, key or button, and its unit named at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.mapa_pagina import MapaPagina
from app.services.mapa_vistas import Onde, Ponto
from tests.core.base.territorio.leitura.test_azulejos import mbtiles, pmtiles
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.runtime.mapa.conftest import NEAR
from widgets.runtime.mapa.lugar import EscolhaDeLugar, EscolherLugarDialog, MapaDaDemanda, graus
from widgets.runtime.mapa.motor_web import MotorWeb
from widgets.runtime.mapa.vista_web import FUNDO, MapaView


def drawn(ui: Ui, view: MapaView) -> MotorWeb:
    told: list[object] = []
    view.drawn.connect(lambda *numbers: told.append(numbers))
    ui.qtbot.waitUntil(lambda: bool(told), timeout=NEAR)
    assert view.motor is not None
    return view.motor


def test_coordinates_are_written_as_here() -> None:
    assert graus(-23.5, -46.633333) == "-23,500000; -46,633333"


def test_a_click_tells_the_place_and_its_unit(ui: Ui, host: QWidget, pagina: MapaPagina) -> None:
    made = EscolhaDeLugar(pagina, ui.context, host)
    host.resize(900, 700)
    made.resize(800, 600)
    picked: list[tuple[float, float]] = []
    placed: list[Onde] = []
    made.picked.connect(lambda lat, lng: picked.append((lat, lng)))
    made.placed.connect(lambda _lat, _lng, onde: placed.append(onde))
    host.show()
    motor = drawn(ui, made.mapa)
    assert made.label.text() == "Clique no mapa para marcar o lugar."
    target = motor.view.focusProxy() or motor.view
    QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=QPoint(400, 250))
    ui.qtbot.waitUntil(lambda: bool(placed), timeout=NEAR)
    assert placed[0].nome == "São Paulo"
    assert made.label.text().startswith("São Paulo\n-23,")
    # Moved by whoever else knows better: the unit follows, nobody is told that it was picked.
    made.put(-23.95, -46.95)
    ui.qtbot.waitUntil(lambda: len(placed) == 2, timeout=NEAR)
    assert placed[1].nome == "Jardim São João"
    assert len(picked) == 1
    made.centre.click()
    ui.qtbot.waitUntil(lambda: len(picked) == 2, timeout=NEAR)
    ui.settle()
    assert (unnamed(made), unreachable(made)) == ([], [])


def test_a_dialog_gives_the_place_once(ui: Ui, host: QWidget, pagina: MapaPagina) -> None:
    host.show()
    dialog = EscolherLugarDialog(pagina, ui.context, host)
    chosen: list[tuple[float, float]] = []
    dialog.chosen.connect(lambda lat, lng: chosen.append((lat, lng)))
    dialog.open()
    drawn(ui, dialog.escolha.mapa)
    assert not dialog.use.isEnabled()
    dialog.escolha.mapa.picked.emit(-23.95, -46.95)
    assert dialog.use.isEnabled()
    ui.settle()
    dialog.use.click()
    assert chosen == [(-23.95, -46.95)]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_pin_that_is_there_already_has_its_unit(
    ui: Ui, host: QWidget, pagina: MapaPagina
) -> None:
    def no_web(_view: MapaView) -> MotorWeb:
        raise ImportError

    made = EscolhaDeLugar(pagina, ui.context, host, inicio=Ponto(-23.95, -46.95), fabrica=no_web)
    ui.until(lambda: made.onde is not None)
    assert made.label.text().startswith("Jardim São João")


def test_where_there_is_no_map_the_button_goes_too(
    ui: Ui, host: QWidget, pagina: MapaPagina, expect_log: object
) -> None:
    expect_log.warning("no map here")  # type: ignore[attr-defined] # the watch

    def no_web(_view: MapaView) -> MotorWeb:
        raise ImportError("gone")

    made = EscolhaDeLugar(pagina, ui.context, host, fabrica=no_web)
    host.show()
    ui.until(made.centre.isHidden)


def test_one_demands_place(ui: Ui, host: QWidget, pagina: MapaPagina) -> None:
    made = MapaDaDemanda(pagina, ui.context, host)
    made.resize(400, 300)
    made.show_place(-23.95, -46.95)
    host.show()
    motor = drawn(ui, made)
    answers: list[object] = []
    motor.page.runJavaScript(
        "document.querySelectorAll('.alfinete').length + '/' +"
        " document.querySelectorAll('.simbolo').length",
        answers.append,
    )
    ui.qtbot.waitUntil(lambda: answers == ["1/0"], timeout=NEAR)
    ui.qtbot.waitUntil(lambda: made.vista is not None and made.vista.zoom > 12, timeout=NEAR)


@pytest.mark.parametrize("is_good", [True, False])
def test_the_chosen_tiles_lie_under_every_map(
    ui: Ui, host: QWidget, pagina: MapaPagina, tmp_path: Path, is_good: bool
) -> None:
    file = mbtiles(tmp_path / "fundo.mbtiles")
    if not is_good:
        file = pmtiles(tmp_path / "fundo.pmtiles")
        file.write_bytes(file.read_bytes()[:50])
    ui.context.view.put(FUNDO, str(file))
    made = MapaDaDemanda(pagina, ui.context, host)
    host.show()
    drawn(ui, made)
    ui.settle()
    if is_good:
        assert made.estado.fundo is not None
        assert ui.notices == []
    else:
        assert made.estado.fundo is None
        assert ui.notices[0][0] == "aviso"
        assert "fundo.pmtiles está danificado" in ui.notices[0][1]


def test_the_pin_is_dragged_and_its_unit_follows(ui: Ui, host: QWidget, pagina: MapaPagina) -> None:
    made = EscolhaDeLugar(pagina, ui.context, host)
    host.resize(900, 700)
    made.resize(800, 600)
    picked: list[tuple[float, float]] = []
    made.picked.connect(lambda lat, lng: picked.append((lat, lng)))
    host.show()
    motor = drawn(ui, made.mapa)
    target = motor.view.focusProxy() or motor.view
    start = QPoint(400, 250)
    QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=start)
    ui.qtbot.waitUntil(lambda: len(picked) == 1, timeout=NEAR)
    seen: list[object] = []
    motor.page.runJavaScript("document.querySelectorAll('.alfinete').length", seen.append)
    ui.qtbot.waitUntil(lambda: seen == [1], timeout=NEAR)
    # The point of the pin is where it was put; it is held a little above that.
    held = start - QPoint(0, 12)
    QTest.mousePress(target, Qt.MouseButton.LeftButton, pos=held)
    for step in range(1, 9):
        QTest.mouseMove(target, held + QPoint(15 * step, 10 * step))
        ui.qtbot.wait(20)
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, pos=held + QPoint(120, 80))
    ui.qtbot.waitUntil(lambda: len(picked) == 2, timeout=NEAR)
    assert picked[1][0] < picked[0][0]
    assert picked[1][1] > picked[0][1]
    ui.settle()
    assert made.onde is not None
