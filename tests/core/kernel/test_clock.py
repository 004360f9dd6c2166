from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.clock import (
    MAX_MS,
    MIN_MS,
    ManualClock,
    SystemClock,
    format_timestamp,
    parse_timestamp,
)


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (1_796_031_663_123, "2026-11-30T09:41:03.123Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (MIN_MS, "0001-01-01T00:00:00.000Z"),
        (MAX_MS, "9999-12-31T23:59:59.999Z"),
    ],
)
def test_known_moments(ms: int, text: str) -> None:
    assert format_timestamp(ms) == text
    assert parse_timestamp(text) == ms


@given(st.integers(min_value=MIN_MS, max_value=MAX_MS))
def test_every_moment_returns(ms: int) -> None:
    text = format_timestamp(ms)
    assert parse_timestamp(text) == ms
    expected = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
    assert datetime.fromisoformat(text) == expected


@pytest.mark.parametrize("ms", [MIN_MS - 1, MAX_MS + 1])
def test_no_text_outside_four_digit_years(ms: int) -> None:
    with pytest.raises(ValueError, match="out of range"):
        format_timestamp(ms)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-11-30T09:41:03Z",
        "2026-11-30T09:41:03.12Z",
        "2026-11-30T09:41:03.1234Z",
        "2026-11-30 09:41:03.123Z",
        "2026-11-30T09:41:03.123z",
        "2026-11-30T09:41:03.123+00:00",
        "2026-11-30T09:41:03.123Z\n",
        " 2026-11-30T09:41:03.123Z",
        "2026-02-30T09:41:03.123Z",
        "2026-11-30T24:00:00.000Z",
        "2026-11-30T23:59:60.000Z",
        "0000-01-01T00:00:00.000Z",
        "٢٠٢٦-11-30T09:41:03.123Z",
        "2026-W48-1T09:41:03.123Z",
    ],
)
def test_only_one_spelling_is_read(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 # the calendar's own words differ by Python
        parse_timestamp(text)


def test_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(1000)
    assert (clock.now_ms(), clock.now_ms()) == (1000, 1000)
    clock.advance(500)
    assert clock.now_ms() == 1500
    clock.advance(-700)
    assert clock.now_ms() == 800
    clock.set(5)
    assert clock.now_ms() == 5


def test_system_clock_is_the_machines() -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    moment = datetime.fromisoformat(format_timestamp(SystemClock().now_ms()))
    assert before <= moment
