"""Moments in the office's zone."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings.tempo import FormatoTempo

NOW = int(datetime(2026, 11, 30, 17, 0, tzinfo=UTC).timestamp()) * 1_000  # 14:00 in São Paulo
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture
def tempo() -> FormatoTempo:
    return FormatoTempo("America/Sao_Paulo", lambda: NOW)


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (0, "agora"),
        (59_000, "agora"),
        (-59_000, "agora"),
        (MINUTE, "há 1 min"),
        (59 * MINUTE, "há 59 min"),
        (HOUR, "há 1 h"),
        (15 * HOUR, "há 15 h"),
        (23 * HOUR, "há 23 h"),
        (24 * HOUR, "há 1 dia"),
        (39 * HOUR, "há 2 dias"),
        (59 * DAY, "há 59 dias"),
        (60 * DAY, "há 2 meses"),
        (800 * DAY, "há 2 anos"),
        (-2 * HOUR, "daqui a 2 h"),
    ],
)
def test_relative(tempo: FormatoTempo, ago: int, text: str) -> None:
    assert tempo.relativo(NOW - ago) == text


def test_exact_names_date_time_and_zone(tempo: FormatoTempo) -> None:
    assert tempo.exato(NOW) == "30/11/2026 14:00:00 (UTC−3, America/Sao_Paulo)"
    assert tempo.curto(NOW) == "30/11/2026 14:00:00"
    assert tempo.iso(NOW + 5) == "2026-11-30T14:00:00.005-03:00"
    assert FormatoTempo("Asia/Kolkata", lambda: 0).exato(0).endswith("(UTC+5:30, Asia/Kolkata)")


def test_summer_time_of_the_past_is_kept(tempo: FormatoTempo) -> None:
    january = int(datetime(2018, 1, 15, 12, 0, tzinfo=UTC).timestamp()) * 1_000
    assert tempo.exato(january) == "15/01/2018 10:00:00 (UTC−2, America/Sao_Paulo)"


def test_a_day_without_midnight_starts_at_one(tempo: FormatoTempo) -> None:
    start = tempo.inicio_do_dia_ms(date(2018, 11, 4))
    assert tempo.curto(start) == "04/11/2018 01:00:00"
    assert tempo.curto(start - 1_000) == "03/11/2018 23:59:59"


def test_today_is_the_offices_day() -> None:
    late = int(datetime(2026, 12, 1, 1, 30, tzinfo=UTC).timestamp()) * 1_000
    tempo = FormatoTempo("America/Sao_Paulo", lambda: late)
    assert tempo.hoje() == date(2026, 11, 30)
    assert tempo.agora_ms() == late


@given(st.integers(-(2**53), 2**53))
def test_any_claimed_moment_can_be_shown(ms: int) -> None:
    tempo = FormatoTempo("America/Sao_Paulo", lambda: NOW)
    assert tempo.relativo(ms)
    assert tempo.exato(ms)
    assert tempo.iso(ms)


@pytest.mark.parametrize("zone", ["Marte/Base", "", "../etc/passwd"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(ValueError, match="time zone"):
        FormatoTempo(zone, lambda: 0)
