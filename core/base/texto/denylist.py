"""The denylist: words that send a text to a moderator. It only flags, people decide.

A term is found whatever its accents, case, stretched letters, digits for letters (c4r4), letters of
another script that look alike, signs that nobody sees, and separators between letters (p.a.l) or
parts (pa-lavra), but only as a whole word: "cu" is not in "cuidado". ``where`` says where a term
stands, to be marked. Source: Apêndice B D-1b and D-1d (an empty list is no filter), design.md 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from core.base.texto.folding import fold

VERSAO_DENYLIST: Final = "denylist-2"
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
# Parts of one word with a sign between them and no space: pa-lavra, pa.la.vra.
_JOINED = re.compile(
    rf"(?<![a-z0-9{_SIGN_CHARS}])[a-z0-9{_SIGN_CHARS}]+(?:[.\-_*~+][a-z0-9{_SIGN_CHARS}]+){{1,39}}"
)
_BETWEEN = re.compile(r"[\s.\-_*,/\\+~]")
_JOINED_MIN: Final = 4
"""Letters that a term needs to be found in parts: shorter ones come together by chance."""
_WORD_CHARS = re.compile(r"[a-z]+")
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]")
# Cyrillic and Greek letters that look like Latin ones.
_ALIKE: Final = str.maketrans("аеорсухіјѕԁһкмтвнαεοριυκντ", "aeopcyxijsdhkmtbhaeopiuknt")
_WHERE_WORD = re.compile(r"\S+")
MAX_MARKS: Final = 200
_AROUND: Final = ".,;:?!()[]{}\"'“”‘’…"


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
        folded = _plain(text[:READ_CHARS])
        found: set[str] = set()
        for word in _words(folded):
            found.update(self._equal_to(word))
        for match in _JOINED.finditer(folded):
            for word in _letters(_BETWEEN.sub("", match.group())):
                if len(word) >= _JOINED_MIN:
                    found.update(self._equal_to(word))
        if self._phrases:
            line = f" {' '.join(_readings(folded))} "
            found.update(term for term in self._phrases if self._patterns[term].search(line))
        return tuple(sorted(found))

    def where(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where terms stand in ``text``, as (start, end), in order, at most ``MAX_MARKS``.

        The shortest run of words is named that a term is found in. Terms that are found in the
        text are all that is looked for, so that this costs little where there is little to mark.
        """
        wanted = self.find(text)
        if not wanted:
            return ()
        marks: list[tuple[int, int]] = []
        spans = [match.span() for match in _WHERE_WORD.finditer(text[:READ_CHARS])]
        at = 0
        while at < len(spans) and len(marks) < MAX_MARKS:
            size = self._run_at(text, spans, at)
            if size:
                marks.append(_trimmed(text, spans[at][0], spans[at + size - 1][1]))
            at += max(size, 1)
        return tuple(marks)

    def _run_at(self, text: str, spans: list[tuple[int, int]], at: int) -> int:
        """How many words from here on hold a term that begins here; 0 for none."""
        longest = max((term.count(" ") + 1 for term in self._phrases), default=1)
        start = spans[at][0]
        for size in range(1, longest + 1):
            if at + size > len(spans):
                return 0
            if self.find(text[start : spans[at + size - 1][1]]):
                # What begins later is another word's to say.
                after = text[spans[at + 1][0] : spans[at + size - 1][1]] if size > 1 else ""
                return 0 if after and self.find(after) else size
        return self._spelled_at(text, spans, at)

    def _spelled_at(self, text: str, spans: list[tuple[int, int]], at: int) -> int:
        """The same for a term spelled out letter by letter with spaces between."""
        size = 0
        while at + size < len(spans) and _is_letter(text, spans[at + size]):
            size += 1
        run = text[spans[at][0] : spans[at + size - 1][1]] if size > 2 else ""
        return size if run and self.find(run) else 0

    def _equal_to(self, word: str) -> list[str]:
        """The single-word terms that a word is, however stretched."""
        near = self._by_skeleton.get(_skeleton(word), ())
        return [term for term in near if self._patterns[term].fullmatch(word)]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the punctuation around it."""
    words = text[start:end]
    head = len(words) - len(words.lstrip(_AROUND))
    return (start + head, start + len(words.rstrip(_AROUND))) if head < len(words) else (start, end)


def _is_letter(text: str, span: tuple[int, int]) -> bool:
    return len(text[span[0] : span[1]].strip(".,;:-_*!?")) == 1


def _plain(text: str) -> str:
    """Folded, without what nobody sees, and with look-alikes of other scripts as Latin letters."""
    if text.isascii():
        return text.lower()
    folded = fold(_UNSEEN.sub("", text))
    return folded if folded.isascii() else folded.translate(_ALIKE)


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
        found.update(_letters(_BETWEEN.sub("", match.group())))
    return found
