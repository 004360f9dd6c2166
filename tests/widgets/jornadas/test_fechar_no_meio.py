"""The window is closed in the middle of long work: nothing is lost, nothing hangs, it goes on later."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.janela import Desktop
from app.services.importacao import consentimento_de_todos
from app.services.permissoes import Ato
from tests.widgets.conftest import Mesa
from widgets.atendimento.screen import AtendimentoScreen
from widgets.sorteio.screen import SorteioScreen

ROWS = 1_500


def no_worker_is_left() -> bool:
    return not [
        one.name for one in threading.enumerate() if one.name.startswith(("escrita_", "leitura_"))
    ]


def reopened(mesa: Mesa, qapp: QApplication, qtbot: QtBot, key: str) -> None:
    """A new window over the office, opened as after a break, shows the screen."""
    mesa.vivo.reabrir()
    desktop = Desktop(qapp, mesa.vivo.servicos, mesa.vivo.lugar.dados / "vista-depois.ini")
    try:
        desktop.show()
        desktop.context.go(key)
        qtbot.waitUntil(lambda: desktop.runner.is_idle, timeout=60_000)
        assert desktop.window.current_key == key
        assert [one.text for one in desktop._notices.notices() if one.level == "erro"] == []
    finally:
        desktop.close()


def test_during_an_import(mesa: Mesa, qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    table = tmp_path / "pedidos.csv"
    lines = [f"Buraco na rua número {n} da escola;-20,597;-36,938" for n in range(ROWS)]
    table.write_text("texto;lat;lng\n" + "\n".join(lines) + "\n", "utf-8")
    screen = mesa.open("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    page = screen.tables
    screen.show_page(page)
    page.look(table)
    mesa.until(page.take.isEnabled)
    demands = mesa.vivo.servicos.demandas
    before = sum(demands.contar().values())
    page.take.click()
    mesa.until(lambda: sum(demands.contar().values()) > before)
    mesa.desktop.close()
    assert no_worker_is_left()
    mesa.vivo.ocioso()
    taken = sum(demands.contar().values()) - before
    # Whole hundreds: a command is there or not there.
    assert 0 < taken < ROWS
    assert taken % 100 == 0
    reopened(mesa, qapp, qtbot, "atendimento")
    services = mesa.vivo.servicos
    ator = services.sessao.ator(Ato.IMPORTAR)
    options = consentimento_de_todos(
        publica_texto=False, publica_imagem=False, fonte="", colunas={}
    )
    rest = services.importacao.importar(table, options, ator)
    assert (rest.ja_registradas, rest.registradas, rest.recusadas) == (taken, ROWS - taken, 0)
    assert sum(services.demandas.contar().values()) == before + ROWS


def test_during_a_bulk_verification(mesa: Mesa, qapp: QApplication, qtbot: QtBot) -> None:
    screen = mesa.open("sorteio")
    assert isinstance(screen, SorteioScreen)
    screen.bulk.verify()
    qtbot.waitUntil(lambda: not mesa.desktop.runner.is_idle, timeout=10_000)
    mesa.desktop.close()
    assert no_worker_is_left()
    reopened(mesa, qapp, qtbot, "sorteio")


def test_while_the_map_is_loading(mesa: Mesa, qapp: QApplication, qtbot: QtBot) -> None:
    mesa.desktop.context.go("mapa")
    mesa.desktop.close()
    assert no_worker_is_left()
    reopened(mesa, qapp, qtbot, "mapa")
