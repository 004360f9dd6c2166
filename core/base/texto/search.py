"""What is looked for: how much of a typed text, and which words of a text can be found."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from core.base.texto.folding import fold
from core.base.texto.tokens import READ_CHARS

MAX_SEARCHED: Final = 10_000
"""Characters; longer than any name or title that is stored, and within what LIKE takes (SQLite:
50,000 bytes), so that a whole text pasted into a search finds nothing and fails at nothing."""
MAX_INDEXED: Final = 64
"""Words of one text that can be found: what a row costs stays bounded, however long the text."""
MAX_TYPED: Final = 8
MIN_CHARS: Final = 2
BEGINNING_FROM: Final = 3
"""Letters; shorter typed words are looked for whole: half of all texts have a word that begins so."""
MAX_CHARS: Final = 32
_PLURAL_FROM: Final = 5
# What stands in nearly every text. Fewer than a classifier leaves out: "são" may be a saint.
_EMPTY: Final = "ao aos as com da das de do dos em na nas no nos os ou para pela pelas pelo pelos por que se um uma"
_EVERYWHERE: Final = frozenset(_EMPTY.split())
_WORD: Final = re.compile(r"[^\W_]+")


def searched(folded: str) -> str:
    """The part of a folded text that a pattern is made of."""
    return folded[:MAX_SEARCHED]


def findable_words(*texts: str | None, limit: int = MAX_INDEXED) -> tuple[str, ...]:
    """The different words of some texts that a search can find, in order, folded.

    Words that every text has, single letters and keys longer than ``MAX_CHARS`` are left out.
    """
    found: dict[str, None] = {}
    for text in texts:
        for word in _WORD.findall(fold((text or "")[:READ_CHARS])):
            if MIN_CHARS <= len(word) <= MAX_CHARS and word not in _EVERYWHERE:
                found[word] = None
                if len(found) == limit:
                    return tuple(found)
    return tuple(found)


def typed_words(typed: str) -> tuple[str, ...]:
    """The beginnings of words that a typed text asks for: ``Buracos na rua`` -> buraco, rua."""
    words = findable_words(typed[:MAX_SEARCHED], limit=MAX_TYPED)
    return tuple(
        dict.fromkeys(
            word[:-1] if len(word) >= _PLURAL_FROM and word.endswith("s") else word
            for word in words
        )
    )


def has_words(words: Collection[str], typed: Iterable[str]) -> bool:
    """Whether each typed word is the beginning of one of the words, or the whole of it if short."""
    return all(
        one in words or (len(one) >= BEGINNING_FROM and any(word.startswith(one) for word in words))
        for one in typed
    )
