"""The overlay of keys."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.actions import Known
from widgets.shell.keys_overlay import KeysOverlay


def test_every_key_is_written_beside_what_it_does(ui: Ui, host: QWidget) -> None:
    groups = [
        ("Mapa", [Known("mapa.zoom", "Aproximar", ("Ctrl++", "Z"), "mapa")]),
        ("Vazio", []),
        ("Em toda a janela", [Known("janela.ajuda", "Ajuda", ("F1",), "")]),
    ]
    overlay = KeysOverlay("Mapa", groups, ui.context.theme, host)
    words = [label.text() for label in overlay.findChildren(QLabel)]
    assert words == ["Mapa", "Ctrl++  ou  Z", "Aproximar", "Em toda a janela", "F1", "Ajuda"]
    overlay.close()
