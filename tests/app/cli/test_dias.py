"""Days as they are typed."""

from __future__ import annotations

from datetime import date

import pytest

from app.cli.dias import read_day
from core.kernel.errors import UserFacingError


@pytest.mark.parametrize("text", ["2026-11-30", "30/11/2026"])
def test_both_forms(text: str) -> None:
    assert read_day(text) == date(2026, 11, 30)


@pytest.mark.parametrize(
    "text", ["", "30-11-2026", "31/02/2026", "0001-01-01", "9999-12-31", "ontem"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        read_day(text)
    assert refusal.value.code == "uso.data_invalida"
