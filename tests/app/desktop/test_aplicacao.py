"""The Qt application."""

from __future__ import annotations

import sys

import pytest

from app.desktop.aplicacao import has_display


def test_where_a_window_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "win32")
    assert has_display()
