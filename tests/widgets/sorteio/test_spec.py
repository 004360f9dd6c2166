"""The auditor's screen in the window of a living office."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Mesa
from widgets.sorteio.screen import SorteioScreen

pytestmark = pytest.mark.lento


def test_every_draw_of_a_living_office_matches(mesa: Mesa) -> None:
    screen = mesa.open("sorteio")
    assert isinstance(screen, SorteioScreen)
    mesa.until(lambda: screen.story.story is not None)
    screen.bulk.button.click()
    mesa.settle()
    mesa.until(lambda: screen.bulk.verdict.text() == "✓ Tudo confere com o registro")
    assert screen.list.model.rowCount() > 0
