"""A guess at the language of a text by its small words: Portuguese, English, Spanish or none.

Enough to say that a caption is still in English; not a language detector. Source: Apêndice B
D-1b ("Detecção de idioma por biblioteca é Fase 2"), field ``idioma_detectado``.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from core.base.texto.folding import fold, unstretch
from core.base.texto.spelling import standard

VERSAO_IDIOMA: Final = "idioma-1"
READ_CHARS: Final = 4_000
# Fewer words say too little to call a text foreign.
LEAST_FOREIGN_WORDS: Final = 4

_PT: Final = (
    "o os um uma do da dos das no na nos nas ao pelo pela com sem nao esta estao foi sao tem"
    " meu minha nosso nossa voce eu ja mais muito quando aqui para que e de em por isso ele"
    " rua favor dia tarde boa bom ha faz mes"
)
_EN: Final = (
    "the of and to in is are was were on at with without for from this that there it not no"
    " my our your has have been be street please you we they an by"
)
_ES: Final = (
    "el los las una del al en con sin no esta estan fue son tiene mi nuestro usted yo ya mas"
    " muy cuando aqui para que y de por eso calle hay desde hace y pero"
    " buenos"
)
_SMALL_WORDS: Final = MappingProxyType(
    {
        "pt": frozenset(_PT.split()),
        "en": frozenset(_EN.split()),
        "es": frozenset(_ES.split()),
    }
)
_WORD = re.compile(r"[a-z]+")
# Letters that one language writes and the others do not.
_MARKS: Final = (("pt", re.compile("[ãõçâê]")), ("es", re.compile("[ñ¿¡]")))


def guess(clean_text: str) -> str | None:
    """``pt``, ``en``, ``es``, or None where too little speaks for one of them."""
    head = clean_text[:READ_CHARS]
    words = _WORD.findall(unstretch(fold(head)))
    if not words:
        return None
    scores = {
        language: sum(
            1 for word in words if (standard(word) if language == "pt" else word) in small
        )
        for language, small in _SMALL_WORDS.items()
    }
    for language, mark in _MARKS:
        scores[language] += 2 * min(len(mark.findall(head.lower())), len(words))
    best = max(scores, key=lambda language: scores[language])
    others = max(score for language, score in scores.items() if language != best)
    clear = scores[best] > others and scores[best] * 12 >= len(words)
    return best if clear and (best == "pt" or len(words) >= LEAST_FOREIGN_WORDS) else None
