"""Shown by ``test_screen``: the story_pane within its screen."""

from __future__ import annotations

from widgets.sorteio import story_pane


def test_is_documented() -> None:
    assert story_pane.__doc__
