"""Deadlines: days of the office's zone, and when to remind of one (G-165)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.kernel.clock import format_timestamp, parse_timestamp

DIAS_ANTES: Final = 3
"""N of "N dias antes" (G-165)."""

DEFAULT_ZONE: Final = "America/Sao_Paulo"
DAY_MS: Final = 86_400_000
_YEARS: Final = range(1970, 9000)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@lru_cache(maxsize=16)
def zone(fuso: str) -> ZoneInfo:
    """A zone by its IANA name; the default where there is none of that name."""
    try:
        return ZoneInfo(fuso)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(DEFAULT_ZONE)


def day_of(moment: str, fuso: str) -> date:
    """The calendar day of a UTC timestamp in a zone."""
    utc = _EPOCH + timedelta(milliseconds=parse_timestamp(moment))
    try:
        return utc.astimezone(zone(fuso)).date()
    except OverflowError:
        return utc.date()


def civil_day(value: Any) -> date | None:
    """The day that an ISO text names; None for anything else, and for days nobody plans for."""
    if not isinstance(value, str):
        return None
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return None
    return day if day.year in _YEARS and day.isoformat() == value else None


def remind_at(prazo: date, fuso: str) -> str:
    """The first moment of the day, in the zone, that lies three days before the deadline; UTC."""
    day = prazo - timedelta(days=DIAS_ANTES)
    local = datetime(day.year, day.month, day.day, tzinfo=zone(fuso))
    return format_timestamp((local - _EPOCH) // timedelta(milliseconds=1))


def whole_days(start: str, end: str) -> int:
    """Whole days between two UTC timestamps, never below 0 (G-114)."""
    return max(0, (parse_timestamp(end) - parse_timestamp(start)) // DAY_MS)
