"""How much of what a person types into a search is looked for."""

from __future__ import annotations

from typing import Final

MAX_SEARCHED: Final = 10_000
"""Characters; longer than any name or title that is stored, and within what LIKE takes (SQLite:
50,000 bytes), so that a whole text pasted into a search finds nothing and fails at nothing."""


def searched(folded: str) -> str:
    """The part of a folded text that a pattern is made of."""
    return folded[:MAX_SEARCHED]
