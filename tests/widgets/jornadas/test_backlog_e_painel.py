"""From a new demand to its place, its reason, its own screen, and the number that counts it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.services.demandas import NovaDemanda
from app.services.painel_alvos import escolha_de
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from tests.support.balcao import ATENDENTE
from tests.widgets.conftest import Mesa
from widgets.backlog.screen import BacklogScreen
from widgets.painel.screen import PainelScreen

CENTRO = Ponto(-20.597, -36.938)
CONSENTED = Consentimentos(
    tratamento=True, publicacao_texto=True, publicacao_imagem=True, contato=True
)


def register(mesa: Mesa) -> str:
    """A demand at the counter; everything follows."""
    done = mesa.vivo.servicos.demandas.registrar(
        NovaDemanda(
            texto="O poste da praça está apagado, a rua fica no escuro",
            lugar=Lugar("ponto", CENTRO),
            consentimentos=CONSENTED,
        ),
        ATENDENTE,
    )
    mesa.settle()
    return done.demanda_id


def test_a_new_demand_takes_its_place_and_tells_why(mesa: Mesa) -> None:
    screen: Any = mesa.open("backlog")
    assert isinstance(screen, BacklogScreen)
    mesa.until(lambda: screen.quadro is not None)
    demand = register(mesa)
    unit = mesa.vivo.servicos.transparencia.demanda(demand).unidade_civica_id
    assert unit is not None
    mesa.open("backlog", f"{unit}/{demand}")
    mesa.until(lambda: screen.list.chosen == demand)
    mesa.until(lambda: screen.detail.demanda_id == demand)
    view = mesa.vivo.servicos.transparencia.demanda(demand)
    line = screen.list.current
    assert line is not None
    assert line.posicao == view.posicao  # the same place as on its own screen
    assert "porque nível 3 pesa 60, a carência da unidade é 1 e a categoria vale" in (
        screen.detail.sentence.text()
    )
    screen.list.table.setFocus()
    QTest.keyClick(screen.list.table, Qt.Key.Key_Return)
    mesa.until(lambda: mesa.desktop.window.current_key == "demandas")
    mesa.settle()


def test_the_panel_counts_it_and_its_number_opens_a_list_with_it(mesa: Mesa) -> None:
    screen: Any = mesa.open("painel")
    assert isinstance(screen, PainelScreen)
    mesa.until(lambda: screen.painel is not None)
    assert screen.painel is not None
    before = screen.painel.numeros.abertas
    demand = register(mesa)
    mesa.until(lambda: screen.painel is not None and screen.painel.numeros.abertas == before + 1)
    (tile,) = [one for one in screen.tiles if one.caption.text() == "em aberto"]
    assert tile.number.text() == str(before + 1)
    _screen, _colon, target = tile.target.partition(":")
    listed = mesa.vivo.servicos.demanda_lista.ordem(escolha_de(target))
    assert demand in listed
    assert len(listed) == before + 1
    tile.setFocus()
    QTest.keyClick(tile, Qt.Key.Key_Space)
    mesa.until(lambda: mesa.desktop.window.current_key == "demandas")
    shown: Any = mesa.desktop.window.screen_of("demandas")
    mesa.until(lambda: shown.list.count.text().startswith(f"{before + 1} demanda"))
    mesa.settle()
