"""What the filter chips say, as a value that can be kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

_UUID_DIGITS: Final = 32


def as_day(iso: str) -> date | None:
    """A day as it is kept; None for none."""
    return date.fromisoformat(iso) if iso else None


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the chips say. ``periodo`` is a key of the presets or ``datas``."""

    tipos: tuple[str, ...] = ()
    colonia: str = ""
    periodo: str = "tudo"
    desde: str = ""
    ate: str = ""
    demanda: str = ""
    mais_novos: bool = True

    @property
    def is_restricting(self) -> bool:
        """Some event may be left out."""
        return replace(self, mais_novos=True) != Chosen()

    def to_text(self) -> str:
        """For the view settings."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})

    @staticmethod
    def from_text(text: str) -> Chosen:
        """What ``to_text`` wrote; nothing chosen where it is not that."""
        try:
            stored = json.loads(text)
            chosen = Chosen(**{**stored, "tipos": tuple(stored["tipos"])})
            for day in (chosen.desde, chosen.ate):
                if day:
                    date.fromisoformat(day)
        except (ValueError, TypeError, KeyError):
            return Chosen()
        return chosen


def normal_uuid(text: str) -> str | None:
    """A UUID as the log writes it, typed with or without dashes; None where it is none."""
    digits = text.strip().lower().replace("-", "")
    if len(digits) != _UUID_DIGITS or any(d not in "0123456789abcdef" for d in digits):
        return None
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
