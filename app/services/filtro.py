"""Filtering a short list that is already here: words anywhere in a row, accents and case ignored."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.texto.folding import fold


def dobrado(texto: str) -> str:
    """Text as it is compared and sorted: no accents, no case."""
    return fold(texto)


def contem(campos: Sequence[str], procurado: str) -> bool:
    """Whether every word of ``procurado`` stands in one of the fields."""
    whole = "\n".join(dobrado(campo) for campo in campos)
    return all(word in whole for word in dobrado(procurado).split())
