"""What the classifier looks at: words, word pairs, letter groups and dictionary hits.

Each feature has a readable name and knows which words of the text it came from, so that a
decision can be explained word by word. Names of streets and places are left out: they say where,
not what, and a model must not hold them. Source: Apêndice B D-3, G-041.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.names import NAMES
from core.base.texto.tokens import READ_CHARS, Word, is_content, sentences_of_words

VERSAO_FEATURES: Final = "features-1"

# Prefixes of feature names.
WORD: Final = "w:"
PAIR: Final = "p:"
LETTERS: Final = "c:"
SUB: Final = "s:"
CATEGORY: Final = "k:"

_LETTER_SIZES: Final = (4, 5)
# A person states the matter first; what follows repeats it.
_SENTENCES: Final = 40

_KIND: Final = (
    r"(?i:rua|r\.|avenida|av\.?|travessa|tv\.?|alameda|rodovia|estrada|beco|viela|ladeira|largo"
    r"|servid[aã]o|bairro|conjunto|jardim|jd\.?|vila|loteamento|residencial|edif[ií]cio|ed\.)"
)
_NAME: Final = r"(?:(?:d[aeo]s?|e)\s+)?(?:[A-ZÀ-ÖØ-Ý][\w.'’-]*|\d+)"
_PLACE = re.compile(rf"\b(?P<kind>{_KIND})\s+{_NAME}(?:\s+{_NAME}){{0,6}}")


def without_places(text: str) -> str:
    """``text`` without the capitalised names that follow "rua", "bairro" and their like.

    Text written in capitals only is left alone: there every word looks like a name.
    """
    head = text[:READ_CHARS]
    lower = sum(char.islower() for char in head)
    if lower <= sum(char.isupper() for char in head):
        return head
    return _PLACE.sub(r"\g<kind> .", head)


@lru_cache(maxsize=8_192)
def letter_groups(word: str) -> tuple[str, ...]:
    """The 4- and 5-letter groups of a word with its edges marked."""
    edged = f"<{word}>"
    return tuple(
        LETTERS + edged[i : i + size]
        for size in _LETTER_SIZES
        for i in range(len(edged) - size + 1)
        if size < len(edged)
    )


def occurrences(text: str, dictionary: Dictionary) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Feature name and the folded words it came from; a name may come several times."""
    for sentence in sentences_of_words(without_places(text))[:_SENTENCES]:
        content = [word for word in dictionary.mend(sentence) if word.standard not in NAMES]
        for word in content:
            yield WORD + word.stem, (word.folded,)
            for group in letter_groups(word.standard):
                yield group, (word.folded,)
        for left, right in itertools.pairwise(content):
            yield f"{PAIR}{left.stem} {right.stem}", (left.folded, right.folded)
        yield from _hits(content, dictionary)


def _hits(content: Sequence[Word], dictionary: Dictionary) -> Iterator[tuple[str, tuple[str, ...]]]:
    for hit in dictionary.hits(content):
        yield SUB + hit.term.subcategoria_id, hit.folded
        yield CATEGORY + hit.term.categoria_id, hit.folded


def content_words(text: str) -> list[str]:
    """Folded content words of ``text`` in order, for a person to read."""
    return [
        word.folded
        for sentence in sentences_of_words(text)
        for word in sentence
        if is_content(word)
    ]
