"""A chart with the table behind it and the ways out."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.services.exportacao import Perfil
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.runtime.test_bar_chart import BARS, CHART
from widgets.runtime.bar_chart import Bar, Chart
from widgets.runtime.chart_card import ChartCard


@pytest.fixture
def card(ui: Ui, host: QWidget) -> ChartCard:
    made = ChartCard(CHART, "teste", ui.context, host)
    made.resize(500, 360)
    host.show()
    return made


def test_the_table_has_the_same_numbers(card: ChartCard, ui: Ui) -> None:
    card.as_table.click()
    assert card.table.isVisible()
    assert not card.chart.isVisible()
    model = card.table.model
    assert [model.index(row, 1).data() for row in range(3)] == ["1.204", "0", "3"]
    with ui.qtbot.waitSignal(card.opened) as opened:
        card.table.table.opened.emit(0)
    assert opened.args == ["alvo-a"]
    card.table.table.opened.emit(1)
    card.as_table.click()
    assert card.chart.isVisible()


def test_what_is_under_the_cursor_is_written(card: ChartCard) -> None:
    assert card.said.text().startswith("Aponte uma barra")
    card.chart.move_to(0)
    assert card.said.text() == BARS[0].told
    card.chart.move_to(-1)
    assert card.said.text().endswith("Enter ou clique abre a lista.")


def test_other_numbers_keep_cursor_and_keyboard(card: ChartCard) -> None:
    card.chart.setFocus()
    card.chart.move_to(2)
    before = card.chart
    card.show_chart(CHART)
    assert card.chart is before
    card.show_chart(Chart("situacao", "Por situação", "demandas", BARS[::-1]))
    assert card.chart is not before
    assert (card.chart.at, card.chart.hasFocus()) == (2, True)
    assert card.said.text() == BARS[0].told


def test_two_series_have_a_legend_and_two_columns(ui: Ui, host: QWidget) -> None:
    bars = (Bar("01/06", (3.0, 2.5), "3 e 2,5"),)
    made = ChartCard(Chart("s", "S", "x", bars, ("vindas", "idas")), "teste", ui.context, host)
    assert made.legend.text() == "■ vindas   ▨ idas"
    assert [column.title for column in made.table.model.columns] == ["O quê", "vindas", "idas"]


def test_numbers_and_images_are_written(card: ChartCard, ui: Ui, tmp_path: Path) -> None:
    card.table.export_to(tmp_path / "n.csv", Perfil.RFC_4180)
    ui.until((tmp_path / "n.csv").exists)
    ui.settle()
    with (tmp_path / "n.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file))[1] == ["atribuída", "1204"]
    card.save_image(tmp_path / "a.svg")
    card.save_image(tmp_path / "a.png")
    assert (tmp_path / "a.svg").exists()
    card.save_image(tmp_path / "nenhuma" / "a.png")
    assert ui.notices[-1][0] == "erro"
    assert ui.notices[-1][1].startswith("O gráfico não foi gravado em a.png")


def test_everything_has_a_name_and_is_reached(card: ChartCard) -> None:
    assert unnamed(card) == unreachable(card) == []
