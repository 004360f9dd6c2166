"""Numbers as people here write them."""

from __future__ import annotations

import pytest

from widgets.runtime.words import counted, number, size, span


def test_thousands_and_counts() -> None:
    assert number(1_234_567) == "1.234.567"
    assert counted(1, "evento", "eventos") == "1 evento"
    assert counted(0, "evento", "eventos") == "0 eventos"
    assert counted(12_345, "evento", "eventos") == "12.345 eventos"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1 byte"),
        (812, "812 bytes"),
        (1_536, "1,5 KiB"),
        (3_600_000, "3,4 MiB"),
        (5 << 30, "5,0 GiB"),
    ],
)
def test_sizes(count: int, text: str) -> None:
    assert size(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "1 s"), (40, "40 s"), (185, "3 min"), (7_300, "2 h")]
)
def test_spans(seconds: int, text: str) -> None:
    assert span(seconds) == text
