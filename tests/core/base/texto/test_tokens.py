from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.tokens import READ_CHARS, WORD_CHARS, is_content, sentences_of_words, words


def test_a_colloquial_sentence_becomes_standard_words() -> None:
    found = words("Vc viu o BUERO entupido?? Esgôto muuuuito fedido")
    assert [word.standard for word in found] == [
        "voce", "viu", "o", "bueiro", "entupido", "esgoto", "muito", "fedido",
    ]  # fmt: skip


def test_sentences_stay_apart() -> None:
    assert [len(one) for one in sentences_of_words("rua escura. falta de agua!\n\n...")] == [2, 3]


def test_numbers_links_and_emoji_are_no_words() -> None:
    assert words("123 45a " + "abcdefgh" * WORD_CHARS + " 😡😡 💧") == []


def test_an_elided_preposition_is_left_out() -> None:
    assert [word.standard for word in words("vazamento d'água, caixa d’água")] == [
        "vazamento",
        "agua",
        "caixa",
        "agua",
    ]


def test_greetings_carry_no_subject() -> None:
    assert [word.standard for word in words("bom dia, falta agua") if is_content(word)] == [
        "falta",
        "agua",
    ]


def test_only_the_first_pages_are_read() -> None:
    assert len(words("lixo " * 100_000)) == READ_CHARS // 5


@given(st.text(max_size=400))
def test_any_text_gives_lower_case_letters(text: str) -> None:
    for word in words(text):
        assert word.standard.isascii()
        assert word.stem
        assert word.standard == word.standard.lower()
