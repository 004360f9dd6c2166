"""Shown by ``test_screen``: the bulk_pane within its screen."""

from __future__ import annotations

from widgets.sorteio import bulk_pane


def test_is_documented() -> None:
    assert bulk_pane.__doc__
