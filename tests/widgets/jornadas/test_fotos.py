"""Photos in one window: chosen at the counter, kept over a crash, registered, shown, hidden."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from core.kernel.event import NewEvent
from tests.support import midias
from tests.support.atendimento import POSTE
from tests.widgets.conftest import Mesa
from widgets.atendimento.screen import AtendimentoScreen
from widgets.demandas.screen import DemandasScreen

CTRL = Qt.KeyboardModifier.ControlModifier


def _counter(mesa: Mesa) -> AtendimentoScreen:
    screen = mesa.open("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    return screen


def test_a_photo_goes_from_the_counter_to_the_demand(mesa: Mesa, tmp_path: Path) -> None:
    photo, program = tmp_path / "poste.jpg", tmp_path / "cartao.jpg"
    photo.write_bytes(midias.upside(6))
    program.write_bytes(b"MZ" + bytes(300))
    screen = _counter(mesa)
    attend = screen.attend
    attend.show_draft(None, POSTE)
    attend.form.photos.add([photo, program])
    mesa.until(lambda: len(attend.form.photos.midias) == 1)
    assert "é um programa" in attend.form.photos.field.fault
    attend.keeper.flush()
    mesa.settle()
    # The draft has the photo, whatever becomes of this window.
    (draft,) = mesa.vivo.servicos.atendimento.rascunhos()
    assert [one.nome for one in draft.ficha.midias] == ["poste.jpg"]
    QTest.keyClick(attend.form.text, Qt.Key.Key_Return, CTRL)
    mesa.until(lambda: screen.stack.currentWidget() is screen.receipt)
    mesa.settle()
    services = mesa.vivo.servicos
    demanda_id = services.demandas.abrir(screen.receipt.number.text()).recebida.demanda_id
    mesa.vivo.app.engine.aguardar_ocioso(trabalhos=True)

    shown = mesa.open("demandas", demanda_id)
    assert isinstance(shown, DemandasScreen)
    mesa.until(lambda: [one.titulo for one in shown.gallery.fotos] == ["Foto 1"])
    mesa.settle()
    (tile,) = shown.gallery.tiles
    assert "moderação" in tile.accessibleName()
    mesa.until(lambda: tile.has_picture)
    (one,) = shown.gallery.fotos
    assert b"SERIE-0042" not in services.midias.ler(one.sha256 or "")
    # Nobody approved it: everybody sees nothing of it.
    assert not services.transparencia.demanda(demanda_id).evidencias

    # A moderator finds it in the queue, and can look at it.
    (line,) = services.moderacao.pagina(services.moderacao.filtro(tipo="anexo")).itens
    assert line.item.referencia_id == one.anexo_id
    assert services.moderacao.imagem(line.item) == services.midias.ler(one.sha256 or "")

    decided = {
        "item_id": demanda_id,
        "tipo": "anexo",
        "referencia_id": one.anexo_id,
        "decisao": "removido",
        "moderador_id": demanda_id,
        "demanda_id": demanda_id,
        "motivo": "conteúdo ilegal",
    }
    mesa.vivo.app.engine.publicar(
        "D-1d", NewEvent("moderacao.decidida", decided, sujeito=one.anexo_id)
    )
    mesa.vivo.app.engine.aguardar_ocioso(trabalhos=True)
    mesa.until(lambda: [foto.sha256 for foto in shown.gallery.fotos] == [None])
    assert "Removida" in shown.gallery.tiles[0].accessibleName()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
