"""The backlog over a living office: bands, reasons, keyboard, and what the engine changes."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.services.exportacao import Perfil
from core.base.texto.folding import fold
from tests.support.balcao import MODERADOR
from tests.support.vivo import Vivo, serve
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Mesa
from widgets.backlog.screen import BacklogScreen
from widgets.runtime.screen import Screen


def biggest(vivo: Vivo) -> str:
    """The unit with the longest ranking."""
    return vivo.servicos.unidades.maior()


def another(vivo: Vivo) -> str:
    """Another unit with something in its agenda, alone in its name: which ones follows from the draws."""
    search, quadro = vivo.servicos.unidades.procurar, vivo.servicos.backlog.quadro
    units = [quadro(unit) for unit, _label in search("") if unit != biggest(vivo)]
    return next(
        one.unidade.unidade_civica_id
        for one in units
        if one.linhas and len(search(one.unidade.nome)) == 1
    )


@pytest.fixture
def screen(mesa: Mesa) -> BacklogScreen:
    return opened(mesa)


def opened(mesa: Mesa, target: str = "") -> BacklogScreen:
    found: Screen = mesa.open("backlog", target)
    assert isinstance(found, BacklogScreen)
    mesa.until(lambda: found.quadro is not None and found.list.state.state == "conteudo")
    return found


def shown_ids(screen: BacklogScreen) -> list[str]:
    """Of every row."""
    return [] if screen.list.rows.vista is None else screen.list.rows.vista.ids


def rows(screen: BacklogScreen) -> list[str]:
    """The protocols and headings, from top to bottom."""
    model = screen.list.rows
    return [
        str(model.index(row, 1).data() or model.index(row, 0).data())
        for row in range(model.rowCount())
    ]


def is_heading(one: str) -> bool:
    """Whether a row's id is that of a band."""
    return one.startswith("§")


def first(screen: BacklogScreen) -> str:
    """The first demand's protocol: where nothing is in progress, two headings come first."""
    told = zip(rows(screen), shown_ids(screen), strict=True)
    return next(protocol for protocol, one in told if not is_heading(one))


def test_it_opens_with_the_longest_ranking_and_equal_counts(
    mesa: Mesa, screen: BacklogScreen
) -> None:
    quadro = screen.quadro
    assert quadro is not None
    assert quadro.unidade.unidade_civica_id == biggest(mesa.vivo)
    shown = screen.list.rows.vista
    assert shown is not None
    assert shown.demandas == len(quadro.linhas) + quadro.em_espera == quadro.total_no_ranking
    assert screen.list.count.text().startswith(f"{shown.demandas} demanda")
    assert screen.picker.text().endswith(quadro.unidade.nome)


def test_it_opens_with_a_unit_that_the_office_serves(mesa: Mesa) -> None:
    first, second, *_ = mesa.vivo.servicos.unidades.procurar("")
    assert mesa.vivo.servicos.unidades.padrao() == first[0]
    serve(mesa.vivo, second[0])
    quadro = opened(mesa).quadro
    assert quadro is not None
    assert quadro.unidade.unidade_civica_id == second[0]
    # Of a larger unit, its part with the longest ranking; of one without demands, itself.
    (country,) = mesa.vivo.servicos.unidades.procurar("Território de Demonstração")
    serve(mesa.vivo, country[0])
    assert mesa.vivo.servicos.unidades.padrao() == first[0]
    mesa.settle()


def test_a_row_tells_its_reason_and_opens_its_demand(mesa: Mesa, screen: BacklogScreen) -> None:
    gone: list[tuple[str, str]] = []
    screen.detail.demand_wanted.connect(lambda demand: gone.append(("demandas", demand)))
    screen.list.show_band("agenda")
    mesa.until(lambda: screen.detail.demanda_id == (screen.list.chosen or "?"))
    sentence = screen.detail.sentence.text()
    assert " da agenda porque nível " in sentence
    assert "a carência da unidade é " in sentence
    screen.detail.open_button.click()
    assert gone == [("demandas", screen.list.chosen)]


