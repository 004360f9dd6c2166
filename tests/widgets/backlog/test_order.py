"""The backlog by a heading: bands stay bands, places stay places, rows follow the words."""

from __future__ import annotations

from typing import cast

import pytest

from app.services.backlog import BacklogService
from app.services.backlog_quadro import LinhaDoBacklog, Quadro
from tests.support.office import demanda
from tests.support.quadros_inventados import espera, line, quadro
from tests.widgets.conftest import Ui
from widgets.backlog.columns import backlog_columns
from widgets.backlog.model import Vista
from widgets.backlog.order import Order, ordered


class Fake:
    """Lines of those who wait, titled backwards."""

    def todas(self, found: Quadro, places: list[int]) -> list[LinhaDoBacklog]:
        lines = [self.line(found.fila.demandas[at]) for at in places]
        return [*found.linhas, *lines]

    @staticmethod
    def line(demanda_id: str) -> LinhaDoBacklog:
        number = next(n for n in range(10) if demanda(n) == demanda_id)
        return line(number)._replace(demanda_id=demanda_id, titulo=f"{chr(122 - number)} coisa")


@pytest.fixture
def vista() -> Vista:
    return Vista.of(quadro(espera(4, 5, 6), agenda=[1, 2], andamento=[3]))


def _order(ui: Ui, key: str, *, is_descending: bool) -> Order:
    column = next(one for one in backlog_columns(ui.context.moments) if one.key == key)
    return Order(column, is_descending)


def test_its_own_order_is_left_alone(ui: Ui, vista: Vista) -> None:
    service = cast("BacklogService", Fake())
    assert ordered(service, vista, _order(ui, "lugar", is_descending=False)) is vista


def test_by_points_upwards_is_the_queue_backwards(ui: Ui, vista: Vista) -> None:
    service = cast("BacklogService", Fake())
    found = ordered(service, vista, _order(ui, "pontos", is_descending=False))
    assert list(found.espera) == list(reversed(vista.espera))
    assert found.titulos == vista.titulos
    down = ordered(service, vista, _order(ui, "pontos", is_descending=True))
    assert list(down.espera) == list(vista.espera)


def test_by_words_every_band_for_itself(ui: Ui, vista: Vista) -> None:
    service = cast("BacklogService", Fake())
    found = ordered(service, vista, _order(ui, "titulo", is_descending=False))
    start = vista.inicio_da_espera
    assert [one.faixa for one in found.linhas] == [one.faixa for one in vista.linhas]
    assert found.ids[start:] == list(reversed(vista.ids[start:]))
    assert [found.holding(row) for row in range(start)].count(None) == len(vista.titulos)
    assert sorted(found.ids) == sorted(vista.ids)
