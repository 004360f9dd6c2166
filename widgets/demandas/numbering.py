"""Numbers for identifiers, so that a lazy table may hold a hundred thousand of them in an array.

A number stands for one identifier for the life of a list, whatever the order: rows that were read
stay with their demand when the list is sorted anew. Called from workers, several at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import count


class Numbering:
    """Identifier <-> number, growing."""

    def __init__(self) -> None:
        self._next = count()
        self._numbers: dict[str, int] = {}
        self._ids: dict[int, str] = {}

    def number(self, identifier: str) -> int:
        """The number of an identifier, given now if it has none."""
        found = self._numbers.get(identifier)
        if found is None:
            # One step each for the interpreter: two threads cannot give one number twice.
            found = self._numbers.setdefault(identifier, next(self._next))
            self._ids[found] = identifier
        return found

    def numbers(self, identifiers: Iterable[str]) -> Sequence[int]:
        """The numbers of a list, in its order."""
        return array("q", map(self.number, identifiers))

    def identifiers(self, numbers: Iterable[int]) -> list[str]:
        """The identifiers of numbers, in their order."""
        return [self._ids[one] for one in numbers]

    def known(self, identifier: str) -> int | None:
        """The number of an identifier; None where it never was listed."""
        return self._numbers.get(identifier)