def test_the_keyboard_alone_reaches_bands_rows_and_units(mesa: Mesa, screen: BacklogScreen) -> None:
    screen.list.table.setFocus()
    QTest.keyClick(screen.list.table, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    first = screen.list.chosen
    assert first is not None
    assert screen.list.table.hasFocus()
    for _ in range(screen.list.rows.rowCount()):
        QTest.keyClick(screen.list.table, Qt.Key.Key_Down)
        assert screen.list.chosen is not None  # headings are passed over
    QTest.keyClick(screen.list.table, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert screen.picker.hasFocus()
    other = mesa.vivo.servicos.backlog.quadro(another(mesa.vivo)).unidade
    QTest.keyClicks(screen.picker, fold(other.nome))
    QTest.keyClick(screen.picker, Qt.Key.Key_Return)
    mesa.until(lambda: screen.quadro is not None and screen.quadro.unidade.nome == other.nome)
    mesa.until(screen.list.table.hasFocus)
    assert unnamed(screen) == unreachable(screen) == []


def test_a_file_holds_the_whole_backlog(mesa: Mesa, screen: BacklogScreen, tmp_path: Path) -> None:
    path = tmp_path / "backlog.csv"
    screen.list.export_to(path, Perfil.EXCEL_PT_BR)
    mesa.until(path.exists)
    with path.open(encoding="utf-8-sig", newline="") as file:
        found = list(csv.DictReader(file, delimiter=";"))
    vista = screen.list.rows.vista
    assert vista is not None
    assert len(found) == vista.demandas
    assert found[0]["Protocolo"] == first(screen)
    mesa.settle()


def test_the_print_has_three_bands(mesa: Mesa, screen: BacklogScreen) -> None:
    made = screen.list.printed()()
    assert made is not None
    assert made.html.count("<h2>") == 3
    assert "Em andamento" in made.html
    assert first(screen) in made.html


def test_words_filter_the_bands_and_can_find_nothing(mesa: Mesa, screen: BacklogScreen) -> None:
    wanted = first(screen)
    screen.list.filter.setText(wanted)
    mesa.until(lambda: screen.list.count.text() == "1 demanda")
    assert wanted in rows(screen)
    screen.list.filter.setText("palavra que ninguém escreveu")
    mesa.until(lambda: screen.list.state.state == "vazio")
    assert screen.list.state.message.startswith("Nada com estas palavras")
    screen.list.filter.clear()
    mesa.until(lambda: screen.list.state.state == "conteudo")
    mesa.settle()


def test_what_the_engine_changes_moves_only_what_is_concerned(
    mesa: Mesa, screen: BacklogScreen
) -> None:
    """A demand is withdrawn elsewhere: it goes, what was chosen stays chosen."""
    quadro = screen.quadro
    assert quadro is not None
    at_work = {line.demanda_id for line in quadro.linhas if line.faixa == "andamento"}
    # Of what waits, too: how many the agenda still holds follows from the tests before.
    withdrawn, chosen, *_ = (
        one for one in shown_ids(screen) if one not in at_work and not is_heading(one)
    )
    screen.list.choose(chosen)
    mesa.vivo.servicos.demandas.retirar(withdrawn, "engano", MODERADOR)
    mesa.settle()
    mesa.until(lambda: screen.list.rows.vista is not None and withdrawn not in shown_ids(screen))
    assert screen.list.chosen == chosen
    mesa.settle()


def test_place_and_choice_survive_a_restart_of_the_window(
    mesa: Mesa, screen: BacklogScreen
) -> None:
    screen.list.show_band("agenda")
    chosen = screen.list.chosen
    screen.save_view()
    view = mesa.desktop.view
    assert view.text("backlog/escolhida") == chosen
    assert view.text("backlog/unidade") == biggest(mesa.vivo)


def test_a_target_names_a_unit_and_perhaps_a_demand(mesa: Mesa, screen: BacklogScreen) -> None:
    other = another(mesa.vivo)
    line = mesa.vivo.servicos.backlog.quadro(other).linhas[0]
    opened(mesa, f"{other}/{line.demanda_id}")
    mesa.until(lambda: screen.list.chosen == line.demanda_id)
    assert screen.quadro is not None
    assert screen.quadro.unidade.unidade_civica_id == other
    mesa.settle()


def test_a_narrow_window_shows_the_reason_as_a_page(mesa: Mesa, screen: BacklogScreen) -> None:
    mesa.desktop.window.resize(1_024, 700)
    mesa.settle()
    screen.list.show_band("agenda")
    QTest.keyClick(screen.list.table, Qt.Key.Key_Return)
    mesa.until(lambda: screen.split.is_detail_shown)
    assert screen.bar.isHidden()
    QTest.keyClick(screen.detail, Qt.Key.Key_Escape)
    mesa.until(lambda: not screen.bar.isHidden())
    mesa.settle()


def test_a_heading_sorts_every_band(mesa: Mesa) -> None:
    screen = mesa.open("backlog")
    assert isinstance(screen, BacklogScreen)
    vista = screen.list.rows.vista
    assert vista is not None
    at = next(n for n, one in enumerate(screen.list.rows.columns) if one.key == "protocolo")
    before = sorted(vista.ids)
    screen.list.table.horizontalHeader().setSortIndicator(at, Qt.SortOrder.DescendingOrder)
    mesa.settle()
    now = screen.list.rows.vista
    assert now is not None
    held = [one.protocolo or "" for one in now.linhas if one.faixa == now.linhas[0].faixa]
    assert held == sorted(held, reverse=True)
    assert sorted(now.ids) == before
