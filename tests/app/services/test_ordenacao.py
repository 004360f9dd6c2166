"""Pieces of an order give the order that one sort gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services import ordenacao
from app.services.ordenacao import em_ordem


@given(values=st.lists(st.integers(0, 9), max_size=40), is_descending=st.booleans())
def test_pieces_give_the_order_that_one_sort_gives(
    values: list[int], *, is_descending: bool
) -> None:
    rows = list(enumerate(values))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ordenacao, "PIECE", 7)
        found = em_ordem(rows, lambda row: row[1], is_descendente=is_descending)
    assert found == sorted(rows, key=lambda row: row[1], reverse=is_descending)
