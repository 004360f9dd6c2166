"""How a key is shown to people: 26 base32 characters that two of them compare (sync.md 2.7)."""

from __future__ import annotations

import base64
import hashlib
import re

_CHARACTERS = 26
_GROUP = 4
_SEPARATORS = re.compile(r"[\s\-–—.·]+")


def fingerprint(public_key: bytes) -> str:
    """``"XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XX"``: the first 130 bits of SHA-256 of the key."""
    text = base64.b32encode(hashlib.sha256(public_key).digest()).decode("ascii")[:_CHARACTERS]
    return "-".join(text[start : start + _GROUP] for start in range(0, _CHARACTERS, _GROUP))


def short_fingerprint(public_key: bytes) -> str:
    """``"XXXX-…"``, for a status bar; never enough for a comparison."""
    return f"{fingerprint(public_key)[:_GROUP]}-…"


def is_same_fingerprint(public_key: bytes, typed: str) -> bool:
    """Whether what a person typed or scanned is the key's whole fingerprint.

    Case and separators do not count; 0 and 1 are read as O and I, which base32 has not.
    """
    return plain_fingerprint(typed) == plain_fingerprint(fingerprint(public_key))


def plain_fingerprint(typed: str) -> str:
    """What a person typed or scanned, as base32 has it and without separators."""
    return _SEPARATORS.sub("", typed).upper().replace("0", "O").replace("1", "I")


def is_whole_fingerprint(typed: str) -> bool:
    """Whether as many characters were typed as a fingerprint has."""
    return len(plain_fingerprint(typed)) >= _CHARACTERS
