"""By which words a demand is found: pure functions of its facts.

Only words that may be shown are found: those of a text that is held back or removed are no rows.
"""

from __future__ import annotations

from typing import Final

from core.base.texto.search import findable_words
from core.colonies.d7_transparencia.rules.situacao import Fatos
from core.kernel.clock import parse_timestamp

_FACTS: Final = ("oculta", "titulo", "descricao", "recebida_em", "visto_em")


def is_same(before: Fatos, after: Fatos) -> bool:
    """Whether two states of a demand are found by the same words."""
    return all(before[name] == after[name] for name in _FACTS)


def palavras(fatos: Fatos) -> dict[str, int]:
    """Word -> second of the reception, by which the newest stand first."""
    if fatos["oculta"]:
        return {}
    moment = _second(fatos["recebida_em"] or fatos["visto_em"])
    return dict.fromkeys(findable_words(fatos["titulo"], fatos["descricao"]), moment)


def _second(claim: str) -> int:
    """0 for a moment that does not exist: it orders, and is never shown."""
    try:
        return parse_timestamp(claim) // 1000
    except ValueError:
        return 0
