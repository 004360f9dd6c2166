"""The backlog's list keeps its place, goes to bands and prints the beginning of a long queue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from app.services.backlog import TodasAsLinhas
from app.services.backlog_quadro import LinhaDoBacklog, Quadro
from app.services.impressos.backlog import LIMITE
from tests.support.office import demanda
from tests.support.quadros_inventados import espera, line, quadro
from tests.widgets.conftest import Ui
from widgets.backlog.list import AT_ONCE, BacklogList
from widgets.backlog.model import Vista
from widgets.backlog.order import Order


class FakeService:
    """Lines of any demand."""

    def linhas(self, demandas: Sequence[str]) -> list[LinhaDoBacklog]:
        """See ``BacklogService``."""
        return [line(int(one[-12:], 16)) for one in demandas]

    def todas(self, quadro: Quadro, espera: Sequence[int] | None = None) -> TodasAsLinhas:
        """See ``BacklogService``."""
        service: Any = self
        return TodasAsLinhas(service, quadro, espera or range(quadro.em_espera))


@pytest.fixture
def made(ui: Ui, host: QWidget) -> Iterator[BacklogList]:
    service: Any = FakeService()
    found = BacklogList(service, ui.context, host)
    found.resize(900, 500)
    host.show()
    yield found
    ui.settle()


def test_what_is_in_view_stays_in_view(made: BacklogList, ui: Ui) -> None:
    waiting = espera(*range(10, 400))
    made.show_vista(Vista.of(quadro(waiting, agenda=[1])), demanda(200))
    ui.until(lambda: made.current is not None)
    bar = made.table.verticalScrollBar()
    vista = made.rows.vista
    assert vista is not None
    top = vista.ids[bar.value()]
    moved = [*waiting[:3], (999, 4_999.965), *waiting[3:]]
    made.show_vista(Vista.of(quadro(moved, agenda=[1])), made.chosen)
    assert made.rows.vista is not None
    assert made.rows.vista.ids[bar.value()] == top
    assert made.chosen == demanda(200)
    assert made.count.text() == "392 demandas"
    assert made.table.columnSpan(0, 0) == made.rows.columnCount()


def test_another_unit_starts_at_its_top(made: BacklogList) -> None:
    made.show_vista(Vista.of(quadro(espera(*range(10, 400)))), demanda(300))
    made.show_vista(Vista.of(quadro(espera(*range(500, 800)), u=2)), None)
    assert made.table.verticalScrollBar().value() == 0
    assert not made.choose(demanda(300))


def test_a_band_is_gone_to(made: BacklogList) -> None:
    made.show_vista(Vista.of(quadro(espera(*range(10, 400)), agenda=[1])), None)
    made.show_band("espera")
    assert made.chosen == demanda(10)
    made.show_band("andamento")
    assert made.chosen == demanda(10)  # nothing is worked on


def test_of_a_long_queue_the_beginning_is_printed(made: BacklogList) -> None:
    made.show_vista(Vista.of(quadro(espera(*range(10, 1_010)), agenda=[1])), None)
    found = made.printed()()
    assert found is not None
    assert found.html.count("<td>ABCD-") == LIMITE + 1
    assert f"Das 1.000 que esperam vaga, esta folha traz as {LIMITE} primeiras" in found.html
    assert found.titulo == "Backlog: SP · Cidade · Bairro 1"


def test_an_order_that_reads_everybody_says_so_and_a_quick_one_does_not(made: BacklogList) -> None:
    made.show_vista(Vista.of(quadro(espera(*range(10, 11 + AT_ONCE)))), None)
    told = made.count.text()
    columns = {one.key: one for one in made.rows.columns}
    made.order = Order(columns["pontos"], is_descending=True)
    made.say_ordering()
    assert made.count.text() == told
    made.order = Order(columns["titulo"], is_descending=False)
    made.say_ordering()
    assert made.count.text().startswith("Lendo 2.001 demandas para pôr em ordem de ")
    assert made.count.text().endswith("Por lugar ou por pontos é na hora.")
    made.show_vista(Vista.of(quadro(espera(*range(10, 300)))), None)
    told = made.count.text()
    made.say_ordering()
    assert made.count.text() == told, "a short one is in order before anybody wonders"
