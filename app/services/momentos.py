"""Moments of events for screens, which format Unix milliseconds and know no core."""

from __future__ import annotations

from core.kernel.clock import parse_timestamp


def ms_de(timestamp: str) -> int:
    """A UTC timestamp of the log as Unix milliseconds."""
    return parse_timestamp(timestamp)
