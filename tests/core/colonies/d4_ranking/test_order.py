"""The order in memory equals a sorted list, whatever was done to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from core.colonies.d4_ranking import order
from core.colonies.d4_ranking.order import Chave, Ordem, Previa, chave
from tests.support.office import demanda

KEYS = st.tuples(st.integers(0, 40), st.integers(1, 30)).map(
    lambda pair: chave(pair[0] / 4, demanda(pair[1]))
)


class Against(RuleBasedStateMachine):
    """An order beside a plain sorted list; blocks are made small, so that they are cut often."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: set[Chave] = set()
        self.order = Ordem()

    @rule(key=KEYS)
    def add(self, key: Chave) -> None:
        self.keys.add(key)
        self.order.add(key)

    @rule(key=KEYS)
    def remove(self, key: Chave) -> None:
        self.keys.discard(key)
        self.order.remove(key)

    @rule()
    def reload(self) -> None:
        self.order = Ordem(sorted(self.keys, reverse=True))

    @invariant()
    def equals_a_sorted_list(self) -> None:
        expected = sorted(self.keys)
        assert list(self.order) == expected
        assert len(self.order) == len(expected)
        assert self.order.first() == (expected[0] if expected else None)
        for score in (0, 5, 10):
            probe = chave(score, demanda(15))
            assert self.order.before(probe) == sum(key < probe for key in expected)
            assert (probe in self.order) == (probe in self.keys)
        assert [self.order.before(key) for key in expected] == list(range(len(expected)))


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> object:
    before, order.BLOCK = order.BLOCK, 3  # type: ignore[misc] # a test's own size
    yield
    order.BLOCK = before  # type: ignore[misc] # as it was


TestAgainst = Against.TestCase


@given(
    present=st.dictionaries(st.integers(1, 20), st.integers(0, 40), max_size=20),
    moves=st.dictionaries(st.integers(1, 24), st.none() | st.integers(0, 40), max_size=12),
    count=st.integers(0, 12),
)
def test_a_preview_tells_what_the_moves_will_make_of_it(
    present: dict[int, int], moves: dict[int, int | None], count: int
) -> None:
    ordem = Ordem(chave(score, demanda(n)) for n, score in present.items())
    before, ahead, after = list(ordem), Previa(ordem), dict(present)
    for n, score in moves.items():
        old = chave(present[n], demanda(n)) if n in present else None
        ahead.move(old, None if score is None else chave(score, demanda(n)))
        after.pop(n, None)
        if score is not None:
            after[n] = score
    expected = sorted(chave(score, demanda(n)) for n, score in after.items())
    assert len(ahead) == len(expected)
    assert ahead.top(count) == expected[:count]
    for place, key in enumerate(expected, 1):
        assert ahead.position(key) == place
    assert list(ordem) == before


def test_one_insertion_touches_one_block() -> None:
    """Work, not time: the other blocks are the very same lists, of the same length."""
    ordem = Ordem(chave(score, demanda(1)) for score in range(100_000))
    before = [(id(block), len(block)) for block in ordem._blocks]
    ordem.add(chave(50_000, demanda(2)))
    after = [(id(block), len(block)) for block in ordem._blocks]
    changed = [place for place, pair in enumerate(before) if after[place] != pair]
    assert len(changed) <= 2
