"""Spans of time as the panel says them."""

from __future__ import annotations

from datetime import date

import pytest

from app.services.painel import FAIXAS_DE_DIAS, SemanaDoPainel, Tempo
from widgets.painel import words

DAY = 86_400


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (None, "—"),
        (5, "1 min"),
        (2_400, "40 min"),
        (7 * 3_600, "7 h"),
        (DAY, "1 dia"),
        (round(3.5 * DAY), "3,5 dias"),
        (4 * DAY, "4 dias"),
        (42 * DAY + 3_600, "42 dias"),
    ],
)
def test_a_span_is_as_fine_as_it_is_useful(seconds: int | None, expected: str) -> None:
    assert words.span(seconds) == expected


def test_a_median_is_told_with_the_ninth_tenth() -> None:
    none = Tempo(0, None, None, ())
    assert words.told(none) == "nenhuma ainda"
    some = Tempo(1_204, 3 * DAY, 12 * DAY, ())
    assert words.told(some) == "9 em cada 10 em até 12 dias · 1.204 demandas"


def test_every_span_of_days_has_a_name() -> None:
    names = words.day_spans()
    assert len(names) == len(FAIXAS_DE_DIAS) + 1
    assert (names[0], names[1], names[-1]) == ("até 1", "2–3", "180+")
    assert words.week(SemanaDoPainel(date(2026, 11, 23), 1, 0)) == "23/11"
    assert words.share(12, 1_030) == "12 de 1.030"
