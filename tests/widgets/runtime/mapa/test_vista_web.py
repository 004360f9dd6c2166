"""The map in Chromium: symbols that can be clicked, nothing from elsewhere, a sentence where it fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.mapa_pagina import Estado, MapaPagina
from app.services.mapa_vistas import Caixa, FiltroDoMapa
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.log_watch import LogWatch
from tests.support.mapa import place
from tests.support.office import demanda
from tests.widgets.conftest import Ui
from tests.widgets.runtime.mapa.conftest import Seen
from widgets.runtime.mapa.motor_web import MotorWeb
from widgets.runtime.mapa.vista_web import MapaView

Show = Callable[..., Seen]


def where(seen: Seen, selector: str) -> QPoint:
    """The middle of an element, in the view."""
    box = seen.ask(
        f"(b => [b.left + b.width / 2, b.top + b.height / 2])"
        f"(document.querySelector('{selector}').getBoundingClientRect())"
    )
    return QPoint(round(box[0]), round(box[1]))


def press(seen: Seen, at: QPoint) -> None:
    """A click where the page can feel it: on the widget that Chromium draws into."""
    motor = seen.view.motor
    assert motor is not None
    target = motor.view.focusProxy() or motor.view
    QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=at)


def test_the_office_lies_on_the_page_and_nothing_came_from_elsewhere(show: Show) -> None:
    seen = show()
    assert seen.drawn[-1] == (2, 3, 1)
    assert seen.refused == 0
    assert seen.ask("document.querySelectorAll('.simbolo').length >= 2")
    names = seen.ask("[...document.querySelectorAll('.nome')].map(e => e.textContent)")
    assert names == ["São Paulo"]
    motor = seen.view.motor
    assert motor is not None
    assert motor.profile.isOffTheRecord()
    assert motor.guarda.proprios >= 7


def test_a_click_on_a_symbol_is_heard(show: Show) -> None:
    seen = show()
    press(seen, where(seen, ".simbolo.nivel3:not(.grupo)"))
    seen.until(lambda: seen.clicked == [demanda(1)])
    assert seen.ask("document.querySelectorAll('.escolhido, .anel').length") == 2


def test_pointing_says_what_it_is(show: Show) -> None:
    seen = show()
    seen.ask(f"(Formigueiro.simbolos.get('{demanda(1)}').openTooltip(), 1)")
    lines = seen.ask("document.querySelector('.resumo').innerText.split('\\n')")
    assert lines[0] == "Buraco na rua"
    assert lines[1] == "ABCD-000001-11 · aguardando vaga"


def test_a_group_comes_apart_when_it_is_clicked(show: Show) -> None:
    seen = show()
    before = seen.ask("Formigueiro.mapa.getZoom()")
    press(seen, where(seen, ".leaflet-marker-pane .grupo"))
    seen.until(lambda: seen.ask("Formigueiro.mapa.getZoom()") > before)
    seen.until(lambda: seen.drawn[-1][1] == 2)


def test_a_filter_and_a_change_redraw_what_is_concerned(show: Show, vitrine: Vitrine) -> None:
    seen = show()
    seen.view.set_filter(FiltroDoMapa(("concluida",)))
    seen.until(lambda: seen.drawn[-1][:2] == (0, 0))
    seen.view.set_filter(FiltroDoMapa())
    place(vitrine, 4, -23.1, -46.1)
    seen.view.reload()
    seen.until(lambda: seen.drawn[-1][:2] == (3, 4))


def test_a_selection_from_outside_is_marked_and_brought_into_view(show: Show) -> None:
    seen = show()
    seen.view.go_to(Caixa(-23.5, -46.5, -23.3, -46.3))
    seen.until(lambda: seen.drawn[-1][1] == 2)
    seen.view.select(demanda(1), -23.95, -46.95)
    seen.until(lambda: seen.ask("document.querySelectorAll('.escolhido').length") == 1)


def test_a_place_is_picked_by_click_and_by_key(show: Show) -> None:
    seen = show(Estado(modo="escolher", caixa=Caixa(-24.0, -47.0, -23.0, -46.0)))
    press(seen, QPoint(400, 300))
    seen.until(lambda: len(seen.picked) == 1)
    assert seen.picked[0] == pytest.approx((-23.5, -46.5), abs=0.05)
    seen.view.put_pin(-23.2, -46.2)
    assert seen.ask("document.querySelectorAll('.alfinete').length") == 1
    seen.view.pick_centre()
    seen.until(lambda: len(seen.picked) == 2)


def test_colours_follow_the_window_and_text_size_begins_anew(show: Show, ui: Ui) -> None:
    seen = show()
    ui.context.theme.set_mode("escuro")
    dark = ui.context.theme.tokens.background
    value = "getComputedStyle(document.documentElement).getPropertyValue('--fundo')"
    seen.until(lambda: seen.ask(value) == dark)
    count = len(seen.drawn)
    ui.context.theme.set_scale_pct(200)
    seen.until(lambda: len(seen.drawn) > count)
    scale = "getComputedStyle(document.documentElement).getPropertyValue('--escala')"
    assert seen.ask(scale) == "2"
    ui.context.theme.set_scale_pct(100)
    seen.settle()


def test_what_the_page_would_load_from_elsewhere_is_stopped_and_counted(
    show: Show, expect_log: LogWatch
) -> None:
    expect_log.warning("script: ")
    seen = show()
    seen.ask("(fetch('https://exemplo.invalid/x').catch(() => 0), 1)")
    seen.ask("(new Image().src = 'http://exemplo.invalid/y.png', 1)")
    assert seen.view.motor is not None
    # The page's own policy stops these before the guard; without it the guard does.
    seen.view.motor.page.setHtml("<img src='http://exemplo.invalid/z.png'>", QUrl("data:,"))
    seen.until(lambda: seen.refused == 1)
    assert list(seen.view.motor.guarda.ultimos) == ["http://exemplo.invalid/z.png"]


def test_where_it_cannot_start_there_is_a_sentence(
    ui: Ui, host: QWidget, pagina: MapaPagina, expect_log: LogWatch
) -> None:
    expect_log.warning("mapa: no map here: libnss3")

    def broken(_view: MapaView) -> MotorWeb:
        raise ImportError("libnss3.so: cannot open shared object file")

    view = MapaView(pagina, ui.context, "Mapa", host, fabrica=broken)
    told: list[int] = []
    view.unavailable.connect(lambda: told.append(1))
    before = view.is_available
    host.show()
    ui.until(lambda: told == [1])
    assert (before, view.is_available, view.is_settled) == (True, False, True)
    assert view.state.message.startswith("O mapa não abre neste computador")
    view.set_filter(FiltroDoMapa())
    ui.context.theme.changed.emit()


def test_a_page_that_died_can_be_opened_again(show: Show) -> None:
    seen = show()
    assert seen.view.motor is not None
    seen.view._on_terminated()
    assert seen.view.state.message.startswith("O mapa parou")
    count = len(seen.drawn)
    seen.view.state.empty_action_requested.emit()
    seen.until(lambda: len(seen.drawn) > count)


def test_the_picture_shows_the_map(show: Show) -> None:
    seen = show()
    seen.settle()
    image = seen.view.picture().toImage()
    colours = {image.pixel(x, y) for x in range(0, 800, 5) for y in range(0, 600, 5)}
    assert len(colours) > 10
