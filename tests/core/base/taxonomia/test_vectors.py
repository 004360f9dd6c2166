from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.vectors import KIND_WEIGHTS, vector

DICTIONARY = Dictionary("dicionario-0", {"3.1.1": ["buraco"]})


def test_an_empty_text_is_an_empty_vector() -> None:
    assert vector("😡 123", DICTIONARY).values == {}


def test_saying_it_twice_says_no_more() -> None:
    once = vector("buraco", DICTIONARY)
    twice = vector("buraco. buraco.", DICTIONARY)
    assert once.values == twice.values


@given(st.text(max_size=300))
def test_every_kind_has_its_fixed_length(text: str) -> None:
    seen = vector(text, DICTIONARY)
    for kind, weight in KIND_WEIGHTS.items():
        squares = [value**2 for name, value in seen.values.items() if name.startswith(kind)]
        assert not squares or math.isclose(math.fsum(squares), weight**2)
    assert seen.values.keys() == seen.words.keys()
