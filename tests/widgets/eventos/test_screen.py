"""The log browser as a person uses it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.services import eventos_ordem
from app.services.eventos import EventosService, Found
from app.services.exportacao import Perfil
from core.kernel.errors import EnvironmentFault
from tests.app.services.log_builder import (
    COLONIES,
    PRODUCERS,
    SECRET,
    FileLeitor,
    LogBuilder,
    fixed_uuid,
)
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.eventos.chosen import Chosen
from widgets.eventos.screen import EventosScreen


def _open(ui: Ui, host: QWidget, service: EventosService) -> EventosScreen:
    screen = EventosScreen(service, ui.context, host)
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.settle()
    return screen


@pytest.fixture
def screen(ui: Ui, host: QWidget, eventos: EventosService) -> EventosScreen:
    return _open(ui, host, eventos)


def _cell(screen: EventosScreen, row: int, column: int) -> str:
    return str(screen.model.data(screen.model.index(row, column)))


def test_it_lists_the_newest_first_with_a_count(ui: Ui, screen: EventosScreen) -> None:
    assert screen.subtitle.text() == "300 eventos"
    ui.until(lambda: _cell(screen, 0, 0) == "300")
    assert _cell(screen, 0, 2) == "ranking.atualizado"
    assert (unnamed(screen), unreachable(screen)) == ([], [])


def test_arrows_choose_and_enter_opens(ui: Ui, screen: EventosScreen) -> None:
    screen.set_narrow(is_narrow=True)
    screen.table.setFocus()
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    QTest.keyClick(screen.table, Qt.Key.Key_Return)
    ui.until(lambda: screen.detail.numero == screen.current_number())
    assert screen.split.is_detail_shown
    assert screen.filters.isHidden()
    screen.split.show_master()
    assert not screen.filters.isHidden()
    assert screen.detail.numero in (299, 298)


def test_filters_narrow_the_list_and_an_empty_one_says_why(ui: Ui, screen: EventosScreen) -> None:
    screen.filters.choose(Chosen(tipos=("demanda.recebida",)))
    ui.settle()
    assert screen.subtitle.text() == "50 eventos com estes filtros"
    screen.filters.choose(Chosen(tipos=("demanda.recebida",), colonia="D-4"))
    ui.settle()
    assert screen.state.message.startswith("Nenhum evento com estes filtros")
    assert not screen.export_button.isEnabled()
    screen.state.empty_action_requested.emit()
    ui.settle()
    assert screen.subtitle.text() == "300 eventos"


def test_an_empty_log_says_what_will_come(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    LogBuilder(tmp_path / "vazio.db").close()
    service = EventosService(
        FileLeitor(tmp_path / "vazio.db"), produtores=PRODUCERS, colonias=COLONIES
    )
    screen = _open(ui, host, service)
    assert screen.state.message.startswith("Nenhum evento ainda")


def test_new_events_do_not_move_what_is_read(ui: Ui, screen: EventosScreen, log_path: Path) -> None:
    screen.open_found(Found(numero=200))
    ui.settle()
    bar = screen.table.verticalScrollBar()
    top = screen.model.id_at(bar.value())
    builder = LogBuilder(log_path, first=301)
    builder.add_demand(90)
    builder.close()
    ui.context.hub.announce(frozenset({"eventos"}))
    ui.settle()
    assert screen.subtitle.text() == "306 eventos"
    assert screen.current_number() == 200
    assert screen.model.id_at(bar.value()) == top


def test_a_search_result_is_shown_even_through_filters(ui: Ui, screen: EventosScreen) -> None:
    screen.filters.choose(Chosen(tipos=("demanda.recebida",)))
    ui.settle()
    screen.open_found(Found(numero=42))
    ui.until(lambda: screen.detail.numero == 42)
    assert screen.filters.chosen == Chosen()
    screen.open_found(Found(assunto=fixed_uuid(10_003)))
    ui.settle()
    assert screen.subtitle.text() == "5 eventos com estes filtros"


def test_restricted_parts_are_shown_when_asked_for(ui: Ui, screen: EventosScreen) -> None:
    screen.open_found(Found(numero=1))
    ui.until(lambda: screen.detail.numero == 1)
    assert SECRET not in screen.detail.payload.toPlainText()
    screen.detail.reveal.click()
    ui.until(lambda: SECRET in screen.detail.payload.toPlainText())


def test_the_trace_leads_to_its_events(ui: Ui, screen: EventosScreen) -> None:
    screen.open_found(Found(numero=3))
    ui.until(lambda: screen.detail.numero == 3)
    screen.detail.event_requested.emit(1)
    ui.until(lambda: screen.detail.numero == 1)
    assert screen.current_number() == 1


def test_a_fault_stands_where_the_data_would_be(
    ui: Ui, screen: EventosScreen, leitor: FileLeitor
) -> None:
    leitor.error = EnvironmentFault("banco.ocupado")
    screen.refresh()
    ui.until(lambda: screen.state.state == "erro")
    assert "ocupado por outro programa" in screen.state.message
    leitor.error = None
    screen.state.retry_requested.emit()
    ui.settle()
    assert screen.state.state == "conteudo"
    ui.faults.clear()


def test_everything_is_found_again(
    ui: Ui, host: QWidget, screen: EventosScreen, eventos: EventosService
) -> None:
    screen.filters.choose(Chosen(tipos=("demanda.recebida",), mais_novos=False))
    ui.settle()
    screen.open_found(Found(numero=7))
    ui.until(lambda: screen.detail.numero == 7)
    screen.table.choose_column(3, is_shown=False)
    screen.save_view()
    screen.hide()
    again = _open(ui, host, eventos)
    ui.until(lambda: again.detail.numero == 7)
    assert again.filters.chosen == Chosen(tipos=("demanda.recebida",), mais_novos=False)
    assert again.subtitle.text() == "50 eventos com estes filtros"
    assert again.table.isColumnHidden(3)


@pytest.mark.parametrize(
    ("perfil", "start"),
    [
        (Perfil.RFC_4180, b"numero,quando,tipo"),
        (Perfil.EXCEL_PT_BR, "\ufeffnumero;quando;tipo".encode()),
    ],
)
def test_export(
    ui: Ui, screen: EventosScreen, tmp_path: Path, perfil: Perfil, start: bytes
) -> None:
    screen.list.export_to(tmp_path / "eventos.csv", perfil)
    ui.settle()
    assert (tmp_path / "eventos.csv").read_bytes().startswith(start)
    assert ui.notices == [("info", "300 eventos exportados para eventos.csv.")]
    assert screen.progress.isHidden()


def test_a_cancelled_export_leaves_nothing_and_says_so(
    ui: Ui, screen: EventosScreen, leitor: FileLeitor, tmp_path: Path
) -> None:
    leitor.gate = threading.Event()
    screen.list.export_to(tmp_path / "eventos.csv", Perfil.RFC_4180)
    screen.progress.cancel_button.click()
    leitor.gate.set()
    ui.settle()
    assert ui.notices == [("info", "Exportação cancelada. Nenhum arquivo foi deixado.")]
    assert list(tmp_path.glob("eventos.csv*")) == []


def test_an_export_that_fails_is_reported(ui: Ui, screen: EventosScreen, tmp_path: Path) -> None:
    screen.list.export_to(tmp_path / "falta" / "eventos.csv", Perfil.RFC_4180)
    ui.settle()
    assert [type(fault) for fault in ui.faults] == [EnvironmentFault]
    assert screen.progress.isHidden()


def test_rows_not_seen_yet_can_be_copied(ui: Ui, screen: EventosScreen) -> None:
    screen.table.selectAll()
    screen.table.copy()
    ui.until(lambda: QGuiApplication.clipboard().text().count("\n") == 300)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["Nº", "Quando", "Tipo", "Colônia", "Assunto"]
    assert lines[-1].split("\t")[0] == "1"
    screen.list._on_copy_refused([])
    assert ui.notices[-1][0] == "aviso"


def test_the_menu_of_a_row(ui: Ui, screen: EventosScreen) -> None:
    ui.until(lambda: _cell(screen, 1, 0) == "299")
    menu = QMenu(screen)
    screen.table.menu_requested.emit(1, menu)
    actions = {action.text(): action for action in menu.actions()}
    actions["Copiar identificador"].trigger()
    assert QGuiApplication.clipboard().text() == fixed_uuid(299)
    actions["Copiar carimbo"].trigger()
    assert len(QGuiApplication.clipboard().text()) == 64
    actions["Só eventos deste assunto"].trigger()
    ui.settle()
    assert screen.filters.chosen.demanda == fixed_uuid(10_049)


def test_menus_of_the_screen(ui: Ui, screen: EventosScreen) -> None:
    texts = [action.text() for action in screen.menu.actions() if action.text()]
    assert texts == ["Atualizar (Ctrl+R)"]
    screen.list._menu.aboutToShow.emit()
    assert [action.text() for action in screen.list._menu.actions() if action.text()] == [
        "Copiar linhas escolhidas",
        "Gravar CSV para Excel…",
        "Gravar CSV para programas…",
        "Imprimir…",
        "Colunas",
    ]
    screen.list.ask_where(Perfil.RFC_4180)
    dialog = only(screen, QFileDialog)
    assert dialog.defaultSuffix() == "csv"
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_the_heading_turns_the_order_round(ui: Ui, screen: EventosScreen) -> None:
    ui.until(lambda: _cell(screen, 0, 0) == "300")
    head = screen.table.horizontalHeader()
    head.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    ui.until(lambda: _cell(screen, 0, 0) == "1")
    assert not screen.filters.chosen.mais_novos


def test_another_heading_sorts_and_the_row_in_hand_stays(
    ui: Ui, screen: EventosScreen, eventos: EventosService
) -> None:
    ui.until(lambda: _cell(screen, 0, 0) == "300")
    screen.table.selectRow(0)
    head = screen.table.horizontalHeader()
    head.setSortIndicator(2, Qt.SortOrder.AscendingOrder)
    first = min(tipo for tipo, _ in eventos.options().tipos)
    ui.until(lambda: _cell(screen, 0, 2) == first)
    assert screen.subtitle.text() == "300 eventos · por tipo"
    assert screen.current_number() == 300
    at = screen.table.currentIndex().row()
    assert screen.model.id_at(at) == 300
    assert at > 0
    screen.open_found(Found(numero=7))
    ui.settle()
    assert screen.current_number() == 7
    screen.filters.order.click()
    ui.until(lambda: _cell(screen, 0, 0) == "1")
    assert (head.sortIndicatorSection(), screen.subtitle.text()) == (0, "300 eventos")


def test_too_many_for_another_order_stay_by_arrival_and_it_says_why(
    ui: Ui, screen: EventosScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eventos_ordem, "ORDENAVEIS", 299)
    head = screen.table.horizontalHeader()
    head.setSortIndicator(2, Qt.SortOrder.AscendingOrder)
    ui.until(lambda: bool(ui.notices))
    assert ui.notices[-1][1].startswith("São 300 eventos, e por outra coluna")
    assert head.sortIndicatorSection() == 0
    ui.until(lambda: _cell(screen, 0, 0) == "300")
