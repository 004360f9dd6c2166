"""How columns share a width: words give way, then the last leave, and what is to spare is used."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from widgets.runtime.column_room import Claim, shared

WORDS = Claim(0, 200, 120, may_leave=False, may_grow=True)
CODE = Claim(1, 100, 100, may_leave=True, may_grow=False)
MORE = Claim(2, 100, 60, may_leave=True, may_grow=True)


def test_words_give_way_in_proportion_and_figures_keep_theirs() -> None:
    assert shared((WORDS, CODE, MORE), 400) == {0: 200, 1: 100, 2: 100}
    assert shared((WORDS, CODE, MORE), 340) == {0: 160, 1: 100, 2: 80}
    assert shared((WORDS, CODE, MORE), 280) == {0: 120, 1: 100, 2: 60}


def test_the_last_that_may_leaves_first() -> None:
    assert shared((WORDS, CODE, MORE), 279) == {0: 179, 1: 100}
    kept = Claim(2, 100, 60, may_leave=False, may_grow=True)
    assert shared((WORDS, CODE, kept), 240) == {0: 160, 2: 80}
    assert shared((WORDS, CODE, MORE), 90) == {0: 200}, "what must stay and does not fit is not cut"


def test_what_is_to_spare_goes_to_words_up_to_a_limit() -> None:
    assert shared((WORDS, CODE, MORE), 490) == {0: 260, 1: 100, 2: 130}
    assert shared((WORDS, CODE, MORE), 5_000) == {0: 350, 1: 100, 2: 175}


@given(
    st.lists(st.tuples(st.integers(40, 300), st.floats(0.4, 1)), min_size=1, max_size=8),
    st.integers(1, 2_000),
)
def test_a_list_never_scrolls_while_somebody_can_make_room(
    columns: list[tuple[int, float]], room: int
) -> None:
    claims = [
        Claim(at, wished, round(wished * share), may_leave=at > 0, may_grow=share < 1)
        for at, (wished, share) in enumerate(columns)
    ]
    widths = shared(claims, room)
    assert 0 in widths
    assert sum(widths.values()) <= room or widths == {0: claims[0].wished_px}
    assert all(widths[at] >= claims[at].least_px for at in widths)
