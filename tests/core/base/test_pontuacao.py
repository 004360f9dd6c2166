"""The formula: exact decimals, half-up, as a calculator has it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.parametros.conjunto import PADRAO, decimal_of, number_of
from core.base.pontuacao import Pontuacao, pontuar, score_final
from tests.support.office import unidade


@pytest.mark.parametrize(
    ("nacional", "situacional", "horizontal", "score"),
    [
        ("100", "0.85", 95, "8075.00"),
        ("100", "1", 100, "10000.00"),
        ("60", "0.75", 85, "3825.00"),
        ("999.99", "1", 100, "99999.00"),
        ("20", "0", 90, "0.00"),
        ("100", "1", 0, "0.00"),
        # Half a cent goes up, where floats have 0.285 and 1.005 just below.
        ("0.57", "0.5", 1, "0.29"),
        ("2.01", "0.5", 1, "1.01"),
        ("0.01", "0.5", 1, "0.01"),
        # Four places of the situational weight before the product, also half-up.
        ("100", "0.00005", 100, "1.00"),
        ("100", "0.00004999", 100, "0.00"),
    ],
)
def test_known_scores(nacional: str, situacional: str, horizontal: int, score: str) -> None:
    found = score_final(Decimal(nacional), Decimal(situacional), horizontal)
    assert str(found) == score


@given(st.integers(1, 99_999), st.integers(0, 10_000), st.integers(0, 100))
def test_it_is_the_exact_product_rounded_half_up(cents: int, tenths: int, horizontal: int) -> None:
    exact = Fraction(cents, 100) * Fraction(tenths, 10_000) * horizontal
    expected = (exact * 100 + Fraction(1, 2)).__floor__()
    found = score_final(Decimal(cents) / 100, Decimal(tenths) / 10_000, horizontal)
    assert found * 100 == expected
    assert decimal_of(number_of(found)) == found


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_scores_as_numbers_of_the_wire_keep_their_order(one: int, two: int) -> None:
    """Two scores compare as floats as they do as decimals (G-086)."""
    assert (number_of(Decimal(one) / 100) < number_of(Decimal(two) / 100)) == (one < two)


def test_a_score_names_its_factors_and_its_set() -> None:
    own = replace(PADRAO, versao="v2", pesos_situacionais={unidade(1): {1: Decimal("0.85")}})
    assert pontuar(own, unidade(1), 1, 95) == Pontuacao(
        Decimal(8075), Decimal(100), Decimal("0.85"), 95, "v2"
    )
    assert pontuar(own, unidade(2), 1, 95).score_final == 9500
    with pytest.raises(KeyError):
        pontuar(own, unidade(1), 0, 95)
