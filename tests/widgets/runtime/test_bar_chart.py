"""Bars are said in words, walked with the keyboard, opened, and taken out as images."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.bar_chart import Bar, BarChart, Chart

BARS = (
    Bar("atribuída", (1_204.0,), "atribuída: 1.204 demandas", "alvo-a"),
    Bar("concluída", (0.0,), "concluída: 0 demandas"),
    Bar("nível 1", (3.0,), "nível 1: 3 demandas", "alvo-c", "level1"),
)
CHART = Chart("situacao", "Por situação", "demandas", BARS)


def shown(ui: Ui, host: QWidget, chart: Chart = CHART) -> BarChart:
    made = BarChart(chart, ui.context.theme, host)
    made.resize(400, 240)
    host.show()
    return made


@pytest.mark.parametrize("is_lying", [False, True])
def test_the_keyboard_walks_and_opens(ui: Ui, host: QWidget, is_lying: bool) -> None:  # a case
    chart = shown(ui, host, Chart("a", "A", "demandas", BARS, is_lying=is_lying))
    said: list[str] = []
    chart.said.connect(said.append)
    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Down)
    QTest.keyClick(chart, Qt.Key.Key_End)
    assert said == [bar.told for bar in BARS]
    assert chart.accessibleDescription() == BARS[2].told
    with ui.qtbot.waitSignal(chart.opened) as opened:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert opened.args == ["alvo-c"]
    QTest.keyClick(chart, Qt.Key.Key_Home)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.at == 0


def test_a_bar_without_a_list_opens_nothing(ui: Ui, host: QWidget) -> None:
    chart = shown(ui, host)
    chart.move_to(1)
    with ui.qtbot.assertNotEmitted(chart.opened):
        QTest.keyClick(chart, Qt.Key.Key_Return)


def test_without_a_cursor_all_bars_are_told(ui: Ui, host: QWidget) -> None:
    chart = shown(ui, host)
    assert chart.accessibleName() == "Gráfico: Por situação, em demandas"
    assert chart.accessibleDescription() == "; ".join(bar.told for bar in BARS)


def test_an_empty_chart_takes_no_key_amiss(ui: Ui, host: QWidget) -> None:
    chart = shown(ui, host, Chart("vazio", "Vazio", "demandas", ()))
    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert chart.at_bar is None


def test_images_are_written_or_refused(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    pair = tuple(Bar(bar.label, (bar.values[0], 2.0), bar.told) for bar in BARS)
    chart = shown(ui, host, Chart("semanas", "Por semana", "demandas", pair, ("a", "b")))
    assert chart.save_png(tmp_path / "a.png")
    assert QImage(str(tmp_path / "a.png")).width() >= 400
    assert chart.save_svg(tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "<svg" in text
    assert "Por semana" in text
    assert not chart.save_png(tmp_path / "nenhuma" / "a.png")


def test_names_do_not_run_into_each_other(ui: Ui, host: QWidget) -> None:
    bars = tuple(Bar(f"{day:02}/11", (1.0,), f"{day}") for day in range(1, 25))
    chart = shown(ui, host, Chart("dias", "Dias", "demandas", bars))
    metrics = chart.fontMetrics()
    labels = chart._labels
    assert labels.step_for(5_000, metrics) == 1
    assert labels.step_for(300, metrics) > 2
