"""Parâmetros in the window of a living office."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import Mesa
from widgets.parametros.screen import ParametrosScreen

pytestmark = pytest.mark.lento


def test_the_screen_opens_over_a_living_office(mesa: Mesa) -> None:
    screen = mesa.open("parametros")
    assert isinstance(screen, ParametrosScreen)
    assert screen.subtitle.text().startswith("Em vigor: ")
    assert screen.levels.model.rowCount() == 5
