"""Tables: copy, columns that stay as they were left, keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.runtime.table_model import RowsModel
from widgets.runtime.table_view import COPY_LIMIT, TableView

COLUMNS = (
    Column("n", "Nº", text=str),
    Column("d", "Dobro", text=lambda row: str(row * 2), copied=lambda row: f"2×{row}"),
    Column("x", "Oculta", text=lambda row: "x", is_hidden=True),
)


def _table(ui: Ui, host: QWidget, rows: tuple[int, ...] = (1, 2, 3)) -> TableView:
    model = RowsModel(COLUMNS, ui.context.theme, host)
    table = TableView("Números", "teste/colunas", ui.context.theme, ui.context.view, host)
    table.show_model(model)
    model.set_rows(rows)
    return table


def test_copy_gives_chosen_columns_in_their_order(ui: Ui, host: QWidget) -> None:
    table = _table(ui, host)
    table.horizontalHeader().moveSection(1, 0)
    table.selectRow(1)
    table.setFocus()
    table.copy()
    assert QGuiApplication.clipboard().text() == "Dobro\tNº\n2×2\t2"
    assert table.selected_rows() == [1]


def test_copying_too_much_is_asked_for_not_done(ui: Ui, host: QWidget) -> None:
    table = _table(ui, host, tuple(range(COPY_LIMIT + 1)))
    asked: list[object] = []
    table.copy_requested.connect(asked.append)
    QGuiApplication.clipboard().setText("antes")
    table.selectAll()
    table.copy()
    assert asked == [[]]
    assert QGuiApplication.clipboard().text() == "antes"


def test_columns_stay_as_they_were_left(ui: Ui, host: QWidget) -> None:
    table = _table(ui, host)
    assert table.isColumnHidden(2)
    menu = table.columns_menu()
    actions = {action.text(): action for action in menu.actions()}
    actions["Oculta"].trigger()
    actions["Dobro"].trigger()
    table.horizontalHeader().resizeSection(0, 77)
    table.save_columns()
    again = _table(ui, host)
    assert [again.isColumnHidden(i) for i in range(3)] == [False, True, False]
    assert again.columnWidth(0) == 77


def test_a_choice_that_was_kept_otherwise_or_damaged_never_empties_the_list(
    ui: Ui, host: QWidget
) -> None:
    """A program before this one kept no choice; what it showed stays."""
    table = _table(ui, host)
    table.choose_column(1, False)
    table.save_columns()
    for kept in ("", "nada que exista"):
        ui.context.view.put("teste/colunas_escolhidas", kept)
        again = _table(ui, host)
        assert [again.isColumnHidden(i) for i in range(3)] == [False, True, True]


WIDE = (
    Column("a", "Por quê", text=str, width_chars=30),
    Column("b", "Demanda", text=str, width_chars=16, is_code=True),
    Column("c", "Na fila", text=str, width_chars=12),
)


def _wide(ui: Ui, host: QWidget, width_px: int) -> TableView:
    table = TableView("Fila", "teste/larga", ui.context.theme, ui.context.view, host)
    table.show_model(RowsModel(WIDE, ui.context.theme, host))
    table.resize(width_px, 300)
    table.show()
    host.show()
    return table


def _end(table: TableView) -> int:
    return table.columnViewportPosition(2) + table.columnWidth(2)


def _shown(table: TableView) -> list[str]:
    return [one.key for at, one in enumerate(WIDE) if not table.isColumnHidden(at)]


def test_words_give_way_and_then_the_last_columns(ui: Ui, host: QWidget) -> None:
    table = _wide(ui, host, 2_000)
    widest = [table.columnWidth(at) for at in range(2)]
    assert _end(table) == table.viewport().width()
    table.resize(460, 300)
    narrow = [table.columnWidth(at) for at in range(2)]
    assert (narrow[1], narrow[0] < widest[0], _end(table)) == (
        widest[1],
        True,
        table.viewport().width(),
    )
    table.resize(350, 300)
    ui.until(lambda: table.horizontalScrollBar().maximum() == 0)
    assert _shown(table) == ["a", "b"]
    table.resize(2_000, 300)
    assert (_shown(table), table.columnWidth(0)) == (["a", "b", "c"], widest[0])
    # What the window's width made of them is nothing to remember, and no less is in a file.
    table.resize(350, 300)
    table.save_columns()
    assert [column.key for column in table.chosen_columns] == ["a", "b", "c"]
    again = _wide(ui, host, 2_000)
    assert (_shown(again), again.columnWidth(0)) == (["a", "b", "c"], widest[0])


def test_a_column_asked_for_stays_where_there_is_no_room(ui: Ui, host: QWidget) -> None:
    table = _wide(ui, host, 350)
    menu = {action.text(): action for action in table.columns_menu().actions()}
    assert list(menu) == ["Por quê", "Demanda", "Na fila (sem lugar nesta largura)"]
    menu["Na fila (sem lugar nesta largura)"].trigger()
    assert _shown(table) == ["a", "c"], "the other one makes room for it"
    table.save_columns()
    again = _wide(ui, host, 350)
    assert _shown(again) == ["a", "c"]
    again.columns_menu().actions()[2].trigger()
    assert _shown(again) == ["a", "b"]
    again.save_columns()
    assert _shown(_wide(ui, host, 2_000)) == ["a", "b"]


def test_a_stretched_last_column_is_no_hand_that_draws_a_border(ui: Ui, host: QWidget) -> None:
    table = _wide(ui, host, 700)
    table.choose_column(2, is_shown=False)
    for width in (900, 350, 2_000):
        table.resize(width, 300)
    assert not table._is_set_by_hand


def test_widths_set_by_hand_stay_whatever_the_width(ui: Ui, host: QWidget) -> None:
    table = _wide(ui, host, 2_000)
    table.horizontalHeader().resizeSection(0, 333)
    table.resize(300, 300)
    assert table.columnWidth(0) == 333
    table.save_columns()
    assert _wide(ui, host, 300).columnWidth(0) == 333


def test_the_last_column_cannot_be_hidden(ui: Ui, host: QWidget) -> None:
    table = _table(ui, host)
    table.choose_column(1, is_shown=False)
    enabled = {a.text(): a.isEnabled() for a in table.columns_menu().actions()}
    assert enabled == {"Nº": False, "Dobro": True, "Oculta": True}


def test_enter_opens_the_current_row(ui: Ui, host: QWidget) -> None:
    table = _table(ui, host)
    opened: list[int] = []
    table.opened.connect(opened.append)
    QTest.keyClick(table, Qt.Key.Key_Return)
    table.selectRow(2)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert opened == [2]


def test_rows_grow_with_the_text(ui: Ui, host: QWidget) -> None:
    table = _table(ui, host)
    assert table.rowHeight(0) == 32
    ui.context.theme.set_scale_pct(200)
    assert table.rowHeight(0) == 64
