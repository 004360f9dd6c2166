"""Two offices at their windows, a stick between them: they join, one tells, the other shows it, and says so.

Real services, real files, real keys; the windows are opened one after the other, as on two machines.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bootstrap.abertura import abrir
from app.bootstrap.entrada_rede import entrar
from app.bootstrap.janela import servicos_da_janela
from app.desktop.janela import Desktop
from app.services.contas import conta_da_sessao
from app.services.demandas import NovaDemanda
from app.services.entrada_rede import EntradaDecidida
from app.services.mensagens import Mensagens
from app.settings.lugares import Lugar, place_of
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura.rules import Consentimentos
from core.colonies.d1a_captura.rules import Lugar as LugarDito
from core.kernel.clock import SystemClock
from tests.core.base.territorio.cartas import colecao, escrever, municipio, quadrado
from tests.support.balcao import ATENDENTE
from tests.support.redes import Escritorio, Redes, unidade_de
from tests.support.vivo import Vivo
from tests.widgets.conftest import Mesa
from tests.widgets.finding import only
from widgets.backlog.screen import BacklogScreen
from widgets.demandas.screen import DemandasScreen
from widgets.runtime.dialog import Dialog
from widgets.sincronizacao.accept_dialog import AcceptDialog
from widgets.sincronizacao.entry_request_dialog import EntryRequestDialog
from widgets.sincronizacao.export_dialog import ExportDialog
from widgets.sincronizacao.import_dialog import ImportDialog
from widgets.sincronizacao.invite_dialog import InviteDialog
from widgets.sincronizacao.screen import SincronizacaoScreen

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())
CONSENTED = Consentimentos(
    tratamento=True, publicacao_texto=True, publicacao_imagem=True, contato=True
)
Kind = TypeVar("Kind", bound=Dialog)


def lugar_de(office: Escritorio) -> Lugar:
    """Where an office lies."""
    with office.aqui():
        return place_of(office.dados, None)


@contextmanager
def janela(office: Escritorio, qapp: QApplication, qtbot: QtBot) -> Iterator[Mesa]:
    """Its window, with its operator signed in."""
    place = lugar_de(office)
    app = abrir(place, MENSAGENS, RECURSOS)
    services = servicos_da_janela(app)
    services.sessao.entrar(conta_da_sessao(services.contas.entrar(office.conta, office.senha)))
    desktop = Desktop(qapp, services, office.pasta / "vista.ini")
    desktop.theme.set_mode("claro")
    desktop.window.resize(1_280, 800)
    desktop.show()
    made = Mesa(Vivo(place, SystemClock(), app, services), desktop, qtbot)  # type: ignore[arg-type] # its clock is not turned here
    made.settle()
    desktop.window.activateWindow()
    try:
        yield made
    finally:
        desktop.close()
        app.fechar()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        qapp.setStyleSheet("")


def sincronizacao(mesa: Mesa) -> SincronizacaoScreen:
    screen = mesa.open("sincronizacao")
    assert isinstance(screen, SincronizacaoScreen)
    return screen


def drop(mesa: Mesa, screen: SincronizacaoScreen, path: Path, kind: type[Kind]) -> Kind:
    """Let a file go over the screen; the dialog that opens."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    act, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(screen, QDragEnterEvent(QPoint(90, 90), act, data, left, none))
    QApplication.sendEvent(screen, QDropEvent(QPointF(90, 90), act, data, left, none))
    mesa.settle()
    return only(screen, kind)


def in_file(folder: Path, suffix: str) -> Path:
    (found,) = folder.glob(f"*{suffix}")
    return found


