"""What is the map's own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl

from widgets.runtime.mapa.guarda import is_own


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("formigueiro://mapa/pagina.html", True),
        ("data:image/png;base64,AA==", True),
        ("formigueiro://outro/pagina.html", False),
        ("https://exemplo.invalid/", False),
        ("http://mapa/", False),
        ("file:///etc/passwd", False),
        ("qrc:/x", False),
        ("ws://mapa/", False),
    ],
)
def test_own_or_foreign(address: str, own: bool) -> None:
    assert is_own(QUrl(address)) is own
