"""An office that does not open gives a sentence and choices."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.kernel.errors import EnvironmentFault, IntegrityFault
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.keyboard_walk import faults
from widgets.shell.opening_fault import Choice, OpeningFaultWindow


def _window(ui: Ui, qtbot: QtBot, error: Exception) -> OpeningFaultWindow:
    context = ui.context
    falha = context.describe(error)
    window = OpeningFaultWindow(falha, "/dados/escritorio", context.theme, context.icons)
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.mark.parametrize(
    ("error", "first"),
    [
        (IntegrityFault("banco.danificado", onde="/dados"), Choice.VERIFICAR),
        (EnvironmentFault("banco.ocupado", onde="/dados"), Choice.TENTAR),
        (EnvironmentFault("banco.nao_existe", onde="/dados"), Choice.CRIAR),
    ],
)
def test_the_sensible_choice_comes_first_and_answers_to_the_keyboard(
    ui: Ui, qtbot: QtBot, error: Exception, first: Choice
) -> None:
    window = _window(ui, qtbot, error)
    chosen: list[str] = []
    window.chosen.connect(chosen.append)
    assert next(iter(window.buttons)) is first
    assert window.buttons[first].property("kind") == "primary"
    assert "Traceback" not in window.sentence.text()
    QTest.keyClick(window.buttons[first], Qt.Key.Key_Space)
    window.close()
    assert chosen == [first]
    assert (unnamed(window), unreachable(window)) == ([], [])


def test_closing_is_leaving(ui: Ui, qtbot: QtBot) -> None:
    window = _window(ui, qtbot, IntegrityFault("banco.nao_e_banco", onde="/dados"))
    chosen: list[str] = []
    window.chosen.connect(chosen.append)
    window.close()
    assert chosen == [Choice.SAIR]
    assert set(window.buttons) == set(Choice) - {Choice.CRIAR}


def test_tab_walks_it_and_back(ui: Ui, qtbot: QtBot) -> None:
    window = _window(ui, qtbot, IntegrityFault("banco.danificado", onde="/dados"))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert faults(window, set()) == ""
