"""Putting many rows in order without holding up other threads.

``list.sort`` is one call that no thread interrupts; pieces of it, merged by a loop, are many.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

Linha = TypeVar("Linha")
PIECE: Final = 10_000
"""So many are sorted by one call: some milliseconds."""


def em_ordem(
    linhas: Sequence[Linha], chave: Callable[[Linha], Any], *, is_descendente: bool = False
) -> list[Linha]:
    """The same as ``sorted``, equal ones in their order, in pieces.

    Args:
        linhas: what is put in order.
        chave: what it is compared by.
        is_descendente: the greatest first.
    """
    pieces = [
        sorted(linhas[start : start + PIECE], key=chave, reverse=is_descendente)
        for start in range(0, len(linhas), PIECE)
    ]
    return list(heapq.merge(*pieces, key=chave, reverse=is_descendente))
