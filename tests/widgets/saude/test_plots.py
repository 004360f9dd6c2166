"""Plots: units written, values by keyboard, taken out as image and numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget

from app.services.motor import Medida
from tests.app.services.log_builder import NOW_MS
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.saude.plots import Plot, PlotsPane

MEASURE = Medida(
    "publicar", "Publicação", "ms", tuple((NOW_MS - (9 - i) * 60_000, i + 0.5) for i in range(10))
)


@pytest.fixture
def plot(ui: Ui, host: QWidget) -> Plot:
    made = Plot(MEASURE, ui.context, host)
    made.resize(500, 300)
    host.show()
    return made


def test_the_keyboard_walks_over_the_values(plot: Plot) -> None:
    assert plot.value.text() == "9,5 ms · 29/11/2026 21:53"
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.value.text() == "8,5 ms · 29/11/2026 21:52"
    QTest.keyClick(plot, Qt.Key.Key_Home)
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.value.text().startswith("0,5 ms")
    QTest.keyClick(plot, Qt.Key.Key_End)
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert plot.accessibleDescription().startswith("9,5 ms")
    assert plot.accessibleName() == "Gráfico: Publicação, em ms"
    assert unnamed(plot) == []


def test_axes_name_unit_and_zone(plot: Plot) -> None:
    item = plot._plot.getPlotItem()
    assert item.getAxis("left").labelText == "ms"
    assert item.getAxis("bottom").labelText == "hora (America/Sao_Paulo)"
    assert item.getAxis("left").tickStrings([0.5], 1, 0.5) == ["0,5"]
    hours = item.getAxis("bottom")
    assert hours.tickStrings([NOW_MS / 1_000], 1, 60) == ["21:53"]
    assert hours.tickStrings([NOW_MS / 1_000], 1, 86_400) == ["29/11"]
    assert hours.tickSpacing(0, 600, 450)[0][0] in (60, 300)


def test_the_pointer_says_the_nearest_value(plot: Plot) -> None:
    box = plot._plot.getPlotItem().vb
    place = box.mapViewToScene(QPointF(MEASURE.pontos[3][0] / 1_000, 1.0))
    plot._on_mouse_moved(place)
    assert plot.value.text().startswith("3,5 ms")


def test_out_as_image_and_numbers(ui: Ui, plot: Plot, tmp_path: Path) -> None:
    assert plot.save_png(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    plot._on_csv_named(str(tmp_path / "a.csv"))
    ui.settle()
    lines = (tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[:2] == ["quando;ms", "29/11/2026 21:44:20;0,5"]
    plot._on_png_named(str(tmp_path / "falta" / "a.png"))
    assert [level for level, _ in ui.notices] == ["info", "erro"]
    plot._on_export_png()
    plot._on_export_csv()
    dialogs = plot.findChildren(QFileDialog)
    assert sorted(dialog.defaultSuffix() for dialog in dialogs) == ["csv", "png"]
    for dialog in dialogs:
        dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_no_values_yet(ui: Ui, host: QWidget) -> None:
    empty = Plot(Medida("x", "Nada", "ms", ()), ui.context, host)
    QTest.keyClick(empty, Qt.Key.Key_Left)
    empty._on_mouse_moved(QPointF(1, 1))
    assert empty.value.text() == "sem medidas ainda"


def test_the_pane_redraws_only_what_changed(ui: Ui, host: QWidget) -> None:
    pane = PlotsPane(ui.context, host)
    pane.show_measures([MEASURE])
    first = pane.plots[0]
    pane.show_measures([MEASURE])
    assert pane.plots == [first]
    pane.show_measures([])
    assert pane.plots == []
