"""A million rows: ids first, pages in the background, never a wait."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTableView, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.runtime.lazy_table_model import PAGE_ROWS, LazyTableModel

COLUMNS = (
    Column("numero", "Nº", text=lambda row: str(row.number), is_number=True),
    Column("nome", "Nome", text=lambda row: f"linha {row.number}", tooltip=lambda row: "dica"),
)


@dataclass(frozen=True)
class Row:
    number: int


class Source:
    """Gives rows; remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[Sequence[int]] = []
        self.missing: set[int] = set()
        self.error: Exception | None = None

    def fetch(self, ids: Sequence[int]) -> list[Row]:
        self.asked.append(ids)
        if self.error is not None:
            raise self.error
        return [Row(i) for i in ids if i not in self.missing]


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def model(ui: Ui, source: Source, host: QWidget) -> LazyTableModel:
    context = ui.context
    return LazyTableModel(
        context.runner, COLUMNS, source.fetch, lambda row: row.number, context.theme, host
    )


def _text(model: LazyTableModel, row: int, column: int = 0) -> str:
    return str(model.data(model.index(row, column)))


def _await_row(ui: Ui, model: LazyTableModel, row: int, number: int | None = None) -> None:
    """Until the row shows its number, the row's own where no other is given."""
    ui.until(lambda: _text(model, row) == str(row if number is None else number))


def test_it_is_a_proper_model_through_all_its_changes(
    ui: Ui, model: LazyTableModel, source: Source, host: QWidget
) -> None:
    """The tester looks at every row, so this one stays small."""
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, host)
    source.missing = {7}
    for ids in (range(20), range(40), range(-3, 40), array("q", [3, 1]), range(0), range(7, 9)):
        model.set_ids(ids)
        ui.settle()
        assert model.rowCount() == len(ids)
    model.forget_rows()
    _await_row(ui, model, 1, 8)
    assert [model.is_gone(row) for row in range(2)] == [True, False]


def test_a_cell_shows_a_placeholder_and_then_its_row(ui: Ui, model: LazyTableModel) -> None:
    model.set_ids(range(1_000))
    assert _text(model, 500) == "…"
    ui.until(lambda: _text(model, 500, 1) == "linha 500")
    assert model.data(model.index(500, 1), Qt.ItemDataRole.ToolTipRole) == "dica"


def test_only_the_page_that_is_seen_is_fetched(
    ui: Ui, model: LazyTableModel, source: Source
) -> None:
    model.set_ids(range(1_000_000))
    _text(model, 700_000)
    ui.until(lambda: _text(model, 700_000) == "700000")
    start = 700_000 // PAGE_ROWS * PAGE_ROWS
    assert source.asked == [range(start, start + PAGE_ROWS)]


def test_a_fast_scroll_loads_where_it_stopped_first(
    ui: Ui, model: LazyTableModel, source: Source
) -> None:
    model.set_ids(range(100_000))
    for row in range(0, 100_000, PAGE_ROWS):
        _text(model, row)
    last = (100_000 - 1) // PAGE_ROWS * PAGE_ROWS
    ui.until(lambda: _text(model, last) == str(last))
    ui.settle()
    assert len(source.asked) <= 8
    assert last in source.asked[0]


def test_new_ids_at_the_top_keep_rows_and_selection(
    ui: Ui, model: LazyTableModel, source: Source, host: QWidget
) -> None:
    model.set_ids(range(99, -1, -1))
    ui.until(lambda: _text(model, 0) == "99")
    view = QTableView(host)
    view.setModel(model)
    view.selectRow(3)
    inserted: list[tuple[int, int]] = []
    model.rowsInserted.connect(lambda parent, first, last: inserted.append((first, last)))
    source.asked.clear()
    model.set_ids(range(104, -1, -1))
    assert inserted == [(0, 4)]
    assert [index.row() for index in view.selectionModel().selectedRows()] == [8]
    assert _text(model, 8) == "96"


