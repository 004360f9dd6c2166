"""Days that a text names."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.folding import fold
from core.colonies.d6b_relatoria.rules.datas import Side, first_day

# A Thursday.
HOJE = date(2026, 5, 28)


@pytest.mark.parametrize(
    ("text", "side", "day"),
    [
        ("dia 12/06/2026", "depois", "2026-06-12"),
        ("dia 12/06/26", "depois", "2026-06-12"),
        ("dia 12/06", "depois", "2026-06-12"),
        ("dia 12/06", "antes", "2025-06-12"),
        ("dia 12/02", "depois", "2027-02-12"),
        ("2026-06-01", "depois", "2026-06-01"),
        ("1º de julho", "depois", "2026-07-01"),
        ("primeiro de março de 2027", "depois", "2027-03-01"),
        ("hoje", "antes", "2026-05-28"),
        ("anteontem", "antes", "2026-05-26"),
        ("depois de amanhã", "depois", "2026-05-30"),
        ("em dez dias", "depois", "2026-06-07"),
        ("daqui a 2 semanas", "depois", "2026-06-11"),
        ("dentro de um mês", "depois", "2026-06-28"),
        ("há três dias", "antes", "2026-05-25"),
        ("na sexta-feira", "depois", "2026-05-29"),
        ("na quinta", "depois", "2026-06-04"),
        ("na quinta", "antes", "2026-05-21"),
        ("até o fim do mês", "depois", "2026-05-31"),
        ("ontem não deu, prazo amanhã", "depois", "2026-05-29"),
        ("31/02/2027", "depois", None),
        ("12/06/2025", "depois", None),
        ("processo 12/06/2026/7", "depois", None),
        ("nada", "antes", None),
        ("em 0 meses 30/13", "depois", "2026-05-28"),
    ],
)
def test_a_day_is_read(text: str, side: Side, day: str | None) -> None:
    found = first_day(fold(text), HOJE, side)
    assert (None if found is None else found.isoformat()) == day


def test_a_month_from_its_last_day_ends_at_the_next_months_last() -> None:
    assert first_day("em um mes", date(2027, 1, 31), "depois") == date(2027, 2, 28)


@given(st.text(max_size=80), st.dates(date(1990, 1, 1), date(2100, 1, 1)))
def test_what_is_found_lies_on_the_side_that_was_asked_for(text: str, hoje: date) -> None:
    after, before = first_day(fold(text), hoje, "depois"), first_day(fold(text), hoje, "antes")
    assert after is None or after >= hoje
    assert before is None or before <= hoje
