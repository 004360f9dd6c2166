"""Two people compare 26 characters; how they are typed does not matter."""

from __future__ import annotations

import pytest

from core.kernel.identity import fingerprint

KEY = bytes(range(32))
# base32(SHA-256(00 01 .. 1f))[:26], computed with sha256sum and base32 of coreutils.
TEXT = "MMG4-2KLG-YQZW-NEIS-KREL-XMS3-J7"


def test_known_answer() -> None:
    assert fingerprint.fingerprint(KEY) == TEXT
    assert fingerprint.short_fingerprint(KEY) == f"{TEXT[:4]}-…"


@pytest.mark.parametrize(
    "typed", [TEXT, TEXT.lower(), TEXT.replace("-", ""), TEXT.replace("-", " "), f" {TEXT}\n"]
)
def test_however_it_is_typed(typed: str) -> None:
    assert fingerprint.is_same_fingerprint(KEY, typed)


def test_zero_and_one_stand_for_the_letters_that_look_like_them() -> None:
    key = b"\x01" * 32
    text = fingerprint.fingerprint(key)
    assert fingerprint.is_same_fingerprint(key, text.replace("O", "0").replace("I", "1"))
    assert {"O", "I"} <= set(text)


@pytest.mark.parametrize("typed", ["", TEXT[:4], TEXT[:-1], TEXT + "A", "A" + TEXT[1:]])
def test_less_or_other_is_not_the_same(typed: str) -> None:
    assert not fingerprint.is_same_fingerprint(KEY, typed)
