"""Ed25519 under one strict rule, so that this program and an auditor's script always agree.

RFC 8032 leaves room: libraries differ on points of low order and on encodings that are not
canonical. A signature counts here when neither the key nor R is one of the 14 encodings of a
low-order point, S < L, and the library accepts it (sync.md 2.4). Keys are raw bytes: a private key
is its 32-byte seed, a public key its 32-byte encoding, a signature 64 bytes R || S.

This module must not know what is being signed; domain separation is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PUBLIC_KEY_BYTES = 32
SEED_BYTES = 32
SIGNATURE_BYTES = 64

# RFC 8032, 5.1: field prime, curve constant, order of the base point.
FIELD_PRIME = 2**255 - 19
CURVE_D = -121665 * pow(121666, -1, FIELD_PRIME) % FIELD_PRIME
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493

_SIGN_BIT = 1 << 255

# y coordinates of the eight points of low order, and the two of them that also fit in 255 bits
# without being reduced. y of the order-8 points: a root of the doubling equation, fixed here.
_ORDER_8_Y = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
_LOW_ORDER_Y = (
    0,
    1,
    FIELD_PRIME - 1,
    _ORDER_8_Y,
    FIELD_PRIME - _ORDER_8_Y,
    FIELD_PRIME,
    FIELD_PRIME + 1,
)

# Each with both values of the sign bit: 14 encodings.
LOW_ORDER_ENCODINGS = frozenset(
    (y | sign).to_bytes(32, "little") for y in _LOW_ORDER_Y for sign in (0, _SIGN_BIT)
)


def generate(entropy: Callable[[int], bytes]) -> bytes:
    """A fresh private key: its 32-byte seed.

    Args:
        entropy: size in bytes -> that many random bytes.

    Raises:
        ValueError: the source gave another length.
    """
    seed = entropy(SEED_BYTES)
    if len(seed) != SEED_BYTES:
        raise ValueError("the source of randomness gave another length")
    return seed


def public_key(seed: bytes) -> bytes:
    """The 32-byte public key of a 32-byte seed.

    Raises:
        ValueError: the seed has another length.
    """
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, message: bytes) -> bytes:
    """The 64-byte signature of ``message`` (RFC 8032 pure Ed25519, deterministic).

    Raises:
        ValueError: the seed is not 32 bytes long.
    """
    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether ``signature`` counts under the strict rule. Never raises for bad bytes."""
    if len(public) != PUBLIC_KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    if public in LOW_ORDER_ENCODINGS or signature[:32] in LOW_ORDER_ENCODINGS:
        return False
    if int.from_bytes(signature[32:], "little") >= GROUP_ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_acceptable_public_key(public: bytes) -> bool:
    """Whether a key may be enrolled: canonical, on the curve, not of low order (sync.md 2.4)."""
    if len(public) != PUBLIC_KEY_BYTES or public in LOW_ORDER_ENCODINGS:
        return False
    y = int.from_bytes(public, "little") & (_SIGN_BIT - 1)
    if y >= FIELD_PRIME:
        return False
    # RFC 8032, 5.1.3: x^2 = (y^2 - 1) / (d y^2 + 1) must be a square; the denominator is never 0.
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, FIELD_PRIME) % FIELD_PRIME
    return pow(square, (FIELD_PRIME - 1) // 2, FIELD_PRIME) == 1
