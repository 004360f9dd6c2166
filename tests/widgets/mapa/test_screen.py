"""The map and its list: the same demands, chosen on either side."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu

from app.services.mapa_pagina import MapaPagina
from tests.core.base.territorio.leitura.test_azulejos import mbtiles
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.support.log_watch import LogWatch
from tests.support.mapa import place
from tests.support.office import demanda
from tests.support.territorio import BAIRRO
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from tests.widgets.mapa.conftest import no_web
from tests.widgets.runtime.mapa.conftest import NEAR, Seen
from tests.widgets.runtime.mapa.test_vista_web import press, where
from widgets.mapa.chosen import Escolhido
from widgets.mapa.screen import MapaScreen
from widgets.runtime.mapa.lugar import EscolherLugarDialog
from widgets.runtime.mapa.vista_web import FUNDO

Open = Callable[..., MapaScreen]


def rows(screen: MapaScreen) -> list[str]:
    return [um.demanda_id for um in screen.list.model.rows]  # type: ignore[attr-defined] # all here


def chosen(screen: MapaScreen) -> str:
    return str(getattr(screen.list.current, "demanda_id", ""))


def until(ui: Ui, condition: Callable[[], bool]) -> None:
    ui.qtbot.waitUntil(condition, timeout=NEAR)


def test_the_list_has_what_the_map_shows(
    open_screen: Open, seen_of: Callable[[MapaScreen], Seen], vitrine: Vitrine, ui: Ui
) -> None:
    screen = open_screen()
    assert screen.subtitle.text() == "3 demandas na tela"
    assert sorted(rows(screen)) == [demanda(1), demanda(2), demanda(3)]
    assert (unnamed(screen), unreachable(screen)) == ([], [])
    seen = seen_of(screen)
    total = "[...Formigueiro.simbolos.values()].reduce((n, m) => n + (m.dado.total || 1), 0)"
    assert seen.ask(total) == 3
    vitrine.publicar(
        e.recebida(7, localizacao_bruta=None), e.normalizada(7, coordenadas_validadas=None)
    )
    place(vitrine, 4, -23.5, -46.5)
    ui.context.hub.announce(frozenset({"demanda.recebida"}))
    until(
        ui,
        lambda: screen.subtitle.text() == "4 demandas na tela · 1 sem localização, fora do mapa",
    )
    assert seen.refused == 0


def test_a_symbol_chooses_the_row_and_the_row_the_symbol(
    open_screen: Open, seen_of: Callable[[MapaScreen], Seen], ui: Ui
) -> None:
    screen = open_screen()
    seen = seen_of(screen)
    press(seen, where(seen, ".simbolo.nivel3:not(.grupo)"))
    until(ui, lambda: screen.list.current is not None)
    assert chosen(screen) == demanda(1)
    assert screen.card.title.text() == "Buraco na rua"
    screen.card.open.click()
    assert ui.gone == [("demandas", demanda(1))]
    screen.list.select(demanda(3))
    until(ui, lambda: seen.ask("document.querySelectorAll('.escolhido').length") == 0)
    assert seen.ask("document.querySelectorAll('.anel').length") == 1


def test_by_keyboard_alone(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    screen.activateWindow()
    screen.filters.states.setFocus()
    QTest.keyClick(screen.filters.states, Qt.Key.Key_L, Qt.KeyboardModifier.AltModifier)
    until(ui, screen.list.table.hasFocus)
    QTest.keyClick(screen.list.table, Qt.Key.Key_Down)
    QTest.keyClick(screen.list.table, Qt.Key.Key_Return)
    assert len(ui.gone) == 1
    assert ui.gone[0][1] in rows(screen)
    QTest.keyClick(screen.list.table, Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    until(ui, lambda: not screen.list.table.hasFocus())


def test_filters_hold_for_both(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    screen.filters.choose(Escolhido(("concluida",)))
    until(ui, lambda: screen.subtitle.text() == "0 demandas na tela · com estes filtros")
    assert screen.list.state.message.startswith("Nenhuma demanda nesta parte do mapa")
    screen.filters.clear_all()
    until(ui, lambda: screen.subtitle.text() == "3 demandas na tela")


def test_moving_the_map_changes_the_list(
    open_screen: Open, seen_of: Callable[[MapaScreen], Seen], ui: Ui
) -> None:
    screen = open_screen()
    seen = seen_of(screen)
    seen.ask("(Formigueiro.irPara([[-23.96, -46.96], [-23.94, -46.94]]), 1)")
    until(ui, lambda: rows(screen) == [demanda(1)])
    screen._show_whole()
    until(ui, lambda: len(rows(screen)) == 3)


def test_others_lead_here(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    screen.open_target(f"demanda:{demanda(1)}")
    until(ui, lambda: rows(screen) == [demanda(1)])
    assert chosen(screen) == demanda(1)
    screen.open_target(BAIRRO)
    until(ui, lambda: screen.filters.chosen.unidade == BAIRRO)
    screen.open_target(f"demanda:{demanda(99)}")
    until(ui, lambda: ("aviso", "Esta demanda não tem um lugar no mapa.") in ui.notices)
    screen.open_target("outra")
    until(ui, lambda: ("aviso", "Esta unidade não tem contorno no mapa.") in ui.notices)


def test_a_demand_that_the_filter_hides_is_shown_all_the_same(
    open_screen: Open, ui: Ui, vitrine: Vitrine
) -> None:
    vitrine.publicar(e.concluida(1))
    screen = open_screen()
    screen.open_target(f"demanda:{demanda(1)}")
    until(ui, lambda: rows(screen) == [demanda(1)])
    assert screen.filters.chosen == Escolhido(("concluida",))


def test_another_screen_gets_a_point(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    screen.open_target("escolher:atendimento")
    dialog = only(screen, EscolherLugarDialog)
    until(ui, lambda: dialog.escolha.mapa.vista is not None)
    dialog.escolha.mapa.picked.emit(-23.95, -46.95)
    ui.settle()
    dialog.use.click()
    assert ui.gone == [("atendimento", "ponto:-23.950000,-46.950000")]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    screen.open_target("escolher:atendimento")
    only(screen, EscolherLugarDialog).reject()
    assert ui.gone[-1] == ("atendimento", "")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_narrow_shows_one_at_a_time(open_screen: Open) -> None:
    screen = open_screen()
    assert screen.pages.isHidden()
    screen.set_narrow(is_narrow=True)
    assert (screen.mapa.isHidden(), screen.side.isHidden()) == (False, True)
    screen.pages.list.click()
    assert (screen.mapa.isHidden(), screen.side.isHidden()) == (True, False)
    screen.set_narrow(is_narrow=False)
    assert (screen.mapa.isHidden(), screen.side.isHidden()) == (False, False)


def test_without_chromium_the_list_still_works(
    open_screen: Open, ui: Ui, expect_log: LogWatch
) -> None:
    expect_log.warning("mapa: no map here")
    screen = open_screen(fabrica=no_web)
    assert screen.mapa.state.message.startswith("O mapa não abre neste computador")
    assert len(rows(screen)) == 3
    assert not screen.export_png.isEnabled()
    screen.list.select(demanda(1))
    screen.filters.choose(Escolhido(nivel=1))
    until(ui, lambda: screen.subtitle.text() == "0 demandas na tela · com estes filtros")


def test_a_long_list_says_that_it_is_cut(
    open_screen: Open, ui: Ui, pagina: MapaPagina, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = pagina.mapa.na_tela
    monkeypatch.setattr(
        type(pagina.mapa), "na_tela", lambda _self, vista, filtro: whole(vista, filtro, 2)
    )
    screen = open_screen()
    assert screen.subtitle.text() == "3 demandas na tela"
    assert screen.note.text().startswith("A lista mostra 2 de 3 demandas.")
    assert not screen.note.isHidden()


def test_a_fault_stands_where_the_list_would_be(
    open_screen: Open, ui: Ui, pagina: MapaPagina, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = open_screen()

    def broken(*_args: object) -> None:
        raise OSError("disk")

    monkeypatch.setattr(type(pagina.mapa), "na_tela", broken)
    screen.filters.choose(Escolhido(nivel=3))
    until(ui, lambda: screen.list.state.state == "erro")


def test_what_was_seen_is_found_again(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    screen.filters.choose(Escolhido(nivel=3))
    screen.open_target(f"demanda:{demanda(1)}")
    until(ui, lambda: rows(screen) == [demanda(1)])
    screen.save_view()
    screen.hide()
    again = open_screen()
    assert again.filters.chosen == Escolhido(nivel=3)
    assert rows(again) == [demanda(1)]


def test_tiles_are_chosen_and_taken_away(open_screen: Open, ui: Ui, tmp_path: Path) -> None:
    screen = open_screen()
    screen._ask_tiles()
    dialog = only(screen, QFileDialog)
    dialog.fileSelected.emit(str(mbtiles(tmp_path / "f.mbtiles")))
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    until(ui, lambda: screen.mapa.estado.fundo is not None)
    assert screen.no_tiles.isEnabled()
    (tmp_path / "x.txt").write_text("nada disso, um texto")
    screen.choose_tiles(tmp_path / "x.txt")
    until(ui, lambda: bool(ui.notices))
    assert "não é um mapa de fundo" in ui.notices[0][1]
    screen.no_tiles.trigger()
    assert ui.context.view.text(FUNDO) == ""
    assert screen.mapa.estado.fundo is None


def test_the_menu_of_a_row(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    menu = QMenu(screen)
    screen.list.menu_requested.emit(screen.list.model.row_at(0), menu)
    (action,) = [one for one in menu.actions() if one.text() == "Abrir demanda"]
    action.trigger()
    assert ui.gone[0][0] == "demandas"
