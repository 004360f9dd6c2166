from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.title import TITLE_CHARS, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("Bom dia! Falta água na rua toda. Obrigado.", "Falta água na rua toda."),
        ("bom dia, a água está amarela", "A água está amarela"),
        ("Olá, boa tarde. Poste apagado", "Poste apagado"),
        ("olá", "Olá"),
        ("🚰🚰", "🚰🚰"),
        ("buraco\nna esquina", "Buraco"),
    ],
)
def test_the_first_sentence_that_says_something(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_long_sentence_is_cut_between_words() -> None:
    title = title_of(
        "Solicito a troca da lâmpada queimada do poste em frente à escola do bairro novo"
    )
    assert (
        title == "Solicito a troca da lâmpada queimada do poste em frente à escola do bairro novo"
    )
    assert title_of("palavra " * 40).endswith("palavra…")
    assert len(title_of("palavra " * 40)) <= TITLE_CHARS


@given(st.text(max_size=400), st.integers(min_value=10, max_value=120))
def test_a_title_is_one_short_line(text: str, limit: int) -> None:
    title = title_of(text, limit)
    assert len(title) <= limit + 2
    assert "\n" not in title
    assert bool(title) == bool(text.strip())
