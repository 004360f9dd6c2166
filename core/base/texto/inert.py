"""Texts that others wrote, as they are shown, printed and written to tables: no sign acts.

What a resident, another office or a file wrote may hold signs that nobody sees and that turn, hide
or join what stands around them: overrides of direction (U+202E), zero-width and control characters.
They are left out wherever a text meets an eye; the text that was received stays as it is. Letters
of other scripts, combining accents and emoji stay. Source: design.md 4 (raw input is kept).
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
