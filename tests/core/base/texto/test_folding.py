from __future__ import annotations

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
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_unstretching_twice_is_once(text: str) -> None:
    assert unstretch(unstretch(fold(text))) == unstretch(fold(text))
