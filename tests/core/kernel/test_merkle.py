from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.errors import IntegrityFault
from core.kernel.merkle import (
    EMPTY_ROOT,
    MAX_PROOF,
    CompactRange,
    consistency_proof,
    inclusion_proof,
    leaf,
    node,
    root,
    verify_consistency,
    verify_inclusion,
)

OTHER = leaf(b"other")
LEAVES = [leaf(b"%d" % number) for number in range(70)]


def naive_root(leaves: list[bytes]) -> bytes:
    """RFC 6962 2.1, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:])).digest()


ROOTS = [naive_root(LEAVES[:size]) for size in range(71)]


def test_hashes_are_domain_separated() -> None:
    assert leaf(b"x") == hashlib.sha256(b"\x00x").digest()
    assert node(b"l" * 32, b"r" * 32) == hashlib.sha256(b"\x01" + b"l" * 32 + b"r" * 32).digest()
    left, right = LEAVES[:2]
    assert leaf(left + right) != node(left, right)  # an inner node is no leaf


def test_the_published_root_of_the_rfc_test_tree() -> None:
    # Certificate Transparency's reference tree of eight entries.
    inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
    inputs.append("606162636465666768696a6b6c6d6e6f")
    expected = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    assert root(leaf(bytes.fromhex(text)) for text in inputs).hex() == expected


@pytest.mark.parametrize("size", range(71))
def test_roots_of_every_size(size: int) -> None:
    tree = CompactRange()
    for leaf_hash in LEAVES[:size]:
        tree.append(leaf_hash)
    assert tree.size == size
    assert tree.root() == root(LEAVES[:size]) == ROOTS[size]
    read = CompactRange.from_bytes(size, tree.to_bytes())
    assert read.root() == ROOTS[size]
    read.append(LEAVES[0])
    assert tree.root() == ROOTS[size]


@pytest.mark.parametrize("before", [0, 1, 5, 8])
def test_many_leaves_at_once_are_the_same_tree(before: int) -> None:
    leaves = [leaf(bytes([n])) for n in range(30)]
    one_by_one, at_once = CompactRange(), CompactRange()
    for leaf_hash in leaves[:before]:
        at_once.append(leaf_hash)
    for leaf_hash in leaves:
        one_by_one.append(leaf_hash)
    at_once.extend(leaves[before:])
    assert (at_once.size, at_once.to_bytes()) == (30, one_by_one.to_bytes())


def test_a_copy_is_independent() -> None:
    tree = CompactRange()
    tree.append(LEAVES[0])
    other = tree.copy()
    other.append(LEAVES[1])
    assert (tree.root(), other.root()) == (ROOTS[1], ROOTS[2])


@pytest.mark.parametrize(
    ("size", "raw"), [(0, b"x" * 32), (3, b"x" * 32), (1, b"x" * 31), (1, b""), (-1, b"x" * 32)]
)
def test_a_range_of_another_size_is_refused(size: int, raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"leaves|hashes"):
        CompactRange.from_bytes(size, raw)


def test_repeating_leaves_changes_the_root() -> None:
    # CVE-2012-2459: a tree that pads by repetition cannot tell these lists apart.
    for size in range(1, 33):
        leaves = LEAVES[:size]
        for repeated in range(1, size + 1):
            assert root(leaves + leaves[-repeated:]) != ROOTS[size]


@pytest.mark.parametrize("size", range(1, 71))
def test_inclusion_of_every_leaf(size: int) -> None:
    for index in range(size):
        proof = inclusion_proof(LEAVES[:size], index)
        verify_inclusion(LEAVES[index], index, size, proof, ROOTS[size])
        for other in {index - 1, index + 1, size} - {index}:
            with pytest.raises(IntegrityFault):
                verify_inclusion(LEAVES[index], other, size, proof, ROOTS[size])
        with pytest.raises(IntegrityFault):
            verify_inclusion(LEAVES[index], index, size, [*proof, LEAVES[0]], ROOTS[size])
        if proof:
            with pytest.raises(IntegrityFault):
                verify_inclusion(LEAVES[index], index, size, proof[:-1], ROOTS[size])
            with pytest.raises(IntegrityFault):
                verify_inclusion(LEAVES[index], index, size, [OTHER, *proof[1:]], ROOTS[size])


def test_an_inner_node_does_not_pass_for_a_leaf() -> None:
    for size in range(2, 40):
        inner = node(LEAVES[0], LEAVES[1])
        shorter = inclusion_proof(LEAVES[:size], 0)[1:]
        for index in range(size):
            with pytest.raises(IntegrityFault):
                verify_inclusion(inner, index, size, shorter, ROOTS[size])


@pytest.mark.parametrize("size", range(1, 71))
def test_consistency_of_every_prefix(size: int) -> None:
    for old in range(1, size + 1):
        proof = consistency_proof(LEAVES[:size], old)
        verify_consistency(old, ROOTS[old], size, ROOTS[size], proof)
        with pytest.raises(IntegrityFault):
            verify_consistency(old, OTHER, size, ROOTS[size], proof)
        with pytest.raises(IntegrityFault):
            verify_consistency(old, ROOTS[old], size, OTHER, proof)
        with pytest.raises(IntegrityFault):
            verify_consistency(old, ROOTS[old], size, ROOTS[size], [*proof, LEAVES[0]])
        if proof:
            with pytest.raises(IntegrityFault):
                verify_consistency(old, ROOTS[old], size, ROOTS[size], proof[:-1])


def test_a_rewritten_history_is_inconsistent() -> None:
    forged = [*LEAVES[:4], leaf(b"forged"), *LEAVES[5:20]]
    with pytest.raises(IntegrityFault):
        verify_consistency(9, ROOTS[9], 20, root(forged), consistency_proof(forged, 9))


def test_the_empty_tree_is_a_prefix_of_everything() -> None:
    for size in (0, 1, 5):
        verify_consistency(0, EMPTY_ROOT, size, ROOTS[size], [])
    for old_root, size, new_root, proof in [
        (ROOTS[1], 5, ROOTS[5], []),
        (EMPTY_ROOT, 5, ROOTS[5], [LEAVES[0]]),
        (EMPTY_ROOT, 0, ROOTS[5], []),
    ]:
        with pytest.raises(IntegrityFault):
            verify_consistency(0, old_root, size, new_root, proof)


def test_proofs_are_bounded() -> None:
    for proof in ([LEAVES[0]] * (MAX_PROOF + 1), [b"short"]):
        with pytest.raises(IntegrityFault, match="forma"):
            verify_inclusion(LEAVES[0], 0, 2**62, proof, ROOTS[1])
        with pytest.raises(IntegrityFault, match="forma"):
            verify_consistency(1, ROOTS[1], 2**62, ROOTS[2], proof)
    for old, size in ((3, 2), (-1, 2)):
        with pytest.raises(IntegrityFault, match="indice"):
            verify_consistency(old, ROOTS[1], size, ROOTS[2], [])
    with pytest.raises(IntegrityFault, match="comprimento"):
        verify_consistency(2, ROOTS[2], 2**53, ROOTS[3], [])
    with pytest.raises(IntegrityFault, match="comprimento"):
        verify_consistency(3, ROOTS[3], 2**53, ROOTS[4], [])


def test_proofs_of_what_is_not_there_are_not_made() -> None:
    for index in (-1, 3):
        with pytest.raises(ValueError, match="no leaf"):
            inclusion_proof(LEAVES[:3], index)
    for old in (0, 4):
        with pytest.raises(ValueError, match="no prefix"):
            consistency_proof(LEAVES[:3], old)


@given(st.lists(st.binary(max_size=4), min_size=1, max_size=40), st.data())
def test_hash_chain_and_tree_follow_every_byte(events: list[bytes], data: st.DataObject) -> None:
    place = data.draw(st.integers(min_value=0, max_value=len(events) - 1))
    changed = list(events)
    changed[place] = data.draw(st.binary(max_size=4).filter(lambda raw: raw != events[place]))
    heads, other_heads = chained(events), chained(changed)
    assert heads[:place] == other_heads[:place]
    assert all(a != b for a, b in zip(heads[place:], other_heads[place:], strict=True))
    assert root(heads) != root(other_heads)
    assert all(a != b for a, b in pairwise(heads))


def chained(events: list[bytes]) -> list[bytes]:
    heads: list[bytes] = []
    for event in events:
        heads.append(leaf((heads[-1] if heads else b"") + event))
    return heads
