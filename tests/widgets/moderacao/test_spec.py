from __future__ import annotations

from tests.support.moderados import suspeitas
from tests.widgets.conftest import Mesa
from widgets.moderacao.screen import ModeracaoScreen


def test_a_real_office_moderates(mesa: Mesa) -> None:
    suspeitas(mesa.vivo, 2)
    screen = mesa.open("moderacao")
    assert isinstance(screen, ModeracaoScreen)
    mesa.until(lambda: screen.item.item is not None and screen.queue.model.rowCount() == 2)
    assert screen.item.words.marked() == ["zurrapa"]
    mesa.until(screen.item.approve.isEnabled)
    screen.item.approve.click()
    mesa.settle()
    mesa.until(lambda: screen.queue.model.rowCount() == 1)
    assert "1 item espera" in screen.subtitle.text()
