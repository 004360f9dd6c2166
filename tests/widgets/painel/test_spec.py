"""Painel as the window knows it."""

from __future__ import annotations

from tests.widgets.conftest import Mesa
from widgets.painel.screen import PainelScreen


def test_the_window_opens_it_and_its_pictures_can_be_drawn(mesa: Mesa) -> None:
    screen = mesa.open("painel")
    assert isinstance(screen, PainelScreen)
    (spec,) = [spec for spec in mesa.desktop.specs if spec.key == "painel"]
    assert (spec.word, spec.acts, spec.manual) == ("Painel", frozenset(), "painel")
    for view in spec.pictures:
        view.prepare(screen)
    bar = screen.area.verticalScrollBar()
    assert bar.value() == bar.maximum()
    mesa.settle()
