"""Three bands in one table; a hundred thousand who wait cost what is looked at."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTableView, QWidget

from app.services.backlog_quadro import LinhaDoBacklog
from tests.support.office import demanda
from tests.support.quadros_inventados import espera, line, quadro
from tests.widgets.conftest import Ui
from widgets.backlog.columns import backlog_columns
from widgets.backlog.model import BacklogModel, Vista
from widgets.runtime.lazy_table_model import PAGE_ROWS

TITLE = 4
_ROWS = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class Fetch:
    """Who waits, page by page, and what was asked for."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.titles: dict[str, str] = {}

    def __call__(self, ids: Sequence[str]) -> list[LinhaDoBacklog]:
        self.asked.append(list(ids))
        return [
            line(int(one[-12:], 16))._replace(titulo=self.titles.get(one, "Buraco")) for one in ids
        ]

    @property
    def rows(self) -> int:
        """Rows asked for in all."""
        return sum(len(ids) for ids in self.asked)


@pytest.fixture
def fetch() -> Fetch:
    return Fetch()


@pytest.fixture
def model(ui: Ui, host: QWidget, fetch: Fetch) -> BacklogModel:
    columns = backlog_columns(ui.context.moments)
    return BacklogModel(ui.context.runner, columns, fetch, ui.context.theme, host)


def look(ui: Ui, model: BacklogModel, *rows: int) -> None:
    """Wait until what stands in these rows is here."""
    ui.until(lambda: all(model.row_at(row) is not None for row in rows))
    ui.settle()


def shown(model: BacklogModel) -> list[str]:
    """The first column of every row."""
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_each_band_stands_under_its_heading(model: BacklogModel, ui: Ui) -> None:
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show(Vista.of(quadro(espera(5, 6), andamento=[1], agenda=[2, 3])))
    look(ui, model, 6)
    found = shown(model)
    assert found[0] == "Em andamento · 1"
    assert found[2].startswith("Na agenda · 2 · 3 de 3 vagas ocupadas")
    assert found[3:5] == ["1ª", "2ª"]
    assert found[5].startswith("Esperando vaga · 2")
    assert found[6:] == ["4ª", "5ª"]
    assert model.flags(model.index(2, 0)) == Qt.ItemFlag.NoItemFlags
    assert model.row_at(2) is None
    assert model.flags(model.index(3, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_a_hundred_thousand_wait_and_only_what_is_looked_at_is_read(
    model: BacklogModel, ui: Ui, fetch: Fetch
) -> None:
    vista = Vista.of(quadro(espera(*range(100, 100_100)), andamento=[1], agenda=[2]))
    model.show(vista)
    assert model.rowCount() == 100_005
    assert fetch.asked == []
    for row in (50_000, 50_010, 100_004):
        assert model.index(row, TITLE).data() == "…"
    look(ui, model, 50_000, 50_010, 100_004)
    assert len(fetch.asked) == 2
    assert fetch.rows <= 2 * PAGE_ROWS
    assert model.index(50_000, TITLE).data() == "Buraco"
    assert model.index(50_000, 0).data() == "49.998ª"
    assert model.index(100_004, 0).data() == "100.002ª"
    again = fetch.rows
    for row in range(50_000, 50_011):
        model.index(row, TITLE).data()
    ui.settle()
    assert fetch.rows == again


def test_another_demand_moves_only_the_rows_behind_it(
    model: BacklogModel, ui: Ui, fetch: Fetch, host: QWidget
) -> None:
    """What is chosen stays chosen, and nothing that was read is read again."""
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    waiting = espera(*range(10, 60))
    model.show(Vista.of(quadro(waiting, agenda=[1])))
    view = QTableView(host)
    view.setModel(model)
    look(ui, model, 20)
    chosen = Vista.of(quadro(waiting, agenda=[1])).row_of(demanda(25))
    assert chosen is not None
    view.selectionModel().setCurrentIndex(model.index(chosen, 0), _ROWS)
    read = fetch.rows
    moved = [*waiting[:5], (99, 4_999.945), *waiting[5:]]
    model.show(Vista.of(quadro(moved, agenda=[1])))
    assert view.currentIndex().row() == chosen + 1
    assert model.index(chosen + 1, TITLE).data() == "Buraco"
    assert model.index(chosen + 1, 0).data() == "18ª"
    # The first who waited takes the place that became free.
    model.show(Vista.of(quadro(moved[1:], agenda=[1, 10])))
    assert view.currentIndex().row() == chosen + 1
    look(ui, model, chosen + 1)
    line_of = model.row_at(chosen + 1)
    assert line_of is not None
    assert line_of.demanda_id == demanda(25)
    assert fetch.rows - read <= PAGE_ROWS


def test_another_unit_and_back_and_nothing_at_all(model: BacklogModel, ui: Ui) -> None:
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    first = quadro(espera(10, 11, 12), andamento=[1], agenda=[2])
    for one in (first, quadro([], u=2), first, quadro(espera(12, 10), agenda=[11, 2])):
        model.show(Vista.of(one))
        assert model.rowCount() == 3 + Vista.of(one).demandas
        ui.settle()


def test_a_filter_keeps_the_places_of_the_whole(model: BacklogModel, ui: Ui) -> None:
    whole = quadro(espera(*range(10, 40)), andamento=[1], agenda=[2, 3])
    model.show(Vista.of(whole, frozenset({demanda(3), demanda(12), demanda(39)})))
    look(ui, model, 4, 5)
    assert [model.index(row, 0).data() for row in (2, 4, 5)] == ["2ª", "6ª", "33ª"]
    assert model.rowCount() == 6


def test_renewing_reads_what_is_seen_and_shows_the_old_meanwhile(
    model: BacklogModel, ui: Ui, fetch: Fetch
) -> None:
    model.show(Vista.of(quadro(espera(*range(10, 400)))))
    look(ui, model, 3, 200)
    read = fetch.rows
    fetch.titles[demanda(10)] = "Outro título"
    model.renew(0, 20)
    assert model.index(3, TITLE).data() == "Buraco"
    ui.settle()
    assert model.index(3, TITLE).data() == "Outro título"
    assert fetch.rows == read + 18
