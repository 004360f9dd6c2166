"""The terms that a resident agrees to, item by item, as the shipped text says them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_ITEM: Final = re.compile(
    r"^\d+\. \*\*(?P<titulo>[^(*]+) \(`(?P<chave>\w+)`\)\.\*\*(?P<texto>.*?)(?=^\d+\. |^\S|\Z)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Termo:
    """One choice: its key in the contract, what it is called, what it means."""

    chave: str
    titulo: str
    texto: str


def ler_termos(texto: str) -> tuple[Termo, ...]:
    """The items of a terms file, in its order.

    Raises:
        ValueError: there is none: a bug of packaging.
    """
    found = tuple(
        Termo(one["chave"], one["titulo"].strip(), " ".join(one["texto"].split()))
        for one in _ITEM.finditer(texto)
    )
    if not found:
        raise ValueError("no items in the terms")
    return found
