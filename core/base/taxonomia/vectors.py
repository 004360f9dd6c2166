"""From features to numbers: the one place where training and classification must agree.

Each kind of feature (words, pairs, letter groups, dictionary) is brought to a fixed length, so
that a long text says no more than a short one, then weighed by kind. Source: G-041.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.features import CATEGORY, LETTERS, PAIR, SUB, WORD, occurrences

KIND_WEIGHTS: Final = MappingProxyType(
    {WORD: 1.0, PAIR: 0.7, LETTERS: 0.35, SUB: 1.0, CATEGORY: 1.0}
)


@dataclass(frozen=True, slots=True)
class Vector:
    """Feature name -> value, and for each name the folded words behind it, in first-seen order."""

    values: dict[str, float] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def count(self, kind: str) -> int:
        """How many features of one kind there are."""
        return sum(1 for name in self.values if name.startswith(kind))


def vector(text: str, dictionary: Dictionary) -> Vector:
    """The numbers of ``text``; empty where it has no word."""
    return from_occurrences(occurrences(text, dictionary))


def from_occurrences(found: Iterable[tuple[str, tuple[str, ...]]]) -> Vector:
    """As ``vector``, from the features already found."""
    counts: dict[str, int] = {}
    behind: dict[str, tuple[str, ...]] = {}
    for name, words in found:
        count = counts.get(name)
        if count is None:
            counts[name], behind[name] = 1, words
        else:
            counts[name], behind[name] = count + 1, behind[name] + words
    kinds = [name[:2] for name in counts]
    # The length of sqrt(count) values is the root of the plain sum of the counts.
    totals: dict[str, int] = {}
    for kind, count in zip(kinds, counts.values(), strict=True):
        totals[kind] = totals.get(kind, 0) + count
    return Vector(
        {
            name: KIND_WEIGHTS[kind] * math.sqrt(count / totals[kind])
            for kind, (name, count) in zip(kinds, counts.items(), strict=True)
        },
        {
            name: words if len(words) == 1 else tuple(dict.fromkeys(words))
            for name, words in behind.items()
        },
    )
