"""Eventos as the window knows it."""

from __future__ import annotations

from tests.widgets.conftest import Mesa
from widgets.eventos.screen import EventosScreen


def test_a_demand_opens_its_events(mesa: Mesa) -> None:
    listed = mesa.vivo.servicos.demandas.listar(limite=1)[0].recebida
    screen = mesa.open("eventos", listed.demanda_id)
    assert isinstance(screen, EventosScreen)
    mesa.until(lambda: 0 < len(screen.model.ids) < 100)
    assert screen.filters.chosen.demanda == listed.demanda_id
