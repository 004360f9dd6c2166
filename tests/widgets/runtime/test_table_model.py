"""Short tables over immutable rows."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.runtime.table_model import RowsModel

COLUMNS = (
    Column("n", "Número", text=str, is_number=True, tooltip=lambda row: f"dica {row}"),
    Column("c", "Código", text=hex, is_code=True, tone=lambda row: "danger" if row > 2 else None),
)


def test_it_is_a_proper_model_through_all_its_changes(ui: Ui, host: QWidget) -> None:
    model = RowsModel(COLUMNS, ui.context.theme, host)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, host)
    for rows in ((1, 2, 3), (1, 2, 3), (4, 5, 6), (), (7,)):
        model.set_rows(rows)
        assert model.rows == rows
    assert model.row_at(5) is None


def test_cells(ui: Ui, host: QWidget) -> None:
    model = RowsModel(COLUMNS, ui.context.theme, host)
    model.set_rows((2, 3))
    role = Qt.ItemDataRole
    first, code = model.index(0, 0), model.index(1, 1)
    assert [model.data(first, r) for r in (role.DisplayRole, role.ToolTipRole)] == ["2", "dica 2"]
    assert model.data(first, role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert model.data(first, role.DecorationRole) is None
    assert model.data(code, role.FontRole).family() == ui.context.theme.mono_font().family()
    assert model.data(code, role.ForegroundRole).color().name().upper() == "#B3261E"
    assert model.data(model.index(0, 1), role.ForegroundRole) is None
    assert model.data(QModelIndex()) is None


def test_headings(ui: Ui, host: QWidget) -> None:
    model = RowsModel(COLUMNS, ui.context.theme, host)
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    assert [model.headerData(i, across) for i in range(3)] == ["Número", "Código", None]
    assert model.headerData(0, down) is None


def test_the_same_number_of_rows_keeps_the_view(ui: Ui, host: QWidget) -> None:
    model = RowsModel(COLUMNS, ui.context.theme, host)
    model.set_rows((1, 2))
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.set_rows((1, 3))
    assert resets == []
    model.set_rows((1,))
    assert resets == [1]
