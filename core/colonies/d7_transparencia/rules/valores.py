"""Values as projections keep them: plain numbers, bounded texts, whole seconds.

On the wire 23.0 is 23 and -0.0 is 0, so numbers are brought to one form: a fold from the log gives
the very same rows as the live one.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

import msgspec

from core.base.texto.folding import fold
from core.base.texto.inert import inert
from core.kernel.clock import parse_timestamp

MIDIA_MAX: Final = 2_000
"""Characters of a picture's description (Apêndice B D-7)."""
ATUALIZACAO_MAX: Final = 200
"""Characters of the last update that a snapshot quotes (Apêndice B D-7)."""
_STRIPS_PER_DEGREE: Final = 100


def plain(value: Any) -> Any:
    """The value with numbers in one form and without characters that no database stores."""
    kind = type(value)  # exact: what a JSON decoder gives, and this runs for every event
    if kind is str:
        return value.replace("\x00", "") if "\x00" in value else value
    if kind is float:
        return int(value) if value.is_integer() else value
    if kind is dict:
        return {name: plain(one) for name, one in value.items()}
    if kind is list or kind is tuple:
        return [plain(one) for one in value]
    return value


def text(value: str | None) -> str | None:
    """A text that both databases store and in which no unseen sign acts."""
    return None if value is None else inert(value)


def cut(value: str | None, size: int) -> str | None:
    """At most ``size`` characters, an ellipsis in the place of what is left out."""
    value = text(value)
    if value is None or len(value) <= size:
        return value
    return value[: size - 1].rstrip() + "…"


def folded(value: str | None) -> str | None:
    """What a search compares with."""
    return None if value is None else " ".join(fold(value).split())


def as_json(value: Any) -> str | None:
    """Canonical enough to be compared: sorted keys, plain numbers."""
    return None if value is None else msgspec.json.encode(plain(value), order="sorted").decode()


def real(value: float | None) -> float | None:
    """A number of a column of floats."""
    return None if value is None else float(value) + 0.0


def centesimos(score: float) -> int:
    """A score, exact to two decimals, as a whole number of hundredths (half up)."""
    return int((Decimal(str(score)) * 100).quantize(Decimal(1), ROUND_HALF_UP))


def faixa(lat: float | None) -> int | None:
    """The strip of latitude a place lies in: a hundredth of a degree, 1.1 km."""
    return None if lat is None else math.floor(lat * _STRIPS_PER_DEGREE)


def seconds_between(start: str | None, end: str | None) -> int | None:
    """Whole seconds; None where a claim is missing, names no real moment, or runs backwards."""
    if start is None or end is None:
        return None
    try:
        between = parse_timestamp(end) - parse_timestamp(start)
    except ValueError:
        return None
    return between // 1000 if between >= 0 else None


def from_json(value: str | None) -> Any:
    """What ``as_json`` wrote."""
    return None if value is None else msgspec.json.decode(value)
