from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.permissoes import Ato
from core.kernel.store.attachments import AttachmentStore
from tests.widgets.conftest import Ui
from tests.widgets.runtime.galeria.bancada import Service, samples
from widgets.runtime.galeria.gallery import Gallery
from widgets.runtime.galeria.photo_viewer import PhotoViewer


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(AttachmentStore(tmp_path / "anexos"))


@pytest.fixture
def gallery(ui: Ui, service: Service) -> Iterator[Gallery]:
    host = QWidget()
    ui.qtbot.addWidget(host)
    made = Gallery(service, ui.context, host, Ato.VER_TEXTO_BRUTO)
    host.resize(600, 400)
    made.resize(600, 400)
    host.show()
    yield made
    host.close()


def test_each_file_is_a_button_with_its_state(ui: Ui, service: Service, gallery: Gallery) -> None:
    service.show(*samples(), hidden=(2,))
    gallery.show_demand("d")
    ui.settle()
    names = [tile.accessibleName() for tile in gallery.tiles]
    assert names == ["Foto 1. Liberada.", "Foto 2. Bloqueada.", "Gravação 3. Liberada."]
    assert [tile.has_picture for tile in gallery.tiles] == [True, True, False]
    assert gallery.words.text() == "3 fotos e arquivos; 1 não aparece para o público."
    assert service.asked == ["atendente"]
    assert ui.faults == []


def test_what_is_decided_is_seen_at_once(ui: Ui, service: Service, gallery: Gallery) -> None:
    service.show(*samples())
    gallery.show_demand("d")
    ui.settle()
    service.fotos = service.fotos[:1]
    ui.context.hub.announce(frozenset({"anexo.removido"}))
    ui.settle()
    assert len(gallery.tiles) == 1
    ui.context.hub.announce(frozenset({"demanda.recebida"}))
    ui.settle()
    assert len(service.asked) == 2


def test_an_open_window_hears_what_is_decided_elsewhere(
    ui: Ui, service: Service, gallery: Gallery
) -> None:
    service.show(*samples())
    gallery.show_demand("d")
    ui.settle()
    gallery.tiles[0].click()
    ui.settle()
    (viewer,) = gallery.findChildren(PhotoViewer)
    assert viewer.view.isVisible()
    service.fotos = (replace(service.fotos[0], sha256=None, is_publica=False), *service.fotos[1:])
    ui.context.hub.announce(frozenset({"anexo.removido"}))
    ui.settle()
    assert not viewer.view.isVisible()
    # Another demand: the window of this one goes.
    gallery.show_demand("e")
    ui.settle()
    assert gallery.findChildren(PhotoViewer) == []


def test_nothing_is_said_in_words(ui: Ui, service: Service, gallery: Gallery) -> None:
    gallery.show_demand("d")
    ui.settle()
    assert gallery.words.text().startswith("Nenhuma foto")
    service.show(*samples())
    gallery.show_demand("e")
    gallery.show_demand(None)
    ui.settle()
    assert gallery.tiles == []


def test_a_file_that_is_not_there_leaves_its_sign(
    ui: Ui, service: Service, gallery: Gallery
) -> None:
    service.show(*samples())
    for one in service.fotos:
        service.store.remove(one.sha256 or "")
    gallery.show_demand("d")
    ui.settle()
    assert not any(tile.has_picture for tile in gallery.tiles)
    assert ui.faults == []


def test_the_keyboard_opens_a_file(ui: Ui, service: Service, gallery: Gallery) -> None:
    service.show(*samples())
    gallery.show_demand("d")
    ui.settle()
    gallery.tiles[1].setFocus()
    QTest.keyClick(gallery.tiles[1], Qt.Key.Key_Space)
    (viewer,) = gallery.findChildren(PhotoViewer)
    ui.settle()
    assert viewer.foto.numero == 2
    viewer.reject()
