"""The order of one unit's ranking in memory: position, total and top of it at any moment.

Keys lie sorted in blocks of some hundreds. One insertion moves the keys of one block, whatever the
size of the ranking, and a position is a sum over the lengths of the blocks before it. Pure, no IO.
Source: design.md 7, D-4 4.4.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

Chave = tuple[float, str]
"""(-score_final, demanda_id): ascending order is the order of the ranking, total by the id."""

BLOCK: Final = 512
"""Keys in a block that is filled at loading; it is cut in two at twice as many."""


def chave(score: float, demanda_id: str) -> Chave:
    """The key of a demand. Two scores of 2 places compare as numbers as they do as decimals."""
    return (-score, demanda_id)


class Ordem:
    """The keys of a unit, each once.

    Args:
        chaves: in any order; sorted ones are taken over in linear time.
    """

    __slots__ = ("_blocks", "_lasts", "_total")

    def __init__(self, chaves: Iterable[Chave] = ()) -> None:
        keys = sorted(chaves)
        self._blocks = [keys[start : start + BLOCK] for start in range(0, len(keys), BLOCK)]
        # The last key of every block: where a key belongs is found among these first.
        self._lasts = [block[-1] for block in self._blocks]
        self._total = len(keys)

    def __len__(self) -> int:
        return self._total

    def __iter__(self) -> Iterator[Chave]:
        return chain.from_iterable(self._blocks)

    def __contains__(self, key: Chave) -> bool:
        place = bisect_left(self._lasts, key)
        if place == len(self._blocks):
            return False
        block = self._blocks[place]
        return block[bisect_left(block, key)] == key

    def add(self, key: Chave) -> None:
        """Put a key in its place; one that is there stays."""
        if not self._blocks:
            self._blocks.append([key])
            self._lasts.append(key)
            self._total = 1
            return
        place = min(bisect_left(self._lasts, key), len(self._blocks) - 1)
        block = self._blocks[place]
        inside = bisect_left(block, key)
        if inside < len(block) and block[inside] == key:
            return
        block.insert(inside, key)
        self._total += 1
        self._lasts[place] = block[-1]
        if len(block) >= 2 * BLOCK:
            self._blocks[place : place + 1] = [block[:BLOCK], block[BLOCK:]]
            self._lasts[place : place + 1] = [block[BLOCK - 1], block[-1]]

    def remove(self, key: Chave) -> None:
        """Take a key out; one that is not there is none the worse."""
        if key not in self:
            return
        place = bisect_left(self._lasts, key)
        block = self._blocks[place]
        del block[bisect_left(block, key)]
        self._total -= 1
        if block:
            self._lasts[place] = block[-1]
        else:
            del self._blocks[place], self._lasts[place]

    def before(self, key: Chave) -> int:
        """How many keys stand before a key, be it there or not."""
        place = bisect_left(self._lasts, key)
        if place == len(self._blocks):
            return self._total
        return sum(map(len, self._blocks[:place])) + bisect_left(self._blocks[place], key)

    def first(self) -> Chave | None:
        """The key at the top."""
        return self._blocks[0][0] if self._blocks else None


class Previa:
    """What an order will be after some keys have left and others have come, the order untouched.

    A reaction tells positions that hold once its events are applied, and writes nothing itself.
    """

    __slots__ = ("_added", "_ordem", "_removed")

    def __init__(self, ordem: Ordem) -> None:
        self._ordem = ordem
        self._removed: list[Chave] = []
        self._added: list[Chave] = []

    def __len__(self) -> int:
        return len(self._ordem) - len(self._removed) + len(self._added)

    def move(self, old: Chave | None, new: Chave | None) -> None:
        """A key leaves, another comes; a demand moves once.

        Args:
            old: one that is there; None where the demand is new in the unit.
            new: one that is not, or ``old`` itself; None where the demand leaves.
        """
        if old is not None:
            insort(self._removed, old)
        if new is not None:
            insort(self._added, new)

    def moved_at(self) -> list[int]:
        """Positions, from 1: where the keys that left stood, where those that came stand."""
        stood = [self._ordem.before(key) + 1 for key in self._removed]
        return stood + [self.position(key) for key in self._added]

    def first_before(self) -> Chave | None:
        """The key at the top of the order as it is."""
        return self._ordem.first()

    def position(self, key: Chave) -> int:
        """The position of a key, from 1."""
        gone, come = bisect_left(self._removed, key), bisect_left(self._added, key)
        return self._ordem.before(key) - gone + come + 1

    def top(self, count: int) -> list[Chave]:
        """The first keys, in order."""
        removed = set(self._removed)
        found: list[Chave] = []
        for key in self._ordem:
            if len(found) == count:
                break
            if key not in removed:
                found.append(key)
        return sorted([*found, *self._added[:count]])[:count]
