"""Numbers with decimals as a Brazilian writes them, in sentences, lists and on the command line."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

_SIGNS: Final = str.maketrans(",.", ".,")


def decimal(value: float | Decimal, places: int = 2) -> str:
    """``4.800,00``."""
    return f"{value:,.{places}f}".translate(_SIGNS)
