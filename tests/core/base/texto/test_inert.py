"""Texts of others: what acts unseen goes, what people write stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.inert import inert

DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\x00\x07\x1b\x7f\x9b\ue000\ud800"


@pytest.mark.parametrize("sign", [*DIRECTIONS, *UNSEEN])
def test_a_sign_that_acts_unseen_goes(sign: str) -> None:
    assert inert(f"Rua{sign} do {sign}Sol") == "Rua do Sol"


@pytest.mark.parametrize(
    "texto",
    [
        "",
        "0",
        "São João d'Água & Filhos; 3/4",
        "duas\nlinhas\te tab",
        "مرحبا",
        "👩‍🔧 ❤️",
        "a\u00a0b",
    ],
)
def test_what_people_write_stays(texto: str) -> None:
    assert inert(texto) == texto


@given(st.text())
def test_once_is_enough(texto: str) -> None:
    assert inert(inert(texto)) == inert(texto)
