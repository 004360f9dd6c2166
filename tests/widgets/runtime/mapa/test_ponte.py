"""What the page says arrives as values."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.mapa_vistas import Caixa, Vista
from widgets.runtime.mapa.ponte import Ponte


def test_words_of_the_page_become_values(host: QWidget) -> None:
    ponte = Ponte(host)
    heard: list[object] = []
    for signal in (ponte.moved, ponte.clicked, ponte.opened, ponte.gathered, ponte.failed):
        signal.connect(heard.append)
    ponte.picked.connect(lambda lat, lng: heard.append((lat, lng)))
    ponte.drawn.connect(lambda *numbers: heard.append(numbers))
    ponte.moveu(-24.0, -47.0, -23.0, -46.0, 99)
    ponte.clicou("a")
    ponte.abriu("b")
    ponte.juntou(1.0, 2.0, 3.0, 4.0)
    ponte.marcou(-23.5, -46.5)
    ponte.desenhou(1, 2, 3)
    ponte.falhou("simbolos")
    assert heard == [
        Vista(Caixa(-24.0, -47.0, -23.0, -46.0), 19),
        "a",
        "b",
        Caixa(1.0, 2.0, 3.0, 4.0),
        (-23.5, -46.5),
        (1, 2, 3),
        "simbolos",
    ]
