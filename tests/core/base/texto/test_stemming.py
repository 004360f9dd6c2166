from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.stemming import stem


@pytest.mark.parametrize(
    "family",
    [
        ("buraco", "buracos", "buracao", "buraquinho"),
        ("queimada", "queimado", "queimou", "queimar", "queimadas"),
        ("iluminacao", "iluminar", "iluminada"),
        ("calcada", "calcadas"),
        ("canal", "canais"),
        ("praca", "pracas", "pracinha"),
        ("luz", "luzes"),
    ],
)
def test_inflections_meet(family: tuple[str, ...]) -> None:
    assert len({stem(word) for word in family}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("calcada", "calcamento"), ("poste", "posto"), ("lixo", "lixeira")]
)
def test_different_things_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.text(alphabet="abcdefghijlmnopqrstuvxz", min_size=1, max_size=20))
def test_a_stem_is_never_empty_nor_longer(word: str) -> None:
    assert 0 < len(stem(word)) <= len(word)
