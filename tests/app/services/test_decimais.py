"""A point between thousands, a comma before decimals."""

from __future__ import annotations

import pytest

from app.services.decimais import decimal


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (4_800, 2, "4.800,00"),
        (0.5, 2, "0,50"),
        (1_234_567.891, 1, "1.234.567,9"),
        (-1_000, 0, "-1.000"),
    ],
)
def test_as_it_is_written(value: float, places: int, text: str) -> None:
    assert decimal(value, places) == text
