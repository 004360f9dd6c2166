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
_ASCII = re.compile(r"[\x00-\x7f]*\Z")
# Portuguese knows rr and ss; any other letter three times over is stretched speech.
_STRETCHED_RS = re.compile(r"([rs])\1{2,}")
_STRETCHED = re.compile(r"([a-z])\1{2,}")


def fold(text: str) -> str:
    """``text`` in lower case without accents, compatibility forms resolved (ﬁ -> fi, ² -> 2)."""
    if _ASCII.match(text):
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    # Casefold and NFKD may each open the way for the other (e.g. K the Kelvin sign).
    return bare.translate(_WHOLE).lower()


def unstretch(folded: str) -> str:
    """``folded`` with stretched letters brought back: muuuito -> muito, socorrrro -> socorro."""
    return _STRETCHED.sub(r"\1", _STRETCHED_RS.sub(r"\1\1", folded))
