"""A kept password opens for its own and for nothing else, whatever was written into its place."""

from __future__ import annotations

import os

import pytest

from core.crypto.password import SIGN_IN_COST, hash_password, is_password
from core.crypto.vault import VaultParams

CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)
PASSWORD = "senha é longa".encode()


def test_its_own_password_and_no_other() -> None:
    kept = hash_password(PASSWORD, CHEAP, os.urandom)
    assert is_password(kept, PASSWORD)
    assert not is_password(kept, PASSWORD + b"x")
    assert not is_password(kept, b"")


def test_two_of_the_same_password_differ() -> None:
    assert hash_password(PASSWORD, CHEAP, os.urandom) != hash_password(PASSWORD, CHEAP, os.urandom)


def test_the_cost_stands_beside_it() -> None:
    kept = hash_password(PASSWORD, SIGN_IN_COST, lambda size: b"\x01" * size)
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert is_password(kept, PASSWORD)


def test_an_empty_password_is_a_bug() -> None:
    with pytest.raises(ValueError, match="empty"):
        hash_password(b"", CHEAP, os.urandom)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "senha",
        "$argon2id$v=19$m=99999999,t=1,p=1$" + "A" * 22 + "$" + "A" * 43,
        "$argon2id$v=19$m=8,t=0,p=1$" + "A" * 22 + "$" + "A" * 43,
        "$argon2id$v=19$m=8,t=1,p=1$curto$curto",
    ],
)
def test_what_is_no_kept_password_opens_for_nobody(kept: str) -> None:
    assert not is_password(kept, PASSWORD)
