from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.denylist import Denylist

LIST = Denylist(["bobalhão", "cu", "caro", "porra", "vai tomar", "OTÁRIO", "fdp", "puta", " ", ""])


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("seu BOBALHAO", ("bobalhao",)),
        ("b.o.b.a.l.h.a.o", ("bobalhao",)),
        ("b o b a l h a o", ("bobalhao",)),
        ("b0b4lh40!!!", ("bobalhao",)),
        ("boooobalhããão", ("bobalhao",)),
        ("put@", ("puta",)),
        ("p-u-t-a", ("puta",)),
        ("pooorrrra", ("porra",)),
        ("0t4r1os", ("otario",)),
        ("f.d.p.", ("fdp",)),
        ("Vai   TOMAR banho", ("vai tomar",)),
        ("cú", ("cu",)),
        ("otário, puta", ("otario", "puta")),
        ("seu po-rra", ("porra",)),
        ("por.ra mesmo", ("porra",)),
        ("po\u200brra", ("porra",)),
        ("p\u043erra", ("porra",)),
        ("p\u03bfrr\u0430", ("porra",)),
    ],
)
def test_evasions_are_found(text: str, terms: tuple[str, ...]) -> None:
    assert LIST.find(text) == terms


@pytest.mark.parametrize(
    "text",
    [
        "deputado computador reputação disputa",
        "cuidado, acúmulo de lixo, cume, cultura",
        "carro carroça",
        "a c u mula",
        "vaidade tomara",
        "24h 1 2 3 45",
        "bem-vindo, segunda-feira, guarda-chuva",
        "a.c.u.mula c-u-rva",
        "",
        "😡",
    ],
)
def test_innocent_words_are_not(text: str) -> None:
    assert LIST.find(text) == ()


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("seu OTÁRIO, vá embora", ["OTÁRIO"]),
        ("ele disse: p o r r a agora", ["p o r r a"]),
        ("Vai   tomar banho, otário", ["Vai   tomar", "otário"]),
        ("rua das flores", []),
        ("pu-ta que puta", ["pu-ta", "puta"]),
    ],
)
def test_marks_stand_where_terms_do(text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in LIST.where(text)] == marked


@given(st.text(max_size=200), st.lists(st.text(min_size=1, max_size=12), max_size=4))
def test_marks_lie_in_the_text_in_order(text: str, terms: list[str]) -> None:
    marks = Denylist(terms).where(text)
    flat = [place for mark in marks for place in mark]
    assert flat == sorted(flat)
    assert not flat or 0 <= flat[0] <= flat[-1] <= len(text)


def test_an_empty_list_is_no_filter() -> None:
    assert Denylist([]).find("qualquer coisa") == ()
    assert Denylist(["", "  ", "..."]).termos == ()


@given(
    st.text(alphabet="abdefgilmnopt", min_size=4, max_size=12),
    st.sampled_from([" ", ".", "-", "_", "*"]),
)
def test_any_term_is_found_spelled_out_and_in_capitals(term: str, between: str) -> None:
    denylist = Denylist([term])
    assert denylist.find(term.upper()) == (term,)
    assert denylist.find(f"seu {term}!") == (term,)
    assert denylist.find(between.join(term)) == (term,)


@given(
    st.text(alphabet="abcdefghilmnoprstu", min_size=3, max_size=10), st.text("abcde", min_size=2)
)
def test_a_term_inside_a_longer_word_is_not_found(term: str, more: str) -> None:
    denylist = Denylist(["zqx" + term])
    assert denylist.find(f"{more}zqx{term}") == ()


@given(st.text(max_size=300), st.lists(st.text(max_size=20), max_size=5))
def test_any_list_takes_any_text(text: str, terms: list[str]) -> None:
    denylist = Denylist(terms)
    assert set(denylist.find(text)) <= set(denylist.termos)


@pytest.mark.parametrize("unit", ["a ", "p.", "put@", "1", "a*", "vai ", "o"])
def test_long_texts_are_bounded(unit: str) -> None:
    assert set(LIST.find(unit * (100_000 // len(unit)))) <= set(LIST.termos)
