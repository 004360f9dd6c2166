"""Moments of events for screens."""

from __future__ import annotations

from app.services.momentos import ms_de


def test_a_timestamp_is_milliseconds() -> None:
    assert ms_de("1970-01-01T00:00:01.500Z") == 1_500
