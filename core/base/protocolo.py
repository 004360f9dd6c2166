"""Protocol numbers ``PPPP-NNNNNN-DD``: made, checked, and read as people write them.

PPPP names the office and its epoch, NNNNNN counts without gaps, DD are two check digits. There is
no year: clocks lie. Source: design.md 9 (Protocol number), ISO 7064 MOD 97-10.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from core.kernel.errors import UserFacingError

ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that nobody mistakes for one another."""

MAX_NUMBER: Final = 10**12 - 1
_PREFIX_CHARS: Final = 4
_MIN_DIGITS: Final = 6
_LOOKALIKES: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_NOISE: Final = re.compile(r"[^0-9A-Z]+")
_SHAPE: Final = re.compile(
    rf"([{ALPHABET}]{{{_PREFIX_CHARS}}})([0-9]{{{_MIN_DIGITS},12}})([0-9]{{2}})"
)


@dataclass(frozen=True, slots=True)
class Protocolo:
    """A protocol number taken apart.

    Args:
        prefixo: four characters of ``ALPHABET``.
        numero: from 1.
    """

    prefixo: str
    numero: int

    @property
    def texto(self) -> str:
        """The one way it is written."""
        digits = f"{self.numero:0{_MIN_DIGITS}d}"
        return f"{self.prefixo}-{digits}-{check_digits(self.prefixo + digits)}"


def prefix_of(no: str, epoca: int) -> str:
    """The four characters of an epoch of a node; another epoch gives others.

    SHA-256("protocolo/v1" || no || epoca), both as text, read as a number in base 30.

    Args:
        no: 32 lower-case hex.
        epoca: from 0.
    """
    rest = int.from_bytes(sha256(f"protocolo/v1{no}{epoca}".encode()).digest(), "big")
    found = ""
    for _ in range(_PREFIX_CHARS):
        rest, place = divmod(rest, len(ALPHABET))
        found = ALPHABET[place] + found
    return found


def check_digits(body: str) -> str:
    """Two digits that make ``body`` and them together leave 1 when divided by 97.

    Letters count as 10 (A) to 35 (Z). What is promised, and no more:

    - one character replaced by another of its kind (letter by letter, digit by digit) is found;
    - two neighbours of one kind that changed places are found;
    - a letter replaced by a digit, or the other way round, shifts every figure before it, and two
      neighbours of different kinds move by 9L - 99D: most are found, some are not. Both can
      only happen in the prefix, which then names another office.
    """
    return f"{98 - _value(body) * 100 % 97:02d}"


def _value(text: str) -> int:
    return int("".join(str(int(char, 36)) for char in text))


def read_protocol(text: str) -> Protocolo:
    """The number that a person typed: any case, any separators or none, O for 0, I and L for 1.

    Raises:
        UserFacingError: ``protocolo.formato``, ``protocolo.digitos``.
    """
    bare = _NOISE.sub("", text.upper())
    found = _SHAPE.fullmatch(bare[:_PREFIX_CHARS] + bare[_PREFIX_CHARS:].translate(_LOOKALIKES))
    if found is None or int(found[2]) == 0:
        raise UserFacingError("protocolo.formato")
    if check_digits(found[1] + found[2]) != found[3]:
        raise UserFacingError("protocolo.digitos")
    return Protocolo(found[1], int(found[2]))


def looks_like_protocol(text: str) -> bool:
    """Whether ``text`` is a protocol number, rightly typed."""
    try:
        read_protocol(text)
    except UserFacingError:
        return False
    return True


def refuse_slip(text: str) -> None:
    """Complain of a number of the right shape with a slip in it; anything else passes.

    Raises:
        UserFacingError: ``protocolo.digitos``.
    """
    try:
        read_protocol(text)
    except UserFacingError as refusal:
        if refusal.code == "protocolo.digitos":
            raise


def beginning_of(text: str, own_prefix: str) -> str | None:
    """How the protocol numbers begin that a person may mean with a part of one.

    ``12`` is number 12 of this office, ``mjw5-12`` that of another, ``mjw5-0000`` a beginning that
    is still being typed; a whole number with a slip in its check digits means the number before
    them.

    Args:
        text: as typed.
        own_prefix: of this office's numbers, for a bare number.

    Returns:
        None where ``text`` is no part of a protocol number.
    """
    bare = _NOISE.sub("", text.upper())
    if bare.isdigit():
        return _numbered(own_prefix, bare) if len(bare) <= _MIN_DIGITS and int(bare) else None
    prefix, digits = bare[:_PREFIX_CHARS], bare[_PREFIX_CHARS:].translate(_LOOKALIKES)
    if len(prefix) < _PREFIX_CHARS or not set(prefix) <= set(ALPHABET) or not digits.isdigit():
        return None
    if len(digits) > _MIN_DIGITS:
        return (
            f"{prefix}-{digits[:-2]}-"
            if len(digits) >= _MIN_DIGITS + 2
            else (f"{prefix}-{digits[:_MIN_DIGITS]}")
        )
    return f"{prefix}-{digits}" if digits.startswith("0") else _numbered(prefix, digits)


def _numbered(prefix: str, digits: str) -> str:
    return f"{prefix}-{int(digits):0{_MIN_DIGITS}d}-"
