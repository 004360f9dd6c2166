"""A column of a table: how a row becomes a cell. Values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.services.inerte import inerte, isolado


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Args:
        key: stable name, under which width and visibility are remembered.
        title: heading.
        text: row -> what stands in the cell.
        tooltip: row -> what hovering says; None where the text says it all.
        copied: row -> what copying gives, where it is not the text (a full identifier).
        is_number: aligned right.
        is_code: an identifier, monospace.
        width_chars: initial width.
        is_whole: says nothing where it is cut, e.g. a date, and keeps its width.
        stays: never steps aside where there is little room; the first column shown never does.
        is_hidden: not shown until asked for.
        tone: row -> token name of the text's colour, or None.
        value: row -> what a CSV file gets, a number as a number; the text where None.
        sort: row -> what heading clicks sort by; the value, or the folded text, where None.
    """

    key: str
    title: str
    text: Callable[[Any], str]
    tooltip: Callable[[Any], str] | None = None
    copied: Callable[[Any], str] | None = None
    is_number: bool = False
    is_code: bool = False
    width_chars: int = 14
    is_whole: bool = False
    stays: bool = False
    is_hidden: bool = False
    tone: Callable[[Any], str | None] | None = None
    value: Callable[[Any], object] | None = None
    sort: Callable[[Any], Any] | None = None

    def shown(self, row: Any) -> str:
        """The cell as it is painted and printed: whoever wrote it, no sign in it acts."""
        return isolado(self.text(row))

    def tip(self, row: Any) -> str | None:
        """What hovering says."""
        return None if self.tooltip is None else isolado(self.tooltip(row))

    def copy_text(self, row: Any) -> str:
        """The cell as copying gives it, on one line."""
        text = self.copied(row) if self.copied is not None else self.text(row)
        return " ".join(inerte(text).split())

    def csv_value(self, row: Any) -> object:
        """The cell as a file gets it: whole identifiers, plain numbers."""
        if self.value is not None:
            return self.value(row)
        return self.copied(row) if self.copied is not None else self.text(row)
