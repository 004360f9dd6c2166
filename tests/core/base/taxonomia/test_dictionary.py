from __future__ import annotations

import json

from app.settings.recursos import Recursos
from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.loading import ARQUIVO_DICIONARIO
from core.base.texto.tokens import is_content, sentences_of_words, words

DICTIONARY = Dictionary(
    "dicionario-0", {"1.1.1": ["falta de água"], "3.4.1": ["lâmpada queimada"], "3.5.1": ["bueiro"]}
)


def hits(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (hit.term.subcategoria_id, hit.folded)
        for sentence in sentences_of_words(text)
        for hit in DICTIONARY.hits(DICTIONARY.mend(sentence))
    ]


def test_a_term_is_found_in_any_order_and_inflection() -> None:
    assert hits("falta muita água aqui") == [("1.1.1", ("falta", "agua"))]
    assert hits("a água anda faltando") == [("1.1.1", ("agua", "faltando"))]
    assert hits("queimaram as lâmpadas") == [("3.4.1", ("queimaram", "lampadas"))]


def test_slips_and_colloquial_forms_are_found() -> None:
    assert hits("o buero entupiu") == [("3.5.1", ("buero",))]
    assert hits("lampa queimada") == [("3.4.1", ("lampa", "queimada"))]
    assert hits("lâmpadda queimada") == [("3.4.1", ("lampadda", "queimada"))]


def test_words_of_different_sentences_or_far_apart_are_no_term() -> None:
    assert hits("falta tudo. água boa") == []
    assert hits("falta médico remédio professor merenda escola e água") == []


def test_several_problems_are_all_found() -> None:
    assert {one for one, _ in hits("falta água e o bueiro transborda")} == {"1.1.1", "3.5.1"}


def test_a_term_knows_its_category() -> None:
    (hit,) = DICTIONARY.hits(DICTIONARY.mend(sentences_of_words("bueiro")[0]))
    assert hit.term.categoria_id == "3.5"


def test_no_shipped_term_shrinks_to_an_everyday_word(recursos: Recursos) -> None:
    """ "morador de rua" without its empty words would speak for every street."""
    terms = json.loads(recursos.read_bytes(ARQUIVO_DICIONARIO))["termos"]
    shrunk = [
        (subcategoria, text)
        for subcategoria, texts in terms.items()
        for text in texts
        if len({word.stem for word in words(text) if is_content(word)}) < min(2, len(text.split()))
    ]
    assert shrunk == []
