"""Demandas as a clerk uses it: list, filters, order, one demand, files; keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from app.services.demanda_lista import Escolha
from app.services.exportacao import Perfil
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.demandas.conftest import Tela


def test_the_list_shows_all_demands_newest_first(tela: Tela) -> None:
    service = tela.mesa.vivo.servicos.demanda_lista
    ids = service.ordem(Escolha())
    assert tela.screen.list.count.text() == f"{len(ids)} demandas"
    tela.mesa.until(lambda: tela.screen.model.row_at(0) is not None)
    first = tela.screen.model.row_at(0)
    assert first is not None
    assert first.demanda_id == ids[0]
    QAbstractItemModelTester(
        tela.screen.model, QAbstractItemModelTester.FailureReportingMode.Fatal, tela.screen
    )
    tela.screen.chips.choose(Escolha(situacoes=("concluida",)))
    tela.mesa.settle()
    count = len(service.ordem(Escolha(situacoes=("concluida",))))
    assert tela.screen.list.count.text().startswith(f"{count} demanda")
    assert tela.screen.list.count.text().endswith("com estes filtros")


def test_words_filter_and_a_heading_sorts(tela: Tela) -> None:
    screen = tela.screen
    screen.list.filter.setText("rua")
    QTest.keyClick(screen.list.filter, Qt.Key.Key_Return)
    tela.mesa.settle()
    found = tela.mesa.vivo.servicos.demanda_lista.ordem(Escolha(texto="rua"))
    assert 0 < len(screen.model.ids) == len(found)
    keys = [one.key for one in screen.model.columns]
    head = screen.list.table.horizontalHeader()
    head.setSortIndicator(keys.index("protocolo"), Qt.SortOrder.AscendingOrder)
    tela.mesa.settle()
    tela.mesa.until(lambda: screen.model.row_at(4) is not None)
    names = [screen.model.row_at(at).nome for at in range(5)]  # type: ignore[union-attr] # loaded
    assert names == sorted(names)


def test_nothing_found_says_why_and_filters_can_be_taken_off(tela: Tela) -> None:
    tela.screen.chips.choose(Escolha(nivel=5, situacoes=("agregada",)))
    tela.mesa.settle()
    assert "Nenhuma demanda com estes filtros" in tela.screen.list.state.message
    tela.screen.chips.clear_all()
    tela.mesa.settle()
    assert tela.screen.list.state.state == "conteudo"


def test_a_demand_is_opened_by_protocol_and_stays_chosen(tela: Tela) -> None:
    demanda = tela.of("em_progresso")
    name = tela.mesa.vivo.servicos.demanda_detalhe.abrir(demanda).nome
    tela.show(name.lower().replace("-", " "))
    assert tela.screen.detail.demanda_id == demanda
    assert tela.screen.detail.heading.text() == name
    row = tela.screen.current
    assert row is not None
    assert row.demanda_id == demanda
    tela.screen.refresh()
    tela.mesa.settle()
    assert tela.screen.current == row


def test_the_keyboard_alone_reaches_a_demand_and_its_parts(tela: Tela) -> None:
    table = tela.screen.list.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Return)
    tela.mesa.until(lambda: tela.screen.current is not None)
    row = tela.screen.current
    assert row is not None
    tela.mesa.until(lambda: tela.screen.detail.demanda_id == row.demanda_id)
    bar = tela.screen.detail.tabs.tabBar()
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert tela.screen.detail.tabs.currentIndex() == 1


def test_every_control_has_a_name_and_a_key(tela: Tela) -> None:
    tela.show(tela.of("em_progresso"))
    for tab in range(tela.screen.detail.tabs.count()):
        tela.screen.detail.show_tab(tab)
        assert unnamed(tela.screen) == []
        assert unreachable(tela.screen) == []


def test_the_file_holds_the_rows_of_the_list(tela: Tela, tmp_path: Path) -> None:
    tela.screen.chips.choose(Escolha(situacoes=("concluida",)))
    tela.mesa.settle()
    path = tmp_path / "demandas.csv"
    tela.screen.list.export_to(path, Perfil.EXCEL_PT_BR)
    tela.mesa.until(path.exists)
    tela.mesa.settle()
    lines = path.read_text("utf-8-sig").splitlines()
    assert lines[0].startswith("Protocolo;Situação;Título")
    assert len(lines) == len(tela.screen.model.ids) + 1


def test_a_choice_of_filters_is_a_target(tela: Tela) -> None:
    tela.show("lista:" + Escolha(texto="rua", nivel=3).as_target())
    assert tela.screen.list.filter.text() == "rua"
    assert tela.screen.chips.chosen == Escolha(texto="rua", nivel=3)


def test_filters_and_the_chosen_demand_survive_a_restart(tela: Tela) -> None:
    demanda = tela.of("concluida")
    tela.screen.chips.choose(Escolha(situacoes=("concluida",), texto="Fulana"))
    tela.show(demanda)
    tela.screen.save_view()
    view = tela.mesa.desktop.view
    assert view.text("demandas/escolhida") == demanda
    assert "Fulana" not in view.text("demandas/filtros")
    assert Escolha.from_text(view.text("demandas/filtros")).situacoes == ("concluida",)


def test_the_draw_of_a_demand_is_verified_on_request(tela: Tela) -> None:
    tela.show(tela.of("em_progresso"))
    assert "Ainda não conferido" in tela.screen.detail.draw.facts[0].text
    tela.screen.verify_draws()
    tela.mesa.until(lambda: "✓ Confere" in tela.screen.detail.draw.facts[0].text)


@pytest.mark.parametrize("width", [1_280, 1_024])
def test_below_1100_px_the_detail_is_a_page_with_a_way_back(tela: Tela, width: int) -> None:
    tela.mesa.desktop.window.resize(width, 700)
    tela.show(tela.of())
    assert tela.screen.split.is_detail_shown
    assert tela.screen.split.is_narrow == (width < 1_100)


def test_the_place_lies_on_a_small_map(tela: Tela) -> None:
    tela.show(tela.of("em_progresso"))
    screen = tela.screen
    assert screen.detail.tabs.isTabEnabled(screen.detail.tabs.indexOf(screen.place))
    before = screen.place.motor
    screen.detail.tabs.setCurrentWidget(screen.place)
    tela.mesa.until(lambda: screen.place.vista is not None and screen.place.is_settled)
    motor = screen.place.motor
    assert before is None
    assert motor is not None
    pins: list[object] = []
    motor.page.runJavaScript("document.querySelectorAll('.alfinete').length", pins.append)
    tela.mesa.until(lambda: pins == [1])
    assert motor.guarda.recusados == 0
    screen._show_place(None, None)
    assert not screen.detail.tabs.isTabEnabled(screen.detail.tabs.indexOf(screen.place))
