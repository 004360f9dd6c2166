"""Days as people type them on the command line."""

from __future__ import annotations

from datetime import date
from typing import Final

from core.kernel.errors import UserFacingError

# No event is older than the program, and no clock shows more than four digits a year.
_FIRST_YEAR: Final = 1900
_LAST_YEAR: Final = 9998


def read_day(text: str) -> date:
    """A day as ``AAAA-MM-DD`` or ``DD/MM/AAAA``.

    Raises:
        UserFacingError: ``uso.data_invalida``.
    """
    parts = text.split("/")
    try:
        day = date.fromisoformat("-".join(reversed(parts)) if len(parts) == 3 else text)
    except ValueError:
        raise UserFacingError("uso.data_invalida", texto=text[:20]) from None
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        raise UserFacingError("uso.data_invalida", texto=text[:20])
    return day
