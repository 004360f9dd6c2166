"""The die of the story falls the same way every time, and evenly."""

from __future__ import annotations

from collections import Counter

import pytest

from app.bootstrap.demonstracao.dado import Dado


def test_the_same_name_is_the_same_story() -> None:
    one, again, other = Dado("a"), Dado("a"), Dado("b")
    rolled = [one.ate(1000) for _ in range(50)]
    assert rolled == [again.ate(1000) for _ in range(50)]
    assert rolled != [other.ate(1000) for _ in range(50)]


def test_every_side_comes_about_as_often() -> None:
    die = Dado("lados")
    counts = Counter(die.escolher("abcdef") for _ in range(6000))
    assert set(counts) == set("abcdef")
    assert max(counts.values()) < 1.2 * min(counts.values())


@pytest.mark.parametrize("por_cento", [0, 30, 100])
def test_a_chance_is_met_that_often(por_cento: int) -> None:
    die = Dado("chance")
    met = sum(die.chance(por_cento) for _ in range(4000))
    assert abs(met / 40 - por_cento) < 3


def test_a_fraction_is_below_one() -> None:
    die = Dado("fracao")
    found = [die.fracao() for _ in range(1000)]
    assert min(found) >= 0
    assert max(found) < 1
