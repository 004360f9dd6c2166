"""Folding of text for comparison: accents, case, compatibility forms, stretched letters.

Used by the denylist, the classifier and every place that asks whether two texts say the same.
Never for what a person reads: folded text loses accents. Pure and deterministic.
Source: Apêndice B D-1b ("normalizados sem acento e em minúscula"), G-041.
"""

from __future__ import annotations

import re
import unicodedata

VERSAO_DOBRA = "dobra-1"

# Letters that Unicode does not take apart.
_WHOLE = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
# The accents that European letters come apart into; U+034F stands among them and is none.
_ACCENTS = re.compile("[\u0300-\u034e\u0350-\u036f]+")
# Portuguese knows rr and ss; any other letter three times over is stretched speech.
_STRETCHED_RS = re.compile(r"([rs])\1{2,}")
_STRETCHED = re.compile(r"([a-z])\1{2,}")


def fold(text: str) -> str:
    """``text`` in lower case without accents, compatibility forms resolved (ﬁ -> fi, ² -> 2)."""
    if text.isascii():
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    if not bare.isascii():
        bare = "".join(char for char in bare if not unicodedata.combining(char)).translate(_WHOLE)
    # Casefold and NFKD may each open the way for the other (e.g. K the Kelvin sign).
    return bare.lower()


def unstretch(folded: str) -> str:
    """``folded`` with stretched letters brought back: muuuito -> muito, socorrrro -> socorro."""
    if _STRETCHED.search(folded) is None:
        return folded
    return _STRETCHED.sub(r"\1", _STRETCHED_RS.sub(r"\1\1", folded))
