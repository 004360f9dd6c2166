"""Encrypted to one reader and to nobody else; anything changed does not open."""

from __future__ import annotations

import io

import pytest

from core.crypto import age

IDENTITY, OTHER = age.new_identity(), age.new_identity()
CLEAR = bytes(range(256)) * 800


def sealed(*identities: bytes) -> bytes:
    target = io.BytesIO()
    age.encrypt(io.BytesIO(CLEAR), target, [age.recipient_of(item) for item in identities])
    return target.getvalue()


def opened(raw: bytes, identity: bytes = IDENTITY) -> bytes:
    target = io.BytesIO()
    age.decrypt(io.BytesIO(raw), target, identity)
    return target.getvalue()


def test_every_reader_opens_it() -> None:
    raw = sealed(IDENTITY, OTHER)
    assert raw.startswith(b"age-encryption.org/v1\n")
    assert opened(raw) == opened(raw, OTHER) == CLEAR


def test_nobody_else_opens_it_and_no_change_passes() -> None:
    raw = sealed(IDENTITY)
    flipped = bytearray(raw)
    flipped[-1] ^= 1
    for wrong, identity in (
        (raw, OTHER),
        (raw[:-1], IDENTITY),
        (raw[:-70_000], IDENTITY),
        (raw + b"\0", IDENTITY),
        (bytes(flipped), IDENTITY),
        (b"", IDENTITY),
        (b"age-encryption.org/v1\n", IDENTITY),
    ):
        with pytest.raises(age.AgeError):
            opened(wrong, identity)


def test_what_is_no_key_is_said_so() -> None:
    for wrong in (b"", b"AGE-SECRET-KEY-1X", b"\xff"):
        with pytest.raises(age.AgeError):
            age.recipient_of(wrong)
    with pytest.raises(age.AgeError):
        age.encrypt(io.BytesIO(b"x"), io.BytesIO(), ["age1x"])
