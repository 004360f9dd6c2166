from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.features import (
    content_words,
    letter_groups,
    occurrences,
    without_places,
)

DICTIONARY = Dictionary("dicionario-0", {"3.1.1": ["buraco"]})


def test_a_text_gives_words_pairs_letters_and_terms() -> None:
    names = [name for name, _ in occurrences("buraco enorme", DICTIONARY)]
    assert "w:burac" in names
    assert "p:burac enorm" in names
    assert "c:<bura" in names
    assert names[-2:] == ["s:3.1.1", "k:3.1"]


def test_a_feature_knows_its_words() -> None:
    found = dict(occurrences("Buracão enorme", DICTIONARY))
    assert found["p:burac enorm"] == ("buracao", "enorme")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Buraco na Rua João Pessoa, perto do bar", "Buraco na Rua ., perto do bar"),
        ("no bairro Jardim das Flores falta luz", "no bairro . falta luz"),
        ("Rua 13 de Maio e Av. Brasil sem luz", "Rua . sem luz"),
        ("a rua está escura", "a rua está escura"),
        ("na rua do cruzeiro falta água", "na rua do cruzeiro falta água"),
        ("BURACO NA RUA JOAO PESSOA", "BURACO NA RUA JOAO PESSOA"),
    ],
)
def test_names_of_places_are_left_out(text: str, left: str) -> None:
    assert without_places(text) == left


def test_names_of_people_are_no_features() -> None:
    names = {name for name, _ in occurrences("falar com joao oliveira sobre o buraco", DICTIONARY)}
    assert "w:burac" in names
    assert not any("joao" in name or "oliv" in name for name in names)


def test_letter_groups_know_the_edges_of_a_word() -> None:
    assert letter_groups("luz") == ("c:<luz", "c:luz>")


def test_content_words_are_for_people() -> None:
    assert content_words("Bom dia, a Água acabou") == ["agua", "acabou"]


@given(st.text(max_size=300))
def test_any_text_has_features_with_words(text: str) -> None:
    for name, behind in occurrences(text, DICTIONARY):
        assert name[:2] in {"w:", "p:", "c:", "s:", "k:"}
        assert behind
