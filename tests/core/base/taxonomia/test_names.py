from __future__ import annotations

from core.base.taxonomia.names import NAMES
from core.base.texto.folding import fold


def test_names_are_folded_words() -> None:
    assert all(fold(name) == name and name.isalpha() for name in NAMES)


def test_ordinary_words_are_no_names() -> None:
    assert NAMES.isdisjoint(
        ["agua", "luz", "rosa", "costa", "lima", "para", "rocha", "flores", "jardim", "praia"]
    )
    assert {"maria", "joao", "oliveira", "recife"} <= NAMES


def test_no_word_of_the_dictionary_is_lost(shipped: object, dictionary_words: set[str]) -> None:
    assert dictionary_words & NAMES == set()
