"""The caps are those that FORMATO.md names."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.sync import limits

TEXT = Path("packaging/auditor/FORMATO.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in dir(limits) if name.startswith("MAX_")])
def test_the_text_says_the_same(name: str) -> None:
    number = getattr(limits, name)
    assert f"{number:,}".replace(",", " ") in TEXT or str(number) in TEXT


def test_a_full_feed_of_the_longest_lines_is_the_largest_file_of_events() -> None:
    assert limits.MAX_EVENTS_BYTES == limits.MAX_EVENTS * (limits.MAX_EVENT_LINE + 1)
