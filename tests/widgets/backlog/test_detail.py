"""The reason of a place: sentence, bars with words, neighbours to go to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.office import demanda
from tests.support.quadros_inventados import line
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.backlog.test_words import ESPERANDO, VIZINHA
from tests.widgets.conftest import Ui
from widgets.backlog.detail import ExplanationPane


@pytest.fixture
def pane(ui: Ui, host: QWidget) -> ExplanationPane:
    made = ExplanationPane(ui.context, host)
    made.resize(480, 760)
    host.show()
    return made


def test_nothing_chosen_says_what_to_do(pane: ExplanationPane) -> None:
    assert pane.state.message.startswith("Nenhuma demanda escolhida")


def test_the_sentence_comes_first_and_the_bars_are_told_in_words(
    pane: ExplanationPane, ui: Ui
) -> None:
    pane.show_explanation(line(7), replace(ESPERANDO, acima=VIZINHA))
    assert pane.sentence.text().startswith("7ª porque nível 3 pesa 60")
    assert pane.product.text() == "60 × 0,75 × 85 = 3.825,00 pontos · parâmetros v1"
    assert pane.chart is not None
    described = pane.chart.accessibleDescription()
    assert "Peso do nível 3: 60 de 100" in described
    assert "Carência da unidade neste nível: 0,75 de 1" in described
    assert "Valor da categoria dentro do nível: 85 de 100" in described
    QTest.keyClick(pane.chart, Qt.Key.Key_Right)
    assert pane.factor.text() == "Peso do nível 3: 60 de 100"
    QTest.keyClick(pane.chart, Qt.Key.Key_End)
    assert pane.factor.text() == "Valor da categoria dentro do nível: 85 de 100"
    assert unnamed(pane) == unreachable(pane) == []


def test_neighbours_and_the_demand_itself_can_be_gone_to(pane: ExplanationPane, ui: Ui) -> None:
    pane.show_explanation(line(7), replace(ESPERANDO, acima=VIZINHA))
    assert pane.above.isVisible()
    assert not pane.below.isVisible()
    with ui.qtbot.waitSignal(pane.neighbour_wanted) as neighbour:
        pane.above.button.click()
    assert neighbour.args == [demanda(6)]
    with ui.qtbot.waitSignal(pane.demand_wanted) as wanted:
        pane.open_button.click()
    assert wanted.args == [demanda(7)]
    pane.show_explanation(line(7), ESPERANDO)
    assert pane.alone.isVisible()


def test_without_points_there_are_no_bars(pane: ExplanationPane) -> None:
    pane.show_explanation(line(7), ESPERANDO)
    pane.show_explanation(line(8, "andamento"), replace(ESPERANDO, fatores=None))
    assert pane.chart is None
    assert not pane.product.isVisible()
    assert pane.sentence.text().startswith("Está em andamento sem pontos")