def test_ids_appended_or_replaced(model: LazyTableModel) -> None:
    resets: list[int] = []
    inserted: list[tuple[int, int]] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.rowsInserted.connect(lambda parent, first, last: inserted.append((first, last)))
    model.set_ids(array("q", [1, 5, 9]))
    model.set_ids(array("q", [1, 5, 9, 12]))
    model.set_ids(array("q", [1, 5, 9, 12]))
    model.set_ids(array("q", [2, 3]))
    model.set_ids(range(0))
    assert (resets, inserted, model.rowCount()) == ([1, 1, 1], [(3, 3)], 0)


def test_where_an_id_is_shown_in_any_order(model: LazyTableModel) -> None:
    model.set_ids(array("q", [5, 9, 2]), is_monotonic=False)
    assert [model.row_of(one) for one in (5, 9, 2, 3)] == [0, 1, 2, None]
    model.set_ids(array("q", [2, 5, 9]))
    assert model.row_of(9) == 2


@pytest.mark.parametrize(
    ("ids", "wanted", "row"),
    [
        (range(10, 20), 13, 3),
        (range(19, 9, -1), 13, 6),
        (range(10, 20), 20, None),
        (array("q", [2, 4, 8]), 8, 2),
        (array("q", [8, 4, 2]), 8, 0),
        (array("q", [8, 4, 2]), 3, None),
        (array("q"), 3, None),
    ],
)
def test_where_an_id_is_shown(
    model: LazyTableModel, ids: Sequence[int], wanted: int, row: int | None
) -> None:
    model.set_ids(ids)
    assert model.row_of(wanted) == row
    assert row is None or model.id_at(row) == wanted


def test_a_row_that_does_not_come_is_gone_and_not_asked_for_again(
    ui: Ui, model: LazyTableModel, source: Source
) -> None:
    source.missing = {2}
    model.set_ids(range(5))
    _text(model, 2)
    ui.until(lambda: _text(model, 2) == "—")
    ui.settle()
    assert len(source.asked) == 1
    assert model.row_at(2) is None


def test_a_failed_page_is_told_once_and_retried_when_asked(
    ui: Ui, model: LazyTableModel, source: Source
) -> None:
    failures: list[BaseException] = []
    model.fetch_failed.connect(failures.append)
    source.error = OSError("disk")
    model.set_ids(range(5))
    _text(model, 0)
    ui.until(lambda: bool(failures))
    for row in range(5):
        _text(model, row)
    ui.settle()
    assert len(failures) == 1
    source.error = None
    model.retry()
    _text(model, 0)
    ui.until(lambda: _text(model, 0) == "0")


def test_forgotten_rows_are_fetched_again(ui: Ui, model: LazyTableModel, source: Source) -> None:
    model.set_ids(range(5))
    _text(model, 0)
    ui.until(lambda: _text(model, 0) == "0")
    model.forget_rows()
    assert _text(model, 0) == "…"
    ui.until(lambda: _text(model, 0) == "0")
    assert len(source.asked) == 2


def test_renewed_rows_are_shown_until_the_new_ones_come(
    ui: Ui, model: LazyTableModel, source: Source
) -> None:
    model.set_ids(range(10))
    _text(model, 0)
    ui.until(lambda: _text(model, 0) == "0")
    model.renew_rows()
    assert _text(model, 0) == "0"
    ui.until(lambda: len(source.asked) == 2)
    ui.settle()
    assert _text(model, 0) == "0"


def test_memory_stays_bounded(ui: Ui, model: LazyTableModel) -> None:
    model.set_ids(range(1_000_000))
    for page in range(100):
        row = page * PAGE_ROWS
        _await_row(ui, model, row)
    assert len(model._rows) <= 64 * PAGE_ROWS


def test_painting_a_million_rows_never_waits(
    ui: Ui, model: LazyTableModel, source: Source, host: QWidget
) -> None:
    view = QTableView(host)
    view.resize(800, 600)
    view.setModel(model)
    model.set_ids(range(1_000_000))
    host.show()
    view.scrollToBottom()
    view.grab()
    ui.settle()
    view.scrollToBottom()
    bottom = model.rowCount() - 1
    ui.until(lambda: _text(model, bottom) == str(bottom))
    assert model.index(0, 0).parent() == QModelIndex()
