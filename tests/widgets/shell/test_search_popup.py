"""The search of the window from the keyboard alone, over a living office."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.services.busca import LISTA
from app.services.demanda_lista import Escolha
from tests.widgets.conftest import Mesa
from widgets.demandas.screen import DemandasScreen
from widgets.eventos.screen import EventosScreen
from widgets.shell.search_popup import SearchPopup


@pytest.fixture
def popup(mesa: Mesa) -> SearchPopup:
    window = mesa.desktop.window
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.top.search.hasFocus()
    assert window.search_popup is not None
    mesa.settle()
    return window.search_popup


def typed(mesa: Mesa, popup: SearchPopup, text: str) -> list[str]:
    """Type; the titles of what is found."""
    field = mesa.desktop.window.top.search
    field.clear()
    QTest.keyClicks(field, text)
    mesa.until(lambda: not popup._typing.is_pending)
    mesa.settle()
    found = [popup.model.found_at(one) for one in popup.model.leaves()]
    return [one.titulo for one in found if one is not None]


def key(mesa: Mesa, which: Qt.Key) -> None:
    QTest.keyClick(mesa.desktop.window.top.search, which)


def protocol(mesa: Mesa) -> tuple[str, str]:
    service = mesa.vivo.servicos.demanda_lista
    row = service.linhas(service.ordem(Escolha())[:1])[0]
    return row.demanda_id, row.nome


def test_a_protocol_opens_its_demand(mesa: Mesa, popup: SearchPopup) -> None:
    demanda, name = protocol(mesa)
    assert typed(mesa, popup, name.lower().replace("-", ""))[0] == name
    assert popup.isVisible()
    key(mesa, Qt.Key.Key_Return)
    mesa.settle()
    assert not popup.isVisible()
    screen = mesa.desktop.window.screen_of("demandas")
    assert isinstance(screen, DemandasScreen)
    mesa.until(lambda: screen.detail.demanda_id == demanda)


def test_enter_before_the_answer_opens_the_first_of_it(mesa: Mesa, popup: SearchPopup) -> None:
    demanda, name = protocol(mesa)
    QTest.keyClicks(mesa.desktop.window.top.search, name)
    key(mesa, Qt.Key.Key_Return)
    screen = mesa.desktop.window.screen_of("demandas")
    assert isinstance(screen, DemandasScreen)
    mesa.until(lambda: screen.detail.demanda_id == demanda)


def test_arrows_walk_over_the_kinds_and_esc_closes(mesa: Mesa, popup: SearchPopup) -> None:
    titles = typed(mesa, popup, "rua")
    assert len(titles) > 3
    for _ in range(2):
        key(mesa, Qt.Key.Key_Down)
    assert popup.current is not None
    assert popup.current.titulo == titles[2]
    assert titles[2] in mesa.desktop.window.top.search.accessibleDescription()
    key(mesa, Qt.Key.Key_PageUp)
    assert popup.current.titulo == titles[0]
    key(mesa, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert mesa.desktop.window.top.search.text() == "rua"
    key(mesa, Qt.Key.Key_Escape)
    assert mesa.desktop.window.top.search.text() == ""


def test_all_of_many_open_as_a_filtered_list(mesa: Mesa, popup: SearchPopup) -> None:
    typed(mesa, popup, "rua")
    while popup.current is not None and not popup.current.alvo.startswith(LISTA):
        key(mesa, Qt.Key.Key_Down)
    key(mesa, Qt.Key.Key_Return)
    mesa.settle()
    screen = mesa.desktop.window.screen_of("demandas")
    assert isinstance(screen, DemandasScreen)
    assert screen.chips.chosen.texto == "rua"
    mesa.until(lambda: "com estes filtros" in screen.list.count.text())


def test_nothing_found_says_what_to_try(mesa: Mesa, popup: SearchPopup) -> None:
    assert typed(mesa, popup, "zzzzqqqq") == []
    assert popup.note.text().startswith("Nada encontrado.")
    key(mesa, Qt.Key.Key_Return)
    mesa.settle()
    assert mesa.notices == []


def test_a_slip_in_a_protocol_is_said(mesa: Mesa, popup: SearchPopup) -> None:
    _demanda, name = protocol(mesa)
    wrong = name[:-1] + ("1" if name[-1] != "1" else "2")
    assert typed(mesa, popup, wrong) == [name]
    assert "caractere trocado" in popup.note.text()


def test_an_event_stays_reachable_by_number(mesa: Mesa, popup: SearchPopup) -> None:
    titles = typed(mesa, popup, "7")
    while popup.current is not None and popup.current.tela != "eventos":
        key(mesa, Qt.Key.Key_Down)
    assert titles[-1] == "Evento nº 7"
    key(mesa, Qt.Key.Key_Return)
    mesa.settle()
    screen = mesa.desktop.window.screen_of("eventos")
    assert isinstance(screen, EventosScreen)
    mesa.until(lambda: screen.detail.numero == 7)


def test_what_was_opened_comes_back_and_only_ids_are_kept(mesa: Mesa, popup: SearchPopup) -> None:
    demanda, name = protocol(mesa)
    typed(mesa, popup, name)
    key(mesa, Qt.Key.Key_Return)
    mesa.settle()
    QTest.keyClick(mesa.desktop.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    mesa.settle()
    assert [popup.model.found_at(one).titulo for one in popup.model.leaves()] == [name]  # type: ignore[union-attr] # a leaf
    kept = mesa.desktop.view.text(popup._setting())
    assert kept == f"demandas|{demanda}"
    assert popup.current is None


def test_it_stays_within_a_small_window_at_200_percent(mesa: Mesa, popup: SearchPopup) -> None:
    mesa.desktop.window.resize(1_024, 700)
    typed(mesa, popup, "rua")
    window = mesa.desktop.window.centralWidget()
    assert window is not None
    assert popup.geometry().right() <= window.width()
    assert popup.geometry().bottom() <= window.height()
