"""The title of a demand: its first sentence with something to say, short enough for a list.

Source: Apêndice B D-1b ("extrai título (primeiros N tokens significativos)"), G-041.
"""

from __future__ import annotations

import re
from typing import Final

from core.base.texto.folding import fold
from core.base.texto.tokens import is_content, words

VERSAO_TITULO: Final = "titulo-1"
TITLE_CHARS: Final = 80

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
_GREETING = re.compile(
    r"^(?:(?:bom dia|boa tarde|boa noite|ola|oi+|prezad[oa]s?(?: senhor(?:es|as?)?)?|senhor(?:es|as?)?"
    r"|caros?|cara[s]?|ol[aá] a todos|por favor|gente|ei)\b[\s,;:!.\-–—]*)+",
)
_ELLIPSIS: Final = "…"


def title_of(clean_text: str, limit: int = TITLE_CHARS) -> str:
    """The title of a cleaned text: at most ``limit`` characters, cut between words.

    Greetings at the start are left out. Empty where the text is empty.
    """
    if not clean_text.strip():
        return ""
    sentences = [part.strip() for part in _SENTENCE_END.split(clean_text[: limit * 40])]
    found = next((part for part in map(_without_greeting, sentences) if _says_something(part)), "")
    title = " ".join((found or clean_text).split())
    return _cut(title[:1].upper() + title[1:], limit)


def _without_greeting(sentence: str) -> str:
    folded = fold(sentence)
    # Folding may change the length (ligatures); then the place in the original is unknown.
    if len(folded) != len(sentence):
        return sentence
    match = _GREETING.match(folded)
    return sentence[match.end() :].strip() if match else sentence


def _says_something(sentence: str) -> bool:
    return any(is_content(word) for word in words(sentence[:400]))


def _cut(title: str, limit: int) -> str:
    if len(title) <= limit:
        return title
    head = title[: limit - 1]
    at = head.rfind(" ")
    if at >= limit // 2:
        head = head[:at]
    return head.rstrip(" ,;:.-–—(") + _ELLIPSIS
