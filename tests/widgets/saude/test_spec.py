"""Saúde as the window knows it."""

from __future__ import annotations

from tests.widgets.conftest import Mesa
from widgets.saude.screen import SaudeScreen


def test_the_window_opens_it_and_its_pictures_show_its_tabs(mesa: Mesa) -> None:
    screen = mesa.open("saude")
    assert isinstance(screen, SaudeScreen)
    (spec,) = [spec for spec in mesa.desktop.specs if spec.key == "saude"]
    for at, view in enumerate(spec.pictures):
        view.prepare(screen)
        assert screen.tabs.currentIndex() == at
    mesa.settle()
