from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.language import guess


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Falta água na minha rua faz três dias", "pt"),
        ("ta sem agua aqui na rua q eu moro", "pt"),
        ("The street light in front of my house is out", "en"),
        ("No hay agua en la calle desde hace tres días", "es"),
        ("xyz qwerty", None),
        ("luz", None),
        ("the light", None),
        ("😡😡", None),
        ("", None),
        ("123 456", None),
    ],
)
def test_the_small_words_tell(text: str, language: str | None) -> None:
    assert guess(text) == language


@given(st.text(max_size=200))
def test_any_text_has_one_answer(text: str) -> None:
    assert guess(text) in {"pt", "en", "es", None}