def join(
    centro: Escritorio, norte: Escritorio, stick: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    """Norte asks, Centro invites, Norte accepts: dialogs and fingerprints, no command line."""
    with janela(norte, qapp, qtbot) as mesa:
        screen = sincronizacao(mesa)
        screen.entry.request.trigger()
        asking = only(screen, EntryRequestDialog)
        asking.picker.chosen.emit(unidade_de("Norte"), "Norte")
        asking.write(stick)
        mesa.settle()
        of_request = asking.fingerprint.text()
        asking.cancel.click()
    with janela(centro, qapp, qtbot) as mesa:
        screen = sincronizacao(mesa)
        inviting = drop(mesa, screen, in_file(stick, ".entrada"), InviteDialog)
        QTest.keyClicks(inviting.heard, of_request.lower())
        inviting.write(stick)
        mesa.settle()
        (root,) = (one.text() for one in inviting.roots)
        inviting.cancel.click()
        mesa.settle()
        # The screen knows at once who is in now.
        assert screen.peers.model.rowCount() == 2
    decided = accept(norte, in_file(stick, ".convite"), root, qapp, qtbot)
    # What the program does between the two windows.
    entrar(lugar_de(norte), MENSAGENS, RECURSOS, decided)


def accept(
    office: Escritorio, invitation: Path, root: str, qapp: QApplication, qtbot: QtBot
) -> EntradaDecidida:
    """Decide in the window, which then closes by itself."""
    with janela(office, qapp, qtbot) as mesa:
        screen = sincronizacao(mesa)
        accepting = drop(mesa, screen, invitation, AcceptDialog)
        with qtbot.waitSignal(mesa.desktop.window.closing):
            QTest.keyClicks(accepting.heard[0], root)
            QTest.keyClick(
                accepting.heard[0], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
            )
        decided = mesa.vivo.servicos.entrada.decidida
        assert decided is not None
        return decided


def export(mesa: Mesa, name: str, folder: Path) -> Path:
    """By the wizard, for one office; the file."""
    screen = sincronizacao(mesa)
    screen.export_button.click()
    wizard = only(screen, ExportDialog)
    (box,) = (one for one in wizard.readers.values() if one.text() == name)
    box.setChecked(True)
    wizard.set_folder(folder)
    mesa.settle()
    wizard.act.click()
    mesa.until(lambda: not wizard.done_words.isHidden())
    mesa.settle()
    assert wizard.done_words.text().startswith("Gravado, relido e conferido. Pode retirar")
    wizard.keep.click()
    return in_file(folder, ".zip")


def take_in(mesa: Mesa, bundle: Path) -> str:
    """Drop it, read the rehearsal, import; what the rehearsal said."""
    screen = sincronizacao(mesa)
    taking = drop(mesa, screen, bundle, ImportDialog)
    mesa.until(taking.act.isEnabled)
    rehearsed = taking.words.text()
    taking.act.click()
    mesa.until(taking.act.isHidden)
    mesa.settle()
    assert taking.verdict.text() == "Importado"
    taking.keep.click()
    return rehearsed


def register(mesa: Mesa) -> tuple[str, str, str]:
    """A demand at the counter; its id, its protocol, its unit once it is ranked."""
    services = mesa.vivo.servicos
    done = services.demandas.registrar(
        NovaDemanda(
            texto="O poste da praça está apagado, a rua fica no escuro",
            lugar=LugarDito("ponto", Ponto(-22.75, -43.75)),
            consentimentos=CONSENTED,
        ),
        ATENDENTE,
    )
    mesa.settle()
    unit = services.transparencia.demanda(done.demanda_id).unidade_civica_id
    assert unit is not None
    return done.demanda_id, done.protocolo, unit


def lag(mesa: Mesa) -> int:
    """How many of our events the one other office has not acknowledged."""
    found = sincronizacao(mesa).found
    assert found is not None
    (other,) = (one for one in found.vizinhos if not one.is_este)
    return other.falta(found.eventos)


@pytest.mark.timeout(300)
def test_a_demand_goes_over_and_its_receipt_comes_back(
    redes: Redes, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    centro, norte = redes.fundar("Centro"), redes.fundar("Norte")
    city = municipio("3304557", "Rio de Janeiro", quadrado(-44.0, -23.0, 0.5))
    centro.certo("territorio", "importar", str(escrever(tmp_path, "rio.geojson", colecao(city))))
    join(centro, norte, tmp_path / "entrada", qapp, qtbot)

    with janela(centro, qapp, qtbot) as mesa:
        demand, protocol, unit = register(mesa)
        bundle = export(mesa, "Norte", tmp_path / "ida")
        before = lag(mesa)
        assert before > 0

    with janela(norte, qapp, qtbot) as mesa:
        assert "1 demanda" in take_in(mesa, bundle)
        listed = mesa.open("demandas", demand)
        assert isinstance(listed, DemandasScreen)
        mesa.until(lambda: listed.detail.demanda_id == demand)
        assert mesa.vivo.servicos.demandas.abrir(protocol).recebida.demanda_id == demand
        backlog = mesa.open("backlog", f"{unit}/{demand}")
        assert isinstance(backlog, BacklogScreen)
        mesa.until(lambda: backlog.list.chosen == demand)
        back = export(mesa, "Centro", tmp_path / "volta")

    with janela(centro, qapp, qtbot) as mesa:
        assert lag(mesa) >= before
        take_in(mesa, back)
        # What is owed now is what taking that in has made: a receipt of a receipt is not given.
        assert lag(mesa) < before
        row = sincronizacao(mesa).peers.model
        texts = [str(row.index(1, column).data() or "") for column in range(row.columnCount())]
        assert texts[0] == "Norte"
        assert "nada, sem recibo" not in texts
