"""Every list: count, filter, order, file, print, and a reason where it is empty."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QMenu, QWidget

from app.services.exportacao import Perfil
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.runtime.list_output import PRINT_LIMIT
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import AT_ONCE, SortedRowsModel

COLUMNS = (
    Column("rua", "Rua", lambda row: str(row[0])),
    Column("n", "N", lambda row: str(row[1]), value=lambda row: row[1], is_number=True),
)
ROWS = [("Rua das Flores", 3), ("Avenida São João", 1), ("Travessa", 2)]


@pytest.fixture
def panel(ui: Ui, host: QWidget) -> ListPanel:
    model = SortedRowsModel(COLUMNS, ui.context.theme, host, lambda row: row[0])
    empty = ("Nenhuma rua", "Importe uma tabela de ruas.")
    made = ListPanel("Ruas", "teste/ruas", ("rua", "ruas"), empty, model, ui.context, host)
    made.resize(800, 400)
    host.show()
    return made


def test_an_empty_list_says_why(panel: ListPanel) -> None:
    panel.show_rows([])
    assert panel.count.text() == "0 ruas"
    assert panel.state.message == "Nenhuma rua Importe uma tabela de ruas."


def test_a_filter_counts_both_and_can_find_nothing(panel: ListPanel, ui: Ui) -> None:
    panel.show_rows(ROWS)
    assert panel.count.text() == "3 ruas"
    panel.filter.setText("sao joao")
    ui.until(lambda: panel.count.text() == "1 de 3 ruas")
    panel.filter.setText("nada disso")
    ui.until(lambda: panel.state.state == "vazio")
    assert panel.state.message.startswith("Nada com estas palavras")
    panel.filter.clear()
    ui.until(lambda: panel.state.state == "conteudo")


def test_the_chosen_row_stays_chosen_when_the_list_changes(panel: ListPanel, ui: Ui) -> None:
    seen: list[object] = []
    panel.current_changed.connect(seen.append)
    panel.show_rows(ROWS)
    assert panel.select("Travessa")
    panel.show_rows([("Beco", 9), *ROWS])
    assert panel.current == ROWS[2]
    panel.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    panel.show_rows([*ROWS, ("Largo", 0)])
    assert panel.current == ROWS[2]
    assert seen[-1] == ROWS[2]
    assert not panel.select("não existe")


def test_a_file_holds_what_is_shown(panel: ListPanel, ui: Ui, tmp_path: Path) -> None:
    panel.show_rows(ROWS)
    panel.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    panel.table.choose_column(0, is_shown=False)
    panel.export_to(tmp_path / "ruas.csv", Perfil.RFC_4180)
    ui.until(lambda: bool(ui.notices))
    assert ui.notices == [("info", "3 linhas gravadas em ruas.csv.")]
    assert (tmp_path / "ruas.csv").read_text("utf-8").split() == ["N", "1", "2", "3"]


def test_a_file_that_cannot_be_written_is_reported(
    panel: ListPanel, ui: Ui, tmp_path: Path
) -> None:
    panel.show_rows(ROWS)
    panel.export_to(tmp_path / "nao_existe" / "ruas.csv", Perfil.RFC_4180)
    ui.until(lambda: bool(ui.faults))
    assert "exportacao.nao_gravou" in str(ui.faults[0])


def test_printing_asks_for_a_printer_or_says_why_not(panel: ListPanel, ui: Ui) -> None:
    panel.show_rows(ROWS)
    panel.print_list()
    ui.until(lambda: bool(panel.findChildren(QPrintDialog)))
    panel.findChildren(QPrintDialog)[0].reject()
    panel.show_rows([(str(at), at) for at in range(PRINT_LIMIT + 1)])
    panel.print_list()
    ui.until(lambda: bool(ui.notices))
    assert ui.notices[0][1].startswith("Até 2.000 linhas podem ser impressas.")


def test_the_menu_offers_everything(panel: ListPanel) -> None:
    panel.show_rows(ROWS)
    panel._fill_menu()
    words = [action.text() for action in panel._menu.actions() if action.text()]
    assert words == [
        "Copiar linhas escolhidas",
        "Gravar CSV para Excel…",
        "Gravar CSV para programas…",
        "Imprimir…",
        "Colunas",
    ]


def test_rows_open_and_offer_their_own_acts(panel: ListPanel) -> None:
    panel.show_rows(ROWS)
    opened: list[object] = []
    panel.opened.connect(opened.append)
    panel.menu_requested.connect(lambda row, menu: menu.addAction(row[0]))
    panel.table.opened.emit(1)
    assert opened == [ROWS[1]]
    menu = QMenu(panel)
    panel.table.menu_requested.emit(0, menu)
    assert [action.text() for action in menu.actions()] == ["Rua das Flores"]


def test_everything_has_a_name_and_is_reached_by_keyboard(panel: ListPanel) -> None:
    panel.show_rows(ROWS)
    assert unnamed(panel) == []
    assert unreachable(panel) == []


def test_a_long_list_is_sorted_in_a_worker(panel: ListPanel, ui: Ui) -> None:
    threads: set[str] = set()

    def number(row: tuple[str, int]) -> int:
        threads.add(threading.current_thread().name)
        return row[1]

    rows = [(f"linha {at}", -at) for at in range(AT_ONCE + 1)]
    columns = panel.model.columns
    panel.model.columns = (columns[0], replace(columns[1], sort=number))
    panel.show_rows(rows)
    panel.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    ui.settle()
    assert panel.model.row_at(0) == rows[-1]
    assert threads
    assert all(name.startswith("leitura") for name in threads)
