"""Backlog as the window knows it."""

from __future__ import annotations

from tests.widgets.conftest import Mesa
from widgets.backlog.screen import BacklogScreen


def test_the_window_opens_it_and_its_pictures_can_be_drawn(mesa: Mesa) -> None:
    screen = mesa.open("backlog")
    assert isinstance(screen, BacklogScreen)
    (spec,) = [spec for spec in mesa.desktop.specs if spec.key == "backlog"]
    assert (spec.word, spec.acts, spec.manual) == ("Backlog", frozenset(), "backlog")
    assert [view.name for view in spec.pictures] == ["backlog", "backlog-agenda", "backlog-detalhe"]
    mesa.until(lambda: screen.quadro is not None)
    for view in spec.pictures:
        view.prepare(screen)
        mesa.settle()
