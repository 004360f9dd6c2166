"""No signature over a tree that contradicts what was signed, or what is stored."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel import merkle
from core.kernel.errors import IntegrityFault
from core.kernel.identity.checkpoint import (
    EMPTY_HEAD,
    TreeHead,
    decide_from_leaves,
    decide_from_proof,
)
from core.kernel.identity.note import Checkpoint

ORIGIN = "01234567/00112233445566778899aabbccddeeff/e0"


def leaves_of(count: int, salt: bytes = b"") -> list[bytes]:
    return [merkle.leaf(salt + str(index).encode()) for index in range(count)]


def range_of(leaves: list[bytes]) -> merkle.CompactRange:
    tree = merkle.CompactRange()
    for leaf in leaves:
        tree.append(leaf)
    return tree


def head_of(leaves: list[bytes]) -> TreeHead:
    return TreeHead(len(leaves), merkle.root(leaves))


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(IntegrityFault) as fault:
        call()
    return fault.value.code


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_grown_log_may_be_signed(one: int, other: int) -> None:
    old, new = sorted((one, other))
    leaves = leaves_of(new)
    expected = Checkpoint(ORIGIN, new, merkle.root(leaves))
    last = head_of(leaves[:old])
    assert decide_from_leaves(ORIGIN, range_of(leaves), iter(leaves), last) == expected
    proof = merkle.consistency_proof(leaves, old) if 0 < old < new else []
    assert decide_from_proof(ORIGIN, range_of(leaves), head_of(leaves), last, proof) == expected


@pytest.mark.parametrize("count", [0, 1, 5])
def test_the_first_checkpoint_of_a_feed(count: int) -> None:
    leaves = leaves_of(count)
    expected = Checkpoint(ORIGIN, count, merkle.root(leaves))
    assert decide_from_leaves(ORIGIN, range_of(leaves), leaves, None) == expected
    assert decide_from_proof(ORIGIN, range_of(leaves), head_of(leaves), None, []) == expected


@given(st.integers(1, 40), st.data())
def test_a_flipped_bit_in_any_stored_event_stops_the_signature(
    count: int, data: st.DataObject
) -> None:
    leaves = leaves_of(count)
    frontier = range_of(leaves)
    place = data.draw(st.integers(0, count - 1))
    last = head_of(leaves[: data.draw(st.integers(0, count - 1))])
    leaves[place] = merkle.leaf(b"flipped")
    codes = {"ponto.folhas_divergem", "ponto.conflito"}
    assert code_of(lambda: decide_from_leaves(ORIGIN, frontier, leaves, last)) in codes
    assert code_of(lambda: decide_from_proof(ORIGIN, frontier, head_of(leaves), last, [])) == (
        "ponto.folhas_divergem"
    )


@given(st.integers(1, 40), st.data())
def test_another_history_of_the_signed_part_is_refused(count: int, data: st.DataObject) -> None:
    """Frontier and leaves agree with each other, and not with what was signed."""
    leaves = leaves_of(count)
    signed = data.draw(st.integers(1, count))
    last = head_of(leaves_of(signed, b"other"))
    assert code_of(lambda: decide_from_leaves(ORIGIN, range_of(leaves), leaves, last)) == (
        "ponto.conflito"
    )
    proof = merkle.consistency_proof(leaves, signed) if signed < count else []
    assert (
        code_of(lambda: decide_from_proof(ORIGIN, range_of(leaves), head_of(leaves), last, proof))
        == "ponto.conflito"
    )


def test_a_log_shorter_than_what_was_signed_is_refused() -> None:
    leaves = leaves_of(6)
    short = leaves[:4]
    with pytest.raises(IntegrityFault) as fault:
        decide_from_leaves(ORIGIN, range_of(short), short, head_of(leaves))
    assert fault.value.code == "ponto.recuo"
    assert fault.value.params == {"tamanho": 4, "assinado": 6}
    assert code_of(
        lambda: decide_from_proof(ORIGIN, range_of(short), head_of(short), head_of(leaves), [])
    ) == ("ponto.recuo")


@pytest.mark.parametrize("read", [0, 3, 5, 9])
def test_more_or_fewer_leaves_than_the_frontier_counts(read: int) -> None:
    frontier = range_of(leaves_of(4))
    assert code_of(lambda: decide_from_leaves(ORIGIN, frontier, leaves_of(read), None)) == (
        "ponto.folhas_divergem"
    )


def test_leaves_are_read_no_further_than_one_too_many() -> None:
    frontier = range_of(leaves_of(2))
    endless = iter(leaves_of(100))
    with pytest.raises(IntegrityFault):
        decide_from_leaves(ORIGIN, frontier, endless, None)
    assert len(list(endless)) == 97


def test_the_repeated_last_leaf_is_another_tree() -> None:
    """CVE-2012-2459: [a, b, c] and [a, b, c, c] must not look the same."""
    three = leaves_of(3)
    four = [*three, three[-1]]
    assert code_of(lambda: decide_from_leaves(ORIGIN, range_of(three), four, None)) == (
        "ponto.folhas_divergem"
    )


def test_a_bad_proof_is_no_proof() -> None:
    leaves = leaves_of(7)
    good = merkle.consistency_proof(leaves, 3)
    for proof in ([], good[:-1], [*good, good[0]], [bytes(32), *good[1:]], [b"", *good[1:]]):
        decide = partial(decide_from_proof, ORIGIN, range_of(leaves), head_of(leaves))
        assert code_of(partial(decide, head_of(leaves[:3]), proof)) == "ponto.conflito"


def test_the_empty_head() -> None:
    assert TreeHead(0, merkle.root([])) == EMPTY_HEAD
