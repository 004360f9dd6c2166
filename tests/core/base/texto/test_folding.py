from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.folding import fold, unstretch


def test_accents_case_and_compatibility_forms_fold() -> None:
    assert fold("ÁGUA Não çhega") == "agua nao chega"
    assert fold("ﬁação elétrica ½") == "fiacao eletrica 1⁄2"
    assert fold("Esgôto") == fold("ESGOTO") == "esgoto"


def test_stretched_letters_come_back() -> None:
    assert unstretch("muuuuito") == "muito"
    assert unstretch("socorrrro") == "socorro"
    assert unstretch("carro passa cooperar reeleicao") == "carro passa cooperar reeleicao"


@given(st.text())
def test_no_mark_of_any_script_is_left(text: str) -> None:
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    for letter, letters in zip("øđłæœðþ", ("o", "d", "l", "ae", "oe", "d", "th"), strict=True):
        bare = bare.replace(letter, letters)
    assert fold(text) == bare.lower()


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_unstretching_twice_is_once(text: str) -> None:
    assert unstretch(unstretch(fold(text))) == unstretch(fold(text))
