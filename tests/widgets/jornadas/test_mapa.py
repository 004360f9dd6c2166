"""The map over a living office: the panel's numbers, a demand that appears, a point for the counter."""

from __future__ import annotations

import subprocess
import sys

from PySide6.QtCore import QCoreApplication, QEvent

from app.services.demandas import NovaDemanda
from app.services.mapa_vistas import FiltroDoMapa, Vista
from app.services.permissoes import Ato
from core.base.territorio.distancia import BRASIL, Ponto
from core.colonies.d1a_captura.rules import Consentimentos, Lugar
from core.colonies.d7_transparencia.rules.situacao import SITUACOES
from tests.widgets.conftest import Mesa
from tests.widgets.finding import only
from widgets.atendimento.screen import AtendimentoScreen
from widgets.mapa.screen import MapaScreen
from widgets.runtime.mapa.lugar import EscolherLugarDialog


def the_map(mesa: Mesa) -> MapaScreen:
    screen = mesa.open("mapa")
    assert isinstance(screen, MapaScreen)
    mesa.until(lambda: screen.is_settled and screen.list.model.rowCount() > 0)
    mesa.settle()
    return screen


def test_its_numbers_are_the_panels(mesa: Mesa) -> None:
    services = mesa.vivo.servicos
    panel = services.transparencia.painel().painel
    country = Vista(BRASIL, 4)
    for states, expected in (((), panel.abertas), (tuple(SITUACOES), panel.total)):
        chosen = FiltroDoMapa(situacoes=states)
        listed = services.mapa.mapa.na_tela(country, chosen)
        assert listed.total + listed.sem_localizacao == expected
        assert services.mapa.mapa.visao(country, chosen).total == listed.total
    screen = the_map(mesa)
    assert screen.subtitle.text().startswith(f"{screen.list.model.rowCount()} demandas na tela")
    motor = screen.mapa.motor
    assert motor is not None
    assert motor.guarda.recusados == 0


def test_what_is_registered_appears_without_moving_what_is_read(mesa: Mesa) -> None:
    screen = the_map(mesa)
    before = screen.list.model.rowCount()
    screen.list.table.selectRow(1)
    chosen = screen.list.current
    services = mesa.vivo.servicos
    services.demandas.registrar(
        NovaDemanda(
            texto="O poste da praça está apagado",
            lugar=Lugar("ponto", Ponto(-20.597, -36.938)),
            consentimentos=Consentimentos(True, True),
        ),
        services.sessao.ator(Ato.REGISTRAR),
    )
    mesa.until(lambda: screen.list.model.rowCount() == before + 1)
    assert screen.list.current == chosen


def test_the_counter_gets_its_point(mesa: Mesa) -> None:
    counter = mesa.open("atendimento")
    assert isinstance(counter, AtendimentoScreen)
    assert counter.attend.form.place.on_map.isVisibleTo(counter)
    counter.attend.form.place.on_map.click()
    mesa.until(lambda: mesa.desktop.window.current_key == "mapa")
    screen = mesa.desktop.window.screen_of("mapa")
    dialog = only(screen, EscolherLugarDialog)
    mesa.until(lambda: dialog.escolha.mapa.vista is not None)
    dialog.escolha.mapa.picked.emit(-20.597, -36.938)
    mesa.until(lambda: dialog.escolha.onde is not None)
    assert dialog.escolha.label.text().startswith("Centro")
    dialog.use.click()
    mesa.until(lambda: mesa.desktop.window.current_key == "atendimento")
    mesa.until(lambda: counter.attend.form.ficha.precisao == "ponto")
    assert counter.attend.form.place.edit.text() == "-20,597; -36,938"
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_the_window_closes_while_the_map_is_being_drawn(mesa: Mesa) -> None:
    mesa.desktop.context.go("mapa")
    mesa.desktop.close()


def test_chromium_and_folium_wait_for_the_first_map() -> None:
    script = (
        "import sys; import app.desktop.execucao, app.desktop.telas, app.bootstrap.janela; "
        "late = {'PySide6.QtWebEngineWidgets', 'folium', 'pmtiles', 'widgets.runtime.mapa.motor_web'};"
        "print(sorted(late & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
