from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.base.midia.imagem import miniatura
from tests.support import midias
from tests.widgets.conftest import Ui
from widgets.runtime.galeria.photo_tile import PhotoTile


def test_a_tile_says_its_kind_until_its_picture_comes(ui: Ui) -> None:
    host = QWidget()
    ui.qtbot.addWidget(host)
    tile = PhotoTile("Foto 1", "Liberada", "imagem", ui.context, host)
    assert tile.text() == "Foto 1"
    size = tile.size()
    assert tile.accessibleName() == "Foto 1. Liberada."
    tile.show_picture(b"nada disso")
    assert [tile.has_picture] == [False]
    small = miniatura(midias.jpeg(300, 300), "image/jpeg", 96)
    tile.show_picture(small)
    plain = tile.icon().pixmap(96).toImage()
    assert [tile.has_picture] == [True]
    assert tile.size() == size
    tile.show_picture(small, is_veiled=True)
    assert tile.icon().pixmap(96).toImage() != plain
