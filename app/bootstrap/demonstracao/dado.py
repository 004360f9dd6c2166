"""A die that falls the same way every time: the demonstration is one and the same story.

It decides what people of the story do. It never draws a councillor: that is the draw's own affair,
with its own seed, also here.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")
_BYTES: Final = 8


class Dado:
    """Numbers from SHA-256 of a name and a counter.

    Args:
        nome: another name, another story.
    """

    __slots__ = ("_nome", "_vez")

    def __init__(self, nome: str) -> None:
        self._nome = nome
        self._vez = 0

    def ate(self, n: int) -> int:
        """A whole number from 0 to ``n`` - 1."""
        self._vez += 1
        digest = sha256(f"{self._nome}/{self._vez}".encode()).digest()
        return int.from_bytes(digest[:_BYTES], "big") % n

    def fracao(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self.ate(1_000_000) / 1_000_000

    def chance(self, por_cento: int) -> bool:
        """True that often."""
        return self.ate(100) < por_cento

    def escolher(self, opcoes: Sequence[T]) -> T:
        """One of them."""
        return opcoes[self.ate(len(opcoes))]
