"""The screen over a small office, as it stands when the map is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QWidget

from app.services.mapa_pagina import MapaPagina
from tests.widgets.conftest import Ui
from tests.widgets.runtime.mapa.conftest import NEAR, Seen, pagina, vitrine
from widgets.mapa.screen import MapaScreen
from widgets.runtime.mapa.motor_web import MotorWeb
from widgets.runtime.mapa.vista_web import MapaView

__all__ = ["pagina", "vitrine"]


def no_web(_view: MapaView) -> MotorWeb:
    raise ImportError("libnss3.so")


@pytest.fixture
def open_screen(ui: Ui, host: QWidget, pagina: MapaPagina) -> Iterator[Callable[..., MapaScreen]]:
    """Opens the screen; with Chromium unless told otherwise."""
    made: list[MapaScreen] = []

    def make(**more: object) -> MapaScreen:
        screen = MapaScreen(pagina, "Escritório da Sé", ui.context, host, **more)  # type: ignore[arg-type] # a test
        made.append(screen)
        screen.resize(1_200, 760)
        host.resize(1_200, 760)
        loads: list[int] = []
        screen.loaded.connect(lambda: loads.append(1))
        host.show()
        screen.show()
        screen.activate()
        ui.qtbot.waitUntil(
            lambda: bool(loads) and screen.is_settled and ui.context.runner.is_idle, timeout=NEAR
        )
        return screen

    yield make
    for screen in made:
        screen.deleteLater()


@pytest.fixture
def seen_of(ui: Ui) -> Callable[[MapaScreen], Seen]:
    return lambda screen: Seen(screen.mapa, ui)
