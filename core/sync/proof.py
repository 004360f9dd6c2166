"""Consistency files: the proof that old and new tree agree, and how to go on without old events.

The left-hand hashes of a consistency proof are the full subtrees of the old tree, so an office
that never saw the older events can still compute the new root from the newer ones (FORMATO.md 5).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Final

from core.kernel.errors import IntegrityFault
from core.kernel.merkle import HASH_BYTES, MAX_PROOF, CompactRange, verify_consistency

MAX_LINES: Final = MAX_PROOF + 1


def encode_lines(hashes: Sequence[bytes]) -> bytes:
    """A line of base64 for every hash."""
    return b"".join(base64.b64encode(item) + b"\n" for item in hashes)


def parse_lines(raw: bytes) -> list[bytes] | None:
    """The hashes of 1 to 64 lines; None where the bytes have another form."""
    lines = raw.split(b"\n")
    if not 2 <= len(lines) <= MAX_LINES + 1 or lines[-1]:
        return None
    hashes: list[bytes] = []
    for line in lines[:-1]:
        try:
            decoded = base64.b64decode(line, validate=True)
        except binascii.Error:
            return None
        if len(decoded) != HASH_BYTES or base64.b64encode(decoded) != line:
            return None
        hashes.append(decoded)
    return hashes


def resume(
    old_size: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> CompactRange:
    """The tree of the first ``old_size`` leaves, told by a proof that holds.

    Args:
        old_size: at least 1 and below ``size``.
        old_root: claimed root at that size.
        size: of the new tree.
        root: signed root at ``size``.
        proof: RFC 6962 consistency proof.

    Raises:
        IntegrityFault: ``merkle.prova_invalida``.
    """
    verify_consistency(old_size, old_root, size, root, proof)
    place, last = old_size - 1, size - 1
    while place & 1:
        place >>= 1
        last >>= 1
    path = list(proof) if place else [old_root, *proof]
    left: list[bytes] = []
    for item in path[1:]:
        if place & 1 or place == last:
            left.append(item)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        place >>= 1
        last >>= 1
    try:
        tree = CompactRange(old_size, [*reversed(left), path[0]])
    except ValueError:
        raise IntegrityFault("merkle.prova_invalida", motivo="forma") from None
    if tree.root() != old_root:
        raise IntegrityFault("merkle.prova_invalida", motivo="raiz")
    return tree
