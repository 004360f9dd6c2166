"""Texts that others wrote, as they are shown, printed and written to tables: no sign acts.

What a resident, another office or a file wrote may hold signs that nobody sees and that turn, hide
or join what stands around them: overrides of direction (U+202E), zero-width and control characters.
They are left out wherever a text meets an eye; the text that was received stays as it is. Letters
of other scripts, combining accents and emoji stay; words that are read from the right are set apart
where they stand between others, so that they move no figure and no sign beside them. Source: design.md 4 (raw input is kept).
"""

from __future__ import annotations

import re
from typing import Final

from core.base.texto.cleaning import without_controls

# Joiner and variation selector make one emoji of several signs, and hide anywhere else.
_STRAY_JOINER: Final = re.compile("(?<![\u2190-\u2bff\U0001f000-\U0001faff\ufe0f])[\u200d\ufe0f]+")


def inert(text: str) -> str:
    """``text`` with nothing in it that acts unseen; line breaks and tabs stay."""
    if text.isprintable() and "\ufe0f" not in text:
        return text
    return _STRAY_JOINER.sub("", without_controls(text))


FSI, PDI = "\u2068", "\u2069"
"""First strong isolate, and its end (UAX #9): what is between them turns nothing outside."""
_FROM_THE_RIGHT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def isolated(text: str) -> str:
    """``inert``, and set apart line by line where it is read from the right.

    What stands apart already, as a value inside of a sentence, stays so; an isolate that is not
    closed, or closes none, goes.
    """
    if _FROM_THE_RIGHT.search(text) is None:
        return inert(text)
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    pieces = re.split(f"([{FSI}{PDI}])", line)
    depth = 0
    kept: list[str] = []
    for at, piece in enumerate(pieces):
        if piece == FSI:
            if depth + 1 <= pieces[at:].count(PDI):
                depth += 1
                kept.append(FSI)
        elif piece == PDI:
            if depth:
                depth -= 1
                kept.append(PDI)
        else:
            kept.append(inert(piece))
    kept += [PDI] * depth
    clean = "".join(kept)
    if _FROM_THE_RIGHT.search(clean) is None:
        return clean.replace(FSI, "").replace(PDI, "")
    return clean if not _turns_outside(kept) else f"{FSI}{clean}{PDI}"


def _turns_outside(pieces: list[str]) -> bool:
    depth = 0
    for piece in pieces:
        depth += (piece == FSI) - (piece == PDI)
        if not depth and _FROM_THE_RIGHT.search(piece):
            return True
    return False
