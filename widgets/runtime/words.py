"""Numbers and counts in Brazilian Portuguese, the same on every screen."""

from __future__ import annotations

from typing import Final

_UNITS: Final = ("bytes", "KiB", "MiB", "GiB")


def number(value: int) -> str:
    """``12.345``."""
    return f"{value:,}".replace(",", ".")


def counted(count: int, one: str, many: str) -> str:
    """``1 evento``, ``12.345 eventos``."""
    return f"{number(count)} {one if count == 1 else many}"


def size(count_bytes: int) -> str:
    """``812 bytes``, ``3,4 MiB``."""
    value, unit = float(count_bytes), 0
    while value >= 1024 and unit < len(_UNITS) - 1:
        value, unit = value / 1024, unit + 1
    if unit == 0:
        return counted(count_bytes, "byte", "bytes")
    return f"{value:.1f} {_UNITS[unit]}".replace(".", ",")


def span(seconds: int) -> str:
    """``40 s``, ``3 min``, ``2 h``: an estimate, so no finer than one unit."""
    if seconds < 60:
        return f"{max(1, seconds)} s"
    return f"{seconds // 60} min" if seconds < 3_600 else f"{seconds // 3_600} h"
