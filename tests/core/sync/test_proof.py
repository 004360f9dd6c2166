"""Consistency files, with the published answers of the RFC 6962 test tree, and their frontier."""

from __future__ import annotations

import base64

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.kernel.errors import IntegrityFault
from core.kernel.merkle import CompactRange, consistency_proof, leaf, root, verify_consistency
from core.sync.proof import encode_lines, parse_lines, resume

# Certificate Transparency's own test tree: the eight leaves and answers that its implementations share.
LEAVES = [
    leaf(bytes.fromhex(text))
    for text in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
PUBLISHED_ROOT = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
PUBLISHED = {
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}


@pytest.mark.parametrize(("sizes", "answer"), PUBLISHED.items())
def test_the_published_proofs(sizes: tuple[int, int], answer: list[str]) -> None:
    old, new = sizes
    assert root(LEAVES).hex() == PUBLISHED_ROOT
    assert [item.hex() for item in consistency_proof(LEAVES[:new], old)] == answer
    proof = [bytes.fromhex(item) for item in answer]
    verify_consistency(old, root(LEAVES[:old]), new, root(LEAVES[:new]), proof)


@pytest.mark.parametrize("size", range(2, 40))
def test_the_old_tree_is_told_by_the_proof(size: int) -> None:
    leaves = [leaf(bytes([n])) for n in range(size)]
    for old in range(1, size):
        tree = resume(old, root(leaves[:old]), size, root(leaves), consistency_proof(leaves, old))
        expected = CompactRange()
        expected.extend(leaves[:old])
        assert tree.to_bytes() == expected.to_bytes()
        tree.extend(leaves[old:])
        assert tree.root() == root(leaves)


MUTATIONS = (
    "truncated",
    "extended",
    "flipped",
    "old root",
    "new root",
    "swapped",
    "sizes",
    "empty",
)


@pytest.mark.parametrize("what", MUTATIONS)
@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 3), (3, 4), (3, 8), (4, 8), (6, 8), (7, 8)])
def test_every_mutation_of_a_proof_is_refused(what: str, old: int, new: int) -> None:
    before, after = root(LEAVES[:old]), root(LEAVES[:new])
    proof = consistency_proof(LEAVES[:new], old)
    first, last = old, new
    if what == "truncated":
        proof = proof[:-1]
    elif what == "extended":
        proof = [*proof, proof[-1]]
    elif what == "flipped":
        proof = [bytes([proof[0][0] ^ 1]) + proof[0][1:], *proof[1:]]
    elif what == "old root":
        before = after
    elif what == "new root":
        after = before
    elif what == "swapped":
        before, after = after, before
    elif what == "sizes":
        first, last = new, old
    else:
        proof = []
    with pytest.raises(IntegrityFault):
        resume(first, before, last, after, proof)


@given(st.binary(max_size=200))
@example(b"\n")
@example(base64.b64encode(bytes(32)))
@example((base64.b64encode(bytes(32)) + b"\n") * 65)
def test_any_bytes_are_lines_or_none(raw: bytes) -> None:
    lines = parse_lines(raw)
    assert lines is None or encode_lines(lines) == raw


@given(
    st.integers(1, 2**53),
    st.integers(1, 2**53),
    st.lists(st.binary(min_size=32, max_size=32), max_size=63),
)
def test_any_proof_is_refused_in_bounded_time(old: int, size: int, proof: list[bytes]) -> None:
    with pytest.raises(IntegrityFault):
        resume(old, bytes(32), size, bytes([1]) * 32, proof)
