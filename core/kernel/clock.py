"""The only place that reads the wall clock, and the one text form of a moment.

A moment is an integer: milliseconds since 1970-01-01T00:00:00Z. Its text is UTC with exactly
three decimals and ``Z``. A timestamp is a claim; it never orders anything (design.md 7).
"""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, Protocol

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SHAPE: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z"
)
MIN_MS: Final = -62_135_596_800_000  # 0001-01-01T00:00:00.000Z
MAX_MS: Final = 253_402_300_799_999  # 9999-12-31T23:59:59.999Z


class Clock(Protocol):
    """Where the time comes from; built once in the composition root and passed in."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 in UTC."""


class SystemClock:
    """The machine's clock. It may go backwards; nothing may rely on its order."""

    __slots__ = ()

    def now_ms(self) -> int:
        """Milliseconds since 1970 in UTC, as the machine claims."""
        return time.time_ns() // 1_000_000


class ManualClock:
    """A clock that moves only when told to: tests and the demonstration."""

    __slots__ = ("_ms",)

    def __init__(self, start_ms: int) -> None:
        self._ms = start_ms

    def now_ms(self) -> int:
        """The moment last set."""
        return self._ms

    def advance(self, ms: int) -> None:
        """Move by ``ms`` milliseconds; a negative number goes back."""
        self._ms += ms

    def set(self, ms: int) -> None:
        """Jump to ``ms``."""
        self._ms = ms


@lru_cache(maxsize=64)
def _second_text(second: int) -> str:
    moment = _EPOCH + timedelta(seconds=second)
    # strftime("%Y") leaves out leading zeros on some platforms.
    return f"{moment.year:04d}-{moment:%m-%dT%H:%M:%S.}"


@lru_cache(maxsize=64)  # everything that one transaction writes is of one moment
def format_timestamp(ms: int) -> str:
    """The text of a moment, e.g. ``2026-11-30T09:41:03.123Z``.

    Args:
        ms: milliseconds since 1970 in UTC, years 0001 to 9999.

    Raises:
        ValueError: outside those years.
    """
    if not MIN_MS <= ms <= MAX_MS:
        raise ValueError(f"moment out of range: {ms}")
    second, milli = divmod(ms, 1000)
    return f"{_second_text(second)}{milli:03d}Z"


def parse_timestamp(text: str) -> int:
    """Milliseconds since 1970 of exactly the form that ``format_timestamp`` writes.

    Raises:
        ValueError: any other form, or a day or time that does not exist (no leap seconds).
    """
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise ValueError(f"not a UTC timestamp with milliseconds: {text[:40]!r}")
    year, month, day, hour, minute, second, milli = map(int, found.groups())
    moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC) - _EPOCH
    return (moment.days * 86_400 + moment.seconds) * 1000 + milli
