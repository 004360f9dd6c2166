"""What is odd about the moment that an event claims. Pure; nothing is decided by it.

A timestamp is a claim: an odd one is shown, never refused, corrected or trusted (sync.md 2.14,
section 4 row 48). Which node's clock was wrong cannot be told from here, ours included.
"""

from __future__ import annotations

from typing import Final, Literal

AHEAD_MS: Final = 86_400_000
"""So far ahead of its arrival a clock may be: time zones and carelessness."""
EARLIEST_MS: Final = 1_577_836_800_000
"""2020-01-01: no office ran this program before. A machine without a battery says 1970."""

Oddity = Literal["adiantado", "antigo", "recua"]
ODDITIES: Final[tuple[Oddity, ...]] = ("adiantado", "antigo", "recua")


def odd_claims(claimed_ms: int, before_ms: int | None, received_ms: int) -> tuple[Oddity, ...]:
    """What is odd, in the order of ``ODDITIES``; empty where nothing is.

    Args:
        claimed_ms: the event's own moment.
        before_ms: what the event before it in its feed claims; None for the first.
        received_ms: when it was written here.
    """
    found = {
        "adiantado": claimed_ms > received_ms + AHEAD_MS,
        "antigo": claimed_ms < EARLIEST_MS,
        "recua": before_ms is not None and claimed_ms < before_ms,
    }
    return tuple(oddity for oddity in ODDITIES if found[oddity])
