"""The panel over a living office: numbers, units, keyboard, what changes while one looks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.services.painel_alvos import escolha_de
from tests.support.balcao import MODERADOR
from tests.support.vivo import serve
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Mesa
from widgets.painel.screen import OFFICE, PainelScreen
from widgets.painel.tile import NumberTile


@pytest.fixture
def screen(mesa: Mesa) -> PainelScreen:
    found = mesa.open("painel")
    assert isinstance(found, PainelScreen)
    mesa.until(lambda: found.painel is not None)
    return found


def tile(screen: PainelScreen, caption: str) -> NumberTile:
    """The one of this name."""
    (found,) = [one for one in screen.tiles if one.caption.text() == caption]
    return found


def test_it_opens_with_the_whole_office(screen: PainelScreen) -> None:
    assert screen.painel is not None
    assert screen.picker.text() == OFFICE
    assert tile(screen, "em aberto").number.text() == str(screen.painel.numeros.abertas)
    assert not screen.only_this.isEnabled()
    assert len(screen.cards) == 6


def test_it_opens_with_the_unit_that_the_office_serves_until_another_is_chosen(mesa: Mesa) -> None:
    unit, label = mesa.vivo.servicos.unidades.procurar("")[0]
    serve(mesa.vivo, unit)
    screen = mesa.open("painel")
    assert isinstance(screen, PainelScreen)
    mesa.until(lambda: screen.painel is not None)
    assert screen.picker.text() == label
    screen.whole.click()
    mesa.until(lambda: screen.painel is not None and screen.painel.unidade is None)
    mesa.settle()
    screen.save_view()
    again = PainelScreen(
        mesa.vivo.servicos.painel, mesa.vivo.servicos.unidades, screen.context, screen
    )
    again.reload()
    mesa.until(lambda: again.painel is not None)
    assert again.picker.text() == OFFICE
    mesa.settle()


def test_with_several_served_units_it_opens_with_the_office(mesa: Mesa) -> None:
    first, second, *_ = mesa.vivo.servicos.unidades.procurar("")
    serve(mesa.vivo, first[0], second[0])
    screen = mesa.open("painel")
    assert isinstance(screen, PainelScreen)
    mesa.until(lambda: screen.painel is not None)
    assert screen.picker.text() == OFFICE
    mesa.settle()


def test_a_number_opens_the_list_that_it_counts(
    mesa: Mesa, screen: PainelScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[tuple[str, str]] = []
    monkeypatch.setattr(
        type(screen), "_go", lambda _self, key, target: gone.append((key, target)), raising=True
    )
    tile(screen, "em aberto").click()
    tile(screen, "até a conclusão (mediana)").click()
    (bar,) = [bar for bar in screen.cards[0].chart.chart.bars if "em progresso" in bar.label]
    screen.cards[0].chart.move_to(screen.cards[0].chart.chart.bars.index(bar))
    QTest.keyClick(screen.cards[0].chart, Qt.Key.Key_Return)
    assert [key for key, _target in gone] == ["demandas", "demandas"]
    assert escolha_de(gone[1][1]).situacoes == ("em_progresso",)
    assert len(escolha_de(gone[0][1]).situacoes) == 8


def test_a_unit_is_chosen_with_the_keyboard_and_left_again(
    mesa: Mesa, screen: PainelScreen
) -> None:
    screen.picker.setFocus()
    screen.picker.selectAll()
    QTest.keyClicks(screen.picker, "cafezal")
    QTest.keyClick(screen.picker, Qt.Key.Key_Return)
    mesa.until(lambda: screen.painel is not None and screen.painel.unidade is not None)
    assert screen.only_this.isEnabled()
    assert not any(
        one.isVisibleTo(screen) and one.caption.text() == "sem unidade ainda"
        for one in screen.tiles
    )
    mesa.settle()
    screen.only_this.click()
    mesa.until(lambda: screen.painel is not None and screen.painel.so_esta)
    screen.save_view()
    assert mesa.desktop.view.flag("painel/so_esta")
    screen.whole.click()
    mesa.until(lambda: screen.painel is not None and screen.painel.unidade is None)
    assert unnamed(screen) == unreachable(screen) == []
    mesa.settle()


def test_what_is_withdrawn_meanwhile_moves_the_numbers_and_keeps_the_cursor(
    mesa: Mesa, screen: PainelScreen
) -> None:
    assert screen.painel is not None
    before = screen.painel.numeros.por_situacao["retirada"]
    chart = screen.cards[1].chart
    chart.setFocus()
    chart.move_to(2)
    unit = mesa.vivo.servicos.unidades.maior()
    line = mesa.vivo.servicos.backlog.quadro(unit).linhas[-1]
    mesa.vivo.servicos.demandas.retirar(line.demanda_id, "engano", MODERADOR)
    mesa.until(
        lambda: (
            screen.painel is not None
            and screen.painel.numeros.por_situacao["retirada"] == before + 1
        )
    )
    mesa.settle()
    assert screen.cards[1].chart.at == 2
    assert screen.cards[1].chart.hasFocus()


def test_one_column_where_the_window_is_narrow(mesa: Mesa, screen: PainelScreen) -> None:
    mesa.desktop.window.resize(1_280, 800)
    mesa.settle()
    assert screen.cards[1].geometry().top() == screen.cards[0].geometry().top()
    screen.resize(700, 600)
    mesa.until(lambda: screen.cards[1].geometry().top() > screen.cards[0].geometry().top())


def test_a_target_is_a_unit(mesa: Mesa, screen: PainelScreen) -> None:
    unit = mesa.vivo.servicos.unidades.maior()
    mesa.open("painel", unit)
    mesa.until(
        lambda: (
            screen.painel is not None
            and screen.painel.unidade is not None
            and screen.painel.unidade.unidade_civica_id == unit
        )
    )
    mesa.settle()
