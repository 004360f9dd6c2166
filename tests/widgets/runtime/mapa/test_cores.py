"""The page's colours are the window's."""

from __future__ import annotations

import re

import pytest

from app.settings.recursos import Recursos
from widgets.runtime.mapa.cores import cores
from widgets.runtime.theme.tokens import DARK, LIGHT, Tokens, contrast


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_every_variable_of_the_style_is_given(tokens: Tokens) -> None:
    style = Recursos().read_text("mapa/mapa.css")
    wanted = set(re.findall(r"var\(--([a-z0-9]+)\)", style)) - {"escala", "cor"}
    assert wanted == cores(tokens).keys() - {"linha"} | (wanted & {"linha"})


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_symbols_and_names_can_be_told_from_what_they_lie_on(tokens: Tokens) -> None:
    for level in tokens.levels:
        assert contrast(level, tokens.surface) >= 3
    assert contrast(tokens.secondary, tokens.background) >= 4.5
