"""Texts of others: what acts unseen goes, what people write stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.inert import FSI, PDI, inert, isolated

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


HEBREW, ARABIC = "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627"


@pytest.mark.parametrize(
    ("texto", "seen"),
    [
        ("Rua São João, 12", "Rua São João, 12"),
        (HEBREW, f"{FSI}{HEBREW}{PDI}"),
        (f"um\n{ARABIC} 12", f"um\n{FSI}{ARABIC} 12{PDI}"),
        # A value that stands apart in a sentence stays so, and the sentence is not turned.
        (f"de {FSI}{HEBREW}{PDI}, 2 de 3", f"de {FSI}{HEBREW}{PDI}, 2 de 3"),
        (f"de {FSI}{HEBREW}{PDI} e {ARABIC}", f"{FSI}de {FSI}{HEBREW}{PDI} e {ARABIC}{PDI}"),
        # Not closed, closing nothing, or around nothing that turns.
        (f"{FSI}{HEBREW}", f"{FSI}{HEBREW}{PDI}"),
        (f"{PDI}{HEBREW}{PDI}", f"{FSI}{HEBREW}{PDI}"),
        (f"{FSI}Rua{PDI}", "Rua"),
        (f"\u202e{HEBREW}\u202c", f"{FSI}{HEBREW}{PDI}"),
    ],
)
def test_what_is_read_from_the_right_stands_apart(texto: str, seen: str) -> None:
    assert isolated(texto) == seen


@given(st.text(alphabet=f"a1 ,\n{HEBREW}{ARABIC}{FSI}{PDI}\u202e\u200f"))
def test_isolates_are_balanced_and_once_is_enough(texto: str) -> None:
    once = isolated(texto)
    assert isolated(once) == once
    assert inert(once) == inert(texto)
    for line in once.split("\n"):
        depth = 0
        for char in line:
            depth += (char == FSI) - (char == PDI)
            assert depth >= 0
            assert depth or char not in HEBREW + ARABIC
        assert depth == 0
