"""Odd moments are named and nothing else; the edges are not odd."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.clock import MAX_MS, MIN_MS, parse_timestamp
from core.kernel.clock_claims import AHEAD_MS, EARLIEST_MS, ODDITIES, odd_claims

NOW = parse_timestamp("2026-12-01T12:00:00.000Z")


@pytest.mark.parametrize(
    ("claimed", "before", "found"),
    [
        (NOW, NOW, ()),
        (NOW, None, ()),
        (NOW + AHEAD_MS, NOW, ()),
        (NOW + AHEAD_MS + 1, NOW, ("adiantado",)),
        (parse_timestamp("2099-01-01T00:00:00.000Z"), None, ("adiantado",)),
        (EARLIEST_MS, None, ()),
        (0, None, ("antigo",)),
        (0, NOW, ("antigo", "recua")),
        (NOW, NOW + 1, ("recua",)),
    ],
)
def test_what_is_odd(claimed: int, before: int | None, found: tuple[str, ...]) -> None:
    assert odd_claims(claimed, before, NOW) == found


@given(moments := st.integers(MIN_MS, MAX_MS), st.none() | moments, moments)
def test_any_moments_are_judged(claimed: int, before: int | None, received: int) -> None:
    """No moment that a header can claim fails, and none is both too late and too early unasked."""
    found = odd_claims(claimed, before, received)
    assert list(found) == [one for one in ODDITIES if one in found]
    assert (before is None or claimed >= before) == ("recua" not in found)
