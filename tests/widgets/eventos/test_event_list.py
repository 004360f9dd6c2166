"""The log on the kit's list: its order by the heading, all of it on paper, a million untouched."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.services.eventos import EventFilter, EventosService
from tests.widgets.conftest import Ui
from widgets.eventos.event_list import EventList
from widgets.runtime.lazy_table_model import PAGE_ROWS


@pytest.fixture
def panel(ui: Ui, host: QWidget, eventos: EventosService) -> EventList:
    made = EventList(eventos, ui.context, host)
    made.rows.set_ids(eventos.list_ids(EventFilter(), newest_first=True))
    return made


def test_a_heading_asks_for_the_order_of_arrival_or_for_its_column(
    ui: Ui, panel: EventList
) -> None:
    asked: list[bool] = []
    columns: list[tuple[str, bool]] = []
    panel.order_requested.connect(asked.append)
    panel.column_requested.connect(lambda column, falls: columns.append((column, falls)))
    head = panel.table.horizontalHeader()
    panel.show_order(is_newest_first=True)
    assert (head.sortIndicatorSection(), asked) == (0, [])
    head.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    assert (asked, ui.notices) == ([False], [])
    head.setSortIndicator(2, Qt.SortOrder.DescendingOrder)
    assert (asked, columns) == ([False], [("tipo", True)])
    panel.show_column("tipo", is_descending=False)
    assert (head.sortIndicatorSection(), head.sortIndicatorOrder()) == (
        2,
        Qt.SortOrder.AscendingOrder,
    )
    assert columns == [("tipo", True)]


def test_all_of_it_is_read_for_paper_and_copies(ui: Ui, panel: EventList) -> None:
    rows = list(panel._all())
    assert [rows[0].numero, rows[-1].numero, len(rows)] == [300, 1, 300]
    assert [one.numero for one in panel._at([0, 299])] == [300, 1]


def test_one_row_at_a_time_is_fetched_of_a_million(ui: Ui, panel: EventList) -> None:
    panel.rows.set_ids(range(1_000_000, 0, -1))
    assert panel.rows.rowCount() == 1_000_000
    assert panel.rows.row_of(1) == 999_999
    panel.table.selectRow(0)
    ui.settle()
    assert len(panel.rows._rows) <= PAGE_ROWS
