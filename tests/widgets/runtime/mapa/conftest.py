"""A real map over a small office, in a window that can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from app.services.mapa_fundo import FundosDoMapa
from app.services.mapa_pagina import Estado, MapaPagina
from app.settings.recursos import Recursos
from core.kernel.store.foreign_sqlite import open_foreign
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.mapa import map_service, office_of_the_map, place
from tests.support.office import Office
from tests.widgets.conftest import Ui
from widgets.runtime.mapa.vista_web import MapaView

NEAR = 20_000


@pytest.fixture
def vitrine(sqlite_office: Office) -> Vitrine:
    """Three demands: one alone in the quarter, two together in the city."""
    return office_of_the_map(sqlite_office)


@pytest.fixture
def pagina(vitrine: Vitrine, tmp_path: Path) -> MapaPagina:
    made = MapaPagina(map_service(vitrine, tmp_path), Recursos(), FundosDoMapa(open_foreign))
    place(vitrine, 1, -23.95, -46.95)
    place(vitrine, 2, -23.4, -46.4)
    place(vitrine, 3, -23.4, -46.4)
    return made


class Seen:
    """A shown map: what it said, and its page asked."""

    def __init__(self, view: MapaView, ui: Ui) -> None:
        self.view = view
        self.ui = ui
        self.drawn: list[tuple[int, int, int]] = []
        self.clicked: list[str] = []
        self.opened: list[str] = []
        self.picked: list[tuple[float, float]] = []
        view.drawn.connect(lambda *numbers: self.drawn.append(numbers))
        view.clicked.connect(self.clicked.append)
        view.opened.connect(self.opened.append)
        view.picked.connect(lambda lat, lng: self.picked.append((lat, lng)))

    def until(self, condition: Callable[[], bool]) -> None:
        self.ui.qtbot.waitUntil(condition, timeout=NEAR)

    def settle(self) -> None:
        """Until what was asked for is painted."""
        self.until(lambda: self.view.is_settled and self.ui.context.runner.is_idle)

    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        motor = self.view.motor
        assert motor is not None
        answers: list[Any] = []
        motor.page.runJavaScript(f"JSON.stringify({script})", answers.append)
        self.until(lambda: bool(answers))
        import json

        return None if not answers[0] else json.loads(answers[0])

    @property
    def refused(self) -> int:
        motor = self.view.motor
        assert motor is not None
        return motor.guarda.recusados


@pytest.fixture
def show(ui: Ui, host: QWidget, pagina: MapaPagina) -> Iterator[Callable[..., Seen]]:
    """Shows a map and waits for it."""

    def make(estado: Estado | None = None) -> Seen:
        view = MapaView(pagina, ui.context, "Mapa", host, estado=estado)
        view.resize(800, 600)
        seen = Seen(view, ui)
        host.resize(900, 700)
        host.show()
        seen.until(lambda: bool(seen.drawn))
        return seen

    yield make
    # Chromium asks until its page is gone; the page goes before the runner does.
    for view in host.findChildren(MapaView):
        view.deleteLater()
