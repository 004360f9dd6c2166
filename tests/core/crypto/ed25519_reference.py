"""A second Ed25519, from RFC 8032 section 5.1 in plain integers: slow, and made for odd cases.

It verifies without the cofactor and compares R by its bytes, as the library does, so that the two
must agree wherever the strict rule does not step in first.
"""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


def add(a: Point, b: Point) -> Point:
    product = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + a[1] * b[0]) * pow(1 + product, P - 2, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, P - 2, P)
    return x % P, y % P


def multiply(scalar: int, point: Point) -> Point:
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def negate(point: Point) -> Point:
    return -point[0] % P, point[1]


def decode(raw: bytes) -> Point | None:
    """A point, or None off the curve. Encodings that are not canonical are reduced, not refused."""
    number = int.from_bytes(raw, "little")
    y, sign = (number & ((1 << 255) - 1)) % P, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P:
        return None
    return (P - x if x and x % 2 != sign else x), y


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


_BASE = decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
assert _BASE is not None
BASE = _BASE


def challenge(r: bytes, a: bytes, message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + a + message).digest(), "little") % L


def verify(a: bytes, message: bytes, signature: bytes) -> bool:
    """Cofactorless, S < L, R compared by bytes; no list of refused points."""
    point, s = decode(a), int.from_bytes(signature[32:], "little")
    if point is None or s >= L:
        return False
    k = challenge(signature[:32], a, message)
    return encode(add(multiply(s, BASE), multiply(k, negate(point)))) == signature[:32]


def low_order_points() -> list[Point]:
    """The eight points whose order divides 8: multiples of one of order 8, found by search."""
    y = 2
    while True:
        point = decode(y.to_bytes(32, "little"))
        small = None if point is None else multiply(L, point)
        if small is not None and multiply(4, small) != IDENTITY:
            return [multiply(n, small) for n in range(8)]
        y += 1


def encodings(point: Point) -> set[bytes]:
    """Every 32-byte string that some decoder may read as this point."""
    signs = {point[0] & 1} if point[0] else {0, 1}
    ys = {point[1], point[1] + P} if point[1] + P < 2**255 else {point[1]}
    return {(y | sign << 255).to_bytes(32, "little") for y in ys for sign in signs}
