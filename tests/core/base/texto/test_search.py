from __future__ import annotations

import sqlite3
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.search import (
    MAX_CHARS,
    MAX_INDEXED,
    MAX_SEARCHED,
    MAX_TYPED,
    findable_words,
    has_words,
    searched,
    typed_words,
)


def test_what_is_searched_is_cut_only_where_nothing_stored_is_as_long() -> None:
    assert searched("rua das flores") == "rua das flores"
    assert len(searched("x" * 100_000)) == MAX_SEARCHED


def test_the_longest_pattern_is_within_what_like_takes() -> None:
    pattern = f"%{searched(chr(0x1F600) * 100_000)}%"
    assert sqlite3.connect(":memory:").execute("SELECT 'a' LIKE ?", (pattern,)).fetchone() == (0,)


def test_the_words_of_a_text_are_folded_and_come_once() -> None:
    found = findable_words("Buraco na Rua São João, 120", "o buraco da rua", None)
    assert found == ("buraco", "rua", "sao", "joao", "120")


def test_keys_and_single_letters_are_no_words() -> None:
    assert findable_words("x " + "y" * (MAX_CHARS + 1) + " ok_sim") == ("ok", "sim")


def test_a_long_text_has_a_bounded_number_of_words() -> None:
    assert len(findable_words(" ".join(f"w{n}" for n in range(5_000)))) == MAX_INDEXED
    assert len(typed_words(" ".join(f"w{n}" for n in range(5_000)))) == MAX_TYPED


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Buracos na rua", ("buraco", "rua")),
        ("de uma", ()),
        ("três", ("tres",)),
        ("luzes buracos buraco", ("luze", "buraco")),
    ],
)
def test_a_plural_asks_for_both(typed: str, words: tuple[str, ...]) -> None:
    assert typed_words(typed) == words


@given(st.text(max_size=200))
def test_whatever_is_typed_gives_the_same_words_in_every_form(text: str) -> None:
    composed = typed_words(unicodedata.normalize("NFC", text))
    assert composed == typed_words(unicodedata.normalize("NFD", text))
    assert all(word.islower() or not word.isalpha() or not word.isascii() for word in composed)


@given(st.text(max_size=80))
def test_what_is_in_a_text_is_found_by_typing_it(text: str) -> None:
    stored = findable_words(text)
    assert all(any(one.startswith(word) for one in stored) for word in typed_words(text))


def test_a_short_word_is_meant_whole() -> None:
    words = ("luz", "organizada", "or")
    assert has_words(words, ("org", "luz"))
    assert has_words(words, ("or",))
    assert not has_words(words, ("lu",))
    assert has_words(words, ())
