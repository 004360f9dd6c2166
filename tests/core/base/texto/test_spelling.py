from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.spelling import Corrector, standard


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("vc", "voce"),
        ("q", "que"),
        ("ta", "esta"),
        ("pq", "porque"),
        ("buero", "bueiro"),
        ("lampa", "lampada"),
        ("exgoto", "esgoto"),
        ("calsada", "calcada"),
        ("asfauto", "asfalto"),
        ("poste", "poste"),
        ("inexistente", "inexistente"),
    ],
)
def test_colloquial_and_slips_are_read_as_meant(written: str, meant: str) -> None:
    assert standard(written) == meant


def test_what_words_stand_for_stands_for_itself() -> None:
    from core.base.texto.spelling import _STANDARD

    loops = {left: right for left, right in _STANDARD.items() if standard(right) != right}
    assert loops == {}


def test_one_wrong_letter_of_a_long_word_is_mended() -> None:
    corrector = Corrector(["iluminacao", "calcada", "calcadas", "poste"])
    assert corrector.correct("iluminacai") == "iluminacao"
    assert corrector.correct("ilumincaao") == "iluminacao"
    assert corrector.correct("calcadaa") in {"calcada", "calcadas"}
    assert corrector.correct("iluminacao") == "iluminacao"


def test_short_words_and_far_words_stay() -> None:
    corrector = Corrector(["poste", "esgoto"])
    assert corrector.correct("posto") == "posto"
    assert corrector.correct("esgrima") == "esgrima"


def test_a_word_between_two_known_ones_stays() -> None:
    corrector = Corrector(["parede", "parado"])
    assert corrector.correct("parada") == "parado"
    assert Corrector(["morrer", "correr"]).correct("xorrer") == "xorrer"
    assert Corrector(["caminhe", "caminho"]).correct("caminha") == "caminha"


@given(st.text(alphabet="abcdefg", max_size=12))
def test_a_correction_is_known_or_the_word_itself(word: str) -> None:
    corrector = Corrector(["abcdefg", "gfedcba", "aabbccdd"])
    assert corrector.correct(word) in {word, "abcdefg", "gfedcba", "aabbccdd"}
