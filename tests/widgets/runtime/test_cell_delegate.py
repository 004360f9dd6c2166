"""A plain cell is painted to the pixel as Qt's own delegate paints it, chosen or not."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStyledItemDelegate, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.cell_delegate import CellDelegate
from widgets.runtime.columns import Column
from widgets.runtime.table_model import RowsModel
from widgets.runtime.table_view import TableView

TEXTS = (
    "curto",
    "um texto que não cabe na coluna e precisa de reticências",
    "",
    "ABC אבג 123",
    "ação, Ñandú, g̃, 😀",
    "<b>&amp; %1 & comercial",
    "  espaços   nas pontas  ",
)
COLUMNS = (
    Column("n", "Nº", text=lambda at: f"{at * 1234:,}", is_number=True, width_chars=6),
    Column("t", "Texto", text=lambda at: TEXTS[at], width_chars=20),
    Column("c", "Código", text=lambda at: f"0f{at}e-9c…", is_code=True, width_chars=9),
    Column("s", "Tom", text=lambda at: "atrasada", tone=lambda at: "danger" if at % 2 else None),
)


def _picture(table: TableView) -> QImage:
    return table.viewport().grab().toImage()


@pytest.mark.parametrize("scale_pct", [100, 150, 200])
@pytest.mark.parametrize("mode", ["claro", "escuro"])
def test_it_paints_as_qt_does(ui: Ui, host: QWidget, mode: str, scale_pct: int) -> None:
    theme = ui.context.theme
    theme.set_mode(mode)
    theme.set_scale_pct(scale_pct)
    model = RowsModel(COLUMNS, theme, host)
    table = TableView("Células", "teste/celulas", theme, ui.context.view, host)
    table.show_model(model)
    model.set_rows(range(len(TEXTS)))
    table.resize(theme.px(520), theme.px(320))
    host.resize(table.size())
    host.show()
    for chosen in (None, 1):
        table.clearSelection() if chosen is None else table.selectRow(chosen)
        ours = _picture(table)
        own = table.itemDelegate()
        assert isinstance(own, CellDelegate)
        table.setItemDelegate(QStyledItemDelegate(table))
        qts = _picture(table)
        table.setItemDelegate(own)
        assert ours == qts


@pytest.mark.parametrize("text", ["quebra\nde linha", "aba\tna frase", "outra\u2028linha"])
def test_a_cell_is_one_line_chosen_or_not(ui: Ui, host: QWidget, text: str) -> None:
    plain = Column("t", "Texto", text=lambda at: text if at else " ".join(text.split()))
    model = RowsModel((plain,), ui.context.theme, host)
    table = TableView("Linhas", "teste/linhas", ui.context.theme, ui.context.view, host)
    table.show_model(model)
    model.set_rows((0, 1))
    table.resize(300, 200)
    host.show()
    height = table.rowHeight(0)
    for choose in (table.clearSelection, table.selectAll):
        choose()
        picture = _picture(table)
        first = picture.copy(0, 0, 280, height)
        assert first == picture.copy(0, height, 280, height)


def test_other_colours_and_sizes_are_taken_up(ui: Ui, host: QWidget) -> None:
    theme = ui.context.theme
    model = RowsModel(COLUMNS, theme, host)
    table = TableView("Células", "teste/celulas", theme, ui.context.view, host)
    table.show_model(model)
    model.set_rows(range(len(TEXTS)))
    table.resize(520, 320)
    host.show()
    before = _picture(table)
    theme.set_mode("escuro")
    theme.set_scale_pct(150)
    ours = _picture(table)
    assert before != ours
    own = table.itemDelegate()
    table.setItemDelegate(QStyledItemDelegate(table))
    qts = _picture(table)
    table.setItemDelegate(own)
    assert ours == qts
