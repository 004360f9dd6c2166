"""Every colour that carries meaning can be read: WCAG AA on its backgrounds."""

from __future__ import annotations

import pytest

from widgets.runtime.theme.tokens import DARK, LIGHT, Tokens, contrast, luminance, mix, soft_accent

SCHEMES = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["claro", "escuro"])


@SCHEMES
@pytest.mark.parametrize("name", ["text", "secondary", "accent", "danger", "warning", "ok"])
def test_text_meets_4_5(tokens: Tokens, name: str) -> None:
    for ground in (tokens.background, tokens.surface):
        assert contrast(getattr(tokens, name), ground) >= 4.5


@SCHEMES
def test_text_on_accent_and_on_soft_grounds_meets_4_5(tokens: Tokens) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    soft = soft_accent(tokens)
    for colour in (tokens.text, tokens.secondary, tokens.danger, tokens.ok):
        assert contrast(colour, soft) >= 4.5
    for level in (tokens.warning, tokens.danger):
        assert contrast(tokens.text, mix(tokens.surface, level, 0.12)) >= 4.5


@SCHEMES
def test_borders_icons_and_levels_meet_3(tokens: Tokens) -> None:
    for colour in (tokens.border, *tokens.levels):
        assert contrast(colour, tokens.surface) >= 3
        assert contrast(colour, tokens.background) >= 3


def test_known_values() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#FFFFFF") == 1
    assert luminance("#000000") == 0
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
