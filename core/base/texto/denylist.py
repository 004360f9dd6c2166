"""The denylist: words that send a text to a moderator. It only flags, people decide.

A term is found whatever its accents, case, stretched letters, digits for letters (c4r4) and
separators between letters (p.a.l), but only as a whole word: "cu" is not in "cuidado". Source:
Apêndice B D-1b and D-1d (MODERACAO_DENYLIST_TEXTO, an empty list is no filter), design.md 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from core.base.texto.folding import fold

VERSAO_DENYLIST: Final = "denylist-1"
READ_CHARS: Final = 100_000
MAX_TERM_CHARS: Final = 80

# Signs people write for letters. "1" and "!" stand for i and l.
_SIGNS: Final = str.maketrans(
    {"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}
)
_I_OR_L: Final = "1!|"
_SIGN_CHARS: Final = re.escape("@$!|")
# A word with signs in it; a closing "!" is a mark, not a letter.
_CHUNK = re.compile(rf"[a-z0-9{_SIGN_CHARS}*]+")
_SPELLED = re.compile(
    rf"(?<![a-z0-9])[a-z0-9{_SIGN_CHARS}](?:[\s.\-_*,/\\+~]{{1,3}}[a-z0-9{_SIGN_CHARS}]){{2,39}}(?![a-z0-9])"
)
_WORD_CHARS = re.compile(r"[a-z]+")


class Denylist:
    """Terms, single words or short phrases, in ordinary spelling.

    Args:
        termos: as the operator wrote them; blanks and repeats are left out.
    """

    def __init__(self, termos: Iterable[str]) -> None:
        folded = {" ".join(_WORD_CHARS.findall(fold(one)[:MAX_TERM_CHARS])) for one in termos}
        self._terms = sorted(folded - {""})
        self._patterns = {term: _pattern(term) for term in self._terms}
        self._by_skeleton: dict[str, list[str]] = {}
        self._phrases: list[str] = []
        for term in self._terms:
            if " " in term:
                self._phrases.append(term)
            else:
                self._by_skeleton.setdefault(_skeleton(term), []).append(term)

    @property
    def termos(self) -> tuple[str, ...]:
        """The terms as they are compared: folded, sorted."""
        return tuple(self._terms)

    def find(self, text: str) -> tuple[str, ...]:
        """The terms (folded) found in ``text``, sorted, each once."""
        if not self._terms:
            return ()
        folded = fold(text[:READ_CHARS])
        found: set[str] = set()
        for word in _words(folded):
            for term in self._by_skeleton.get(_skeleton(word), ()):
                if self._patterns[term].fullmatch(word):
                    found.add(term)
        if self._phrases:
            line = f" {' '.join(_readings(folded))} "
            found.update(term for term in self._phrases if self._patterns[term].search(line))
        return tuple(sorted(found))


def _skeleton(word: str) -> str:
    """Every run of a letter once, without a plural s: what a term and its evasions share."""
    return "".join(char for char, _ in groupby(word)).removesuffix("s")


def _pattern(term: str) -> re.Pattern[str]:
    """Whole-word pattern of a term: letters may be stretched, a plural s may follow."""
    parts = []
    for char, run in groupby(term):
        length = len(list(run))
        if char == " ":
            parts.append(r"\s")
        elif char in "rs" and length == 1:
            # rr and ss are other letters than r and s (caro, carro); three are a stretch.
            parts.append(f"(?:{char}|{char}{{3,}})")
        else:
            parts.append(f"{char}{{{length},}}")
    return re.compile(rf"(?<![a-z]){''.join(parts)}s?(?![a-z])")


def _letters(chunk: str) -> list[str]:
    """A chunk with its signs read as letters; both readings of "1"."""
    chunk = chunk.rstrip("!|*").lstrip("*|!")
    if chunk.isalpha():
        return [chunk]
    if not any(char.isalpha() for char in chunk):
        return []
    plain = chunk.translate(_SIGNS)
    readings = []
    for letter in "il":
        read = plain
        for sign in _I_OR_L:
            read = read.replace(sign, letter)
        if read.isalpha() and read not in readings:
            readings.append(read)
    return readings


def _readings(folded: str) -> list[str]:
    """Every word in its first reading, in order, for phrases."""
    found = []
    for chunk in _CHUNK.findall(folded):
        readings = _letters(chunk)
        if readings:
            found.append(readings[0])
    return found


def _words(folded: str) -> set[str]:
    """Every word of the text in every reading, spelled-out words put together."""
    found: set[str] = set()
    for chunk in set(_CHUNK.findall(folded)):
        found.update(_letters(chunk))
    for match in _SPELLED.finditer(folded):
        found.update(_letters(re.sub(r"[\s.\-_*,/\\+~]", "", match.group())))
    return found
