"""RFC 6962 Merkle trees over event hashes: roots, compact ranges, proofs.

A leaf hash is an event's hash. Proofs are bounded to ``MAX_PROOF`` hashes and are checked
against the size as well, so that no inner node passes for a leaf.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from core.kernel.errors import IntegrityFault

HASH_BYTES: Final = 32
MAX_PROOF: Final = 63
EMPTY_ROOT: Final = sha256(b"").digest()
_NODE: Final = sha256(b"\x01")


def leaf(data: bytes) -> bytes:
    """SHA-256(0x00 || data); for header bytes this is the event hash."""
    return sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 || left || right)."""
    state = _NODE.copy()
    state.update(left + right)
    return state.digest()


class CompactRange:
    """The full subtrees of a growing tree: enough to append and to name the root.

    Args:
        size: number of leaves.
        subtrees: roots of the full subtrees, largest first: one per set bit of ``size``.
    """

    __slots__ = ("_subtrees", "size")

    def __init__(self, size: int = 0, subtrees: Sequence[bytes] = ()) -> None:
        if size < 0 or len(subtrees) != size.bit_count():
            raise ValueError(f"{len(subtrees)} subtrees do not make {size} leaves")
        self.size = size
        self._subtrees = list(subtrees)

    @classmethod
    def from_bytes(cls, size: int, raw: bytes) -> CompactRange:
        """Read what ``to_bytes`` wrote for a tree of ``size`` leaves.

        Raises:
            ValueError: ``raw`` cannot belong to that size.
        """
        if len(raw) % HASH_BYTES:
            raise ValueError(f"{len(raw)} bytes are no list of hashes")
        return cls(size, [raw[i : i + HASH_BYTES] for i in range(0, len(raw), HASH_BYTES)])

    def to_bytes(self) -> bytes:
        """The subtree roots one after the other, largest first, 32 bytes each."""
        return b"".join(self._subtrees)

    def append(self, leaf_hash: bytes) -> None:
        """Add a leaf: one hash on average."""
        self.extend((leaf_hash,))

    def extend(self, leaf_hashes: Iterable[bytes]) -> None:
        """Add leaves, one after the other."""
        subtrees, size, fresh = self._subtrees, self.size, _NODE.copy
        pop, push = subtrees.pop, subtrees.append
        for leaf_hash in leaf_hashes:
            top, rest = leaf_hash, size
            while rest & 1:
                state = fresh()
                state.update(pop() + top)
                top = state.digest()
                rest >>= 1
            push(top)
            size += 1
        self.size = size

    def copy(self) -> CompactRange:
        """An independent range of the same tree."""
        return CompactRange(self.size, self._subtrees)

    def root(self) -> bytes:
        """The root: SHA-256 of nothing for no leaves."""
        if not self._subtrees:
            return EMPTY_ROOT
        found = self._subtrees[-1]
        for subtree in self._subtrees[-2::-1]:
            found = node(subtree, found)
        return found


def root(leaf_hashes: Iterable[bytes]) -> bytes:
    """The root over leaf hashes, in O(log n) memory."""
    tree = CompactRange()
    for leaf_hash in leaf_hashes:
        tree.append(leaf_hash)
    return tree.root()


def _split(size: int) -> int:
    """The largest power of two below ``size`` (at least 2)."""
    return 1 << ((size - 1).bit_length() - 1)


def inclusion_proof(leaf_hashes: Sequence[bytes], index: int) -> list[bytes]:
    """The audit path of leaf ``index``, from the leaf up (RFC 6962 2.1.1).

    Raises:
        ValueError: no such leaf.
    """
    if not 0 <= index < len(leaf_hashes):
        raise ValueError(f"no leaf {index} in a tree of {len(leaf_hashes)}")
    low, high = 0, len(leaf_hashes)
    path: list[bytes] = []
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            path.append(root(leaf_hashes[middle:high]))
            high = middle
        else:
            path.append(root(leaf_hashes[low:middle]))
            low = middle
    return path[::-1]


def consistency_proof(leaf_hashes: Sequence[bytes], old_size: int) -> list[bytes]:
    """Proof that the tree of the first ``old_size`` leaves is its prefix (RFC 6962 2.1.2).

    Raises:
        ValueError: ``old_size`` below 1 or beyond the tree.
    """
    if not 1 <= old_size <= len(leaf_hashes):
        raise ValueError(f"no prefix of {old_size} in a tree of {len(leaf_hashes)}")
    low, high = 0, len(leaf_hashes)
    is_whole = True  # the old tree is a whole subtree of what has been walked
    path: list[bytes] = []
    while high != old_size:
        middle = low + _split(high - low)
        if old_size <= middle:
            path.append(root(leaf_hashes[middle:high]))
            high = middle
        else:
            path.append(root(leaf_hashes[low:middle]))
            low = middle
            is_whole = False
    if not is_whole:
        path.append(root(leaf_hashes[low:high]))
    return path[::-1]


def _refuse(motivo: str) -> IntegrityFault:
    return IntegrityFault("merkle.prova_invalida", motivo=motivo)


def _check_proof(proof: Sequence[bytes]) -> None:
    if len(proof) > MAX_PROOF or any(len(item) != HASH_BYTES for item in proof):
        raise _refuse("forma")


def verify_inclusion(
    leaf_hash: bytes, index: int, size: int, proof: Sequence[bytes], expected_root: bytes
) -> None:
    """Check that ``leaf_hash`` is leaf ``index`` of the tree (RFC 9162 2.1.3.2).

    Raises:
        IntegrityFault: ``merkle.prova_invalida``.
    """
    _check_proof(proof)
    if not 0 <= index < size:
        raise _refuse("indice")
    place, last, found = index, size - 1, leaf_hash
    for item in proof:
        if last == 0:
            raise _refuse("comprimento")
        if place & 1 or place == last:
            found = node(item, found)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        else:
            found = node(found, item)
        place >>= 1
        last >>= 1
    if last != 0:
        raise _refuse("comprimento")
    if found != expected_root:
        raise _refuse("raiz")


def verify_consistency(
    old_size: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]
) -> None:
    """Check that the old tree is a prefix of the new one (RFC 9162 2.1.4.2).

    An empty old tree is a prefix of everything, with an empty proof.

    Raises:
        IntegrityFault: ``merkle.prova_invalida``.
    """
    _check_proof(proof)
    if not 0 <= old_size <= size:
        raise _refuse("indice")
    if size == 0 and new_root != EMPTY_ROOT:
        raise _refuse("raiz")
    if old_size in (0, size):
        if proof:
            raise _refuse("comprimento")
        if old_root != (EMPTY_ROOT if old_size == 0 else new_root):
            raise _refuse("raiz")
        return
    _verify_proper_prefix(old_size, old_root, size, new_root, proof)


def _verify_proper_prefix(
    old_size: int, old_root: bytes, size: int, new_root: bytes, proof: Sequence[bytes]
) -> None:
    place, last = old_size - 1, size - 1
    while place & 1:
        place >>= 1
        last >>= 1
    path = list(proof) if place else [old_root, *proof]
    if not path:
        raise _refuse("comprimento")
    old_found = new_found = path[0]
    for item in path[1:]:
        if last == 0:
            raise _refuse("comprimento")
        if place & 1 or place == last:
            old_found = node(item, old_found)
            new_found = node(item, new_found)
            while not place & 1 and place:
                place >>= 1
                last >>= 1
        else:
            new_found = node(new_found, item)
        place >>= 1
        last >>= 1
    if last != 0:
        raise _refuse("comprimento")
    if old_found != old_root or new_found != new_root:
        raise _refuse("raiz")
