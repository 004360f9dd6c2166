"""A tab: rows, or why there are none."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.saude.list_page import ListPage


def test_rows_selection_and_emptiness(ui: Ui, host: QWidget) -> None:
    columns = (Column("n", "N", text=str),)
    page = ListPage(
        "Números à toa",
        columns,
        ("número", "números"),
        ("Nada", "Porque sim."),
        lambda row: row,
        ui.context,
        host,
    )
    QAbstractItemModelTester(
        page.model, QAbstractItemModelTester.FailureReportingMode.Warning, host
    )
    told: list[int] = []
    page.selection_changed.connect(lambda: told.append(1))
    button, danger = page.add_button("Tentar"), page.add_button("Liberar…", "danger")
    assert (button.isEnabled(), danger.property("kind")) == (False, "danger")
    page.show_rows(())
    assert page.state.message == "Nada Porque sim."
    page.show_rows((1, 2, 3), "Mostrados 3 de 9.")
    page.table.selectRow(1)
    assert page.selected() == [2]
    assert page.note.text() == "Mostrados 3 de 9."
    assert told
    page.show_rows((1, 2, 4))
    assert page.selected() == [2]
    assert page.note.isHidden()
