"""Cleans what a resident wrote: broken encoding, HTML, control characters. Meaning stays.

The raw text is kept elsewhere, untouched; what comes out here is what people read. Nothing is
interpreted: text that looks like SQL, a formula or a link stays text. Source: Apêndice B D-1b
("limpa ruído (encoding, caracteres especiais)", "remoção de HTML, normalização Unicode").
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

VERSAO_LIMPEZA: Final = "limpeza-1"

# What UTF-8 read as Windows-1252 leaves behind for Portuguese letters and typographic marks.
_BROKEN = re.compile(
    "[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2013-\u203a\u20ac\u2122]|â€|Ã\u00ad|\ufffd"
)
_BROKEN_WORD = re.compile(r"\S*(?:[ÂÃ]|â€)\S*")
# A byte that Windows-1252 does not define is read by browsers as the control of that number.
_UNDEFINED: Final = {byte: bytes([byte]) for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
_BLOCK_TAG = re.compile(
    r"</?(?:p|div|br|li|ul|ol|tr|td|th|table|h[1-6]|blockquote|section|article|hr)\b[^<>]{0,2000}>",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    r"<(script|style|template|noscript)\b[^<>]{0,2000}>.*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9:-]{0,30}(?:\s[^<>]{0,2000}|/)?>|<![a-zA-Z][^<>]{0,2000}>")
_NESTED_AMPERSAND = re.compile(r"&(?:amp;)+", re.IGNORECASE)
_BREAKS: Final = str.maketrans("", "", "\n\t")
# A single blank is what it should be.
_SPACES = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_LINES = re.compile(r" ?\n ?")
_MANY_LINES = re.compile(r"\n{3,}")
_PASSES: Final = 4


@dataclass(frozen=True, slots=True)
class CleanText:
    """The clean text and the names of the steps that changed something, in order."""

    texto: str
    passos: tuple[str, ...]


def clean(raw: str) -> CleanText:
    """Clean ``raw``: NFC, no mark-up, no control or direction characters, single spaces.

    Line breaks stay, at most one empty line in a row. Cleaning a clean text changes nothing.
    """
    steps: dict[str, None] = {}
    text = raw
    for _ in range(_PASSES):
        before = text
        for name, step in (
            ("codificacao", mend_encoding),
            ("html", without_html),
            ("controles", without_controls),
            ("espacos", _tidy),
        ):
            after = step(text)
            if after != text:
                steps[name] = None
            text = after
        if text == before:
            break
    else:
        # Mark-up nested on purpose: what is left of it is taken apart for good.
        text = _tidy(text.replace("<", " ").replace(">", " ").replace("&", " "))
        steps["html"] = None
    return CleanText(text, tuple(steps))


def mend_encoding(text: str) -> str:
    """``text`` with UTF-8 that was read as Windows-1252 or Latin-1 read aright; twice if need be.

    Only where the whole text, else the single word, turns back without loss.
    """
    for _ in range(2):
        if not _BROKEN.search(text):
            break
        whole = _reread(text)
        mended = whole if whole is not None else _BROKEN_WORD.sub(_reread_word, text)
        if mended == text:
            break
        text = mended
    return text


def _reread_word(match: re.Match[str]) -> str:
    return _reread(match.group()) or match.group()


def _reread(text: str) -> str | None:
    """The text behind the wrong reading, None where there is none."""
    data = bytearray()
    for char in text:
        code = ord(char)
        if code in _UNDEFINED:
            data += _UNDEFINED[code]
            continue
        try:
            data += char.encode("cp1252")
        except UnicodeEncodeError:
            if code > 0xFF:
                return None
            data.append(code)
    try:
        found = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return found if len(found) < len(text) else None


def without_html(text: str) -> str:
    """``text`` without tags, comments and scripts, entities read. "a < b" stays."""
    if "<" in text:
        text = _COMMENT.sub(" ", _HIDDEN.sub(" ", text))
        text = _TAG.sub("", _BLOCK_TAG.sub("\n", text))
    if "&" in text:
        text = html.unescape(_NESTED_AMPERSAND.sub("&", text))
    return text


def without_controls(text: str) -> str:
    """NFC without control, direction, zero-width, private and half characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    text = text.replace("\u2029", "\n").replace("\u0085", "\n")
    # Not printable: what is taken out below, and rare spaces, which stay.
    if not (text.isprintable() or text.translate(_BREAKS).isprintable()):
        text = "".join(char for char in text if char in "\n\t" or _is_seen(char))
    return unicodedata.normalize("NFC", text)


def _is_seen(char: str) -> bool:
    # The joiner and the variation selector make emoji of several signs.
    if char in "\u200d\ufe0f":
        return True
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def _tidy(text: str) -> str:
    lines = _LINES.sub("\n", _SPACES.sub(" ", text))
    return _MANY_LINES.sub("\n\n", lines).strip()
