"""A person's password as it is kept: argon2id, salted, in the usual text form (PHC).

``$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>``: the cost stands beside the hash, so that an old
one still opens after the default was raised. Whoever has the text can only guess, one attempt at
the price it names. Nothing here touches files, and randomness comes from the caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from core.crypto.vault import VaultParams

SIGN_IN_COST: Final = VaultParams(memory_kib=19456, iterations=2, lanes=1)
"""Of one attempt to sign in: OWASP's second recommendation, some 40 ms on an office's laptop."""

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_FORM: Final = re.compile(
    r"\$argon2id\$v=19\$m=([0-9]{1,9}),t=([0-9]{1,4}),p=([0-9]{1,4})"
    r"\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}"
)


def hash_password(password: bytes, params: VaultParams, entropy: Callable[[int], bytes]) -> str:
    """What is kept of a password.

    Args:
        password: not empty; the caller fixes its encoding.
        params: cost of one attempt.
        entropy: size in bytes -> that many random bytes, for the salt.

    Raises:
        ValueError: empty password.
    """
    if not password:
        raise ValueError("empty password")
    return Argon2id(
        salt=entropy(_SALT_BYTES),
        length=_HASH_BYTES,
        iterations=params.iterations,
        lanes=params.lanes,
        memory_cost=params.memory_kib,
    ).derive_phc_encoded(password)


def is_password(kept: str, password: bytes) -> bool:
    """Whether a password is the one that ``kept`` was made of.

    False also where ``kept`` has another form, or asks for more than an honest one would.
    """
    found = _FORM.fullmatch(kept)
    if found is None:
        return False
    memory_kib, iterations, lanes = map(int, found.groups())
    try:
        VaultParams(memory_kib, iterations, lanes)
        Argon2id.verify_phc_encoded(password, kept)
    except (InvalidKey, ValueError):
        return False
    return True
