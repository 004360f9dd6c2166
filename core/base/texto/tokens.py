"""From a text to its words: folded, put into standard spelling, stemmed. Deterministic.

A text is read up to a fixed length, so that 100 kB cost no more than the first pages. Source:
Apêndice B D-3 (classifier input), G-041.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from core.base.texto.folding import fold, unstretch
from core.base.texto.spelling import EMPTY_WORDS, standard
from core.base.texto.stemming import stem

VERSAO_FICHAS = "fichas-1"

# What a person says in a demand stands in its first pages.
READ_CHARS = 12_000
# Longer "words" are links, keys or a stuck key.
WORD_CHARS = 32

# "d'água" is "água"; typed apostrophes come in many shapes.
_WORD = re.compile(r"(?:d['’´`])?([a-z]+)|\d+[a-z]*")
_SENTENCE = re.compile(r"[.!?;\n]+")


class Word(NamedTuple):
    """One word: as folded from the text, in standard spelling, its stem."""

    folded: str
    standard: str
    stem: str


def words(text: str) -> list[Word]:
    """The words of ``text`` in order, numbers and over-long ones left out."""
    return [word for sentence in sentences_of_words(text) for word in sentence]


def sentences_of_words(text: str) -> list[list[Word]]:
    """The words of ``text``, a list per sentence; sentences without words are left out."""
    folded = unstretch(fold(text[:READ_CHARS]))
    found = []
    for sentence in _SENTENCE.split(folded):
        one = _words_of(sentence)
        if one:
            found.append(one)
    return found


def _words_of(folded_sentence: str) -> list[Word]:
    out: list[Word] = []
    for raw in _WORD.findall(folded_sentence):
        if raw and len(raw) <= WORD_CHARS:
            out += _read(raw)
    return out


@lru_cache(maxsize=8_192)
def _read(raw: str) -> tuple[Word, ...]:
    """What one folded word stands for; several words for some short forms."""
    return tuple(Word(raw, part, stem(part)) for part in standard(raw).split())


def is_content(word: Word) -> bool:
    """False for articles, pronouns, greetings and other words that carry no subject."""
    return len(word.standard) > 1 and word.standard not in EMPTY_WORDS
