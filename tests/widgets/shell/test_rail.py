"""The rail: words, counts, collapse, keys named."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.runtime.context import UiContext
from widgets.runtime.screen import Screen, ScreenSpec
from widgets.shell.rail import Rail


def _never(context: UiContext, parent: QWidget) -> Screen:
    raise AssertionError


SPECS = (
    ScreenSpec("eventos", "Eventos", "eventos", _never),
    ScreenSpec("saude", "Saúde", "saude", _never),
)


def test_words_counts_and_choice(ui: Ui, host: QWidget) -> None:
    ui.context.actions.add(host, "janela.tela_1", "Ir", ("F3", "Ctrl+2"), lambda: None)
    rail = Rail(SPECS, ui.context, host)
    chosen: list[str] = []
    rail.chosen.connect(chosen.append)
    rail.set_count("saude", 3)
    assert [button.text() for button in rail.buttons.values()] == ["Eventos", "Saúde  3"]
    assert rail.buttons["saude"].accessibleName() == "Saúde, 3 à espera"
    assert rail.buttons["saude"].toolTip() == "Saúde (F3 ou Ctrl+2)"
    rail.buttons["saude"].click()
    rail.set_current("eventos")
    assert chosen == ["saude"]
    assert rail.buttons["eventos"].isChecked()
    assert (unnamed(rail), unreachable(rail)) == ([], [])


def test_collapsed_keeps_icons_counts_and_names(ui: Ui, host: QWidget) -> None:
    rail = Rail(SPECS, ui.context, host)
    wide = rail.width()
    told: list[bool] = []
    rail.collapsed_changed.connect(told.append)
    rail.set_count("saude", 3)
    rail.toggle.click()
    assert told == [True]
    assert rail.width() < wide
    assert [button.text() for button in rail.buttons.values()] == ["", "3"]
    assert rail.buttons["eventos"].accessibleName() == "Eventos"
    rail.toggle.click()
    assert (told, rail.width()) == ([True, False], wide)


@pytest.mark.parametrize("scale_pct", [100, 150, 200])
@pytest.mark.parametrize("count", [0, 7, 1_234])
def test_a_chosen_word_is_whole_with_its_count(
    ui: Ui, host: QWidget, scale_pct: int, count: int
) -> None:
    ui.context.theme.set_scale_pct(scale_pct)
    long = ScreenSpec("longa", "Sincronização geral", "eventos", _never)
    rail = Rail((*SPECS, long), ui.context, host)
    rail.resize(rail.width(), 400)
    host.show()
    rail.set_current("longa")
    rail.set_count("longa", count)
    QApplication.processEvents()
    button = rail.buttons["longa"]
    word = QFontMetrics(ui.context.theme.font(bold=True)).horizontalAdvance(button.text())
    assert word + button.iconSize().width() < button.width()


def test_many_screens_scroll_in_a_low_window(ui: Ui, host: QWidget) -> None:
    ui.context.theme.set_scale_pct(200)
    specs = [ScreenSpec(f"s{n}", f"Tela {n}", "eventos", _never) for n in range(14)]
    rail = Rail(specs, ui.context, host)
    assert rail.minimumSizeHint().height() < 400
    rail.resize(rail.width(), 500)
    host.show()
    rail.show()
    last = rail.buttons["s13"]
    rail.set_current("s13")
    ui.until(lambda: not last.visibleRegion().isEmpty())
    rail.buttons["s0"].setFocus()
    ui.until(lambda: not rail.buttons["s0"].visibleRegion().isEmpty())
    ui.context.theme.set_scale_pct(100)


def test_tab_comes_to_the_screen_in_front_and_the_arrows_to_the_others(
    ui: Ui, host: QWidget
) -> None:
    rail = Rail(SPECS, ui.context, host)
    chosen: list[str] = []
    rail.chosen.connect(chosen.append)
    rail.set_current("saude")
    assert [
        key
        for key, button in rail.buttons.items()
        if button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ] == ["saude"]
    rail.resize(200, 400)
    host.show()
    host.activateWindow()
    ui.until(host.isActiveWindow)
    rail.buttons["saude"].setFocus()
    QTest.keyClick(rail.buttons["saude"], Qt.Key.Key_Up)
    assert host.focusWidget() is rail.buttons["eventos"]
    assert chosen == ["eventos"]
