"""Whether a window can be shown."""

from __future__ import annotations

import sys

import pytest

from app.cli.tela import has_display


def test_without_a_display_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert has_display() == (sys.platform in ("win32", "darwin"))
    monkeypatch.setenv("DISPLAY", ":99")
    assert has_display()
