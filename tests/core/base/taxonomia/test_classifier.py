from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.taxonomia.classifier import MAX_SUGESTOES, MAX_TERMOS, Classificacao
from core.base.taxonomia.loading import Categorizacao


@pytest.mark.parametrize(
    ("text", "categoria"),
    [
        ("falta água há três dias no bairro inteiro", "1.1"),
        ("ta sem agua aqui faz 3 dia", "1.1"),
        ("esgoto a céu aberto na porta de casa", "1.2"),
        ("a distribuidora não religa a energia da minha casa", "1.3"),
        ("tem um buraco enorme no asfalto da avenida", "3.1"),
        ("calçada quebrada e sem rampa para cadeirante", "3.2"),
        ("o caminhão de lixo não passou", "3.3"),
        ("lâmpada do poste queimada", "3.4"),
        ("lampa do posti quemada", "3.4"),
        ("os brinquedos da praça estão quebrados", "3.9"),
        ("bueiro entupido alaga a rua", "3.5"),
        ("o buero intupiu i alagou tudo", "3.5"),
        ("poda de árvore na calçada", "3.6"),
        ("falta médico no posto de saúde", "2.1"),
    ],
)
def test_plain_demands_get_their_category(
    shipped: Categorizacao, text: str, categoria: str
) -> None:
    assert shipped.classifier.classificar(text).categoria_id == categoria


def test_a_clear_demand_is_published_with_its_reasons(shipped: Categorizacao) -> None:
    found = shipped.classifier.classificar("Lâmpada do poste apagada, a rua está escura")
    assert found.faixa() == "automatico"
    assert found.subcategoria_id == "3.4.1"
    assert {"lampada", "apagada", "escura"} <= {termo.palavra for termo in found.termos}
    assert found.termos[0].contribuicao > 0
    assert found.versao_taxonomia == "taxonomia-1.0.0"


def test_several_problems_are_all_offered_and_wait_for_a_person(shipped: Categorizacao) -> None:
    found = shipped.classifier.classificar(
        "rua toda esburacada, lâmpada queimada e lixo acumulado na esquina"
    )
    offered = {found.categoria_id, *(one.categoria_id for one in found.alternativas)}
    assert {"3.1", "3.3", "3.4"} <= offered
    assert found.faixa() != "automatico"


@pytest.mark.parametrize("text", ["", " ", "😡😡😡", "123 456", "!!!", "\x00", "x", "?"])
def test_nothing_to_go_by_waits_for_a_person(shipped: Categorizacao, text: str) -> None:
    found = shipped.classifier.classificar(text)
    assert found.faixa() == "revisao"


def test_another_language_waits_for_a_person(shipped: Categorizacao) -> None:
    text = "The street light in front of my house has been out for a week"
    assert shipped.classifier.classificar(text).faixa() == "revisao"
    assert shipped.classifier.classificar("lâmpada queimada no poste", "en").faixa() == "revisao"
    assert shipped.classifier.classificar("lâmpada queimada no poste", "pt").faixa() == "automatico"


def test_emoji_alone_have_no_category(shipped: Categorizacao) -> None:
    found = shipped.classifier.classificar("😡😡😡 💧")
    assert found.categoria_id is None
    assert found.confianca == 0
    assert found.alternativas == ()


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert('x')</script>" * 50,
        "'; DROP TABLE demandas; --",
        '=HYPERLINK("http://x";"clique")',
        "a" * 100_000,
        "lixo " * 20_000,
        "\u202e\u200b" * 1000,
        "buraco." * 15_000,
    ],
)
def test_hostile_and_long_texts_get_an_answer(shipped: Categorizacao, text: str) -> None:
    _check(shipped.classifier.classificar(text))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gets_a_sound_answer(shipped: Categorizacao, text: str) -> None:
    first = shipped.classifier.classificar(text)
    _check(first)
    assert shipped.classifier.classificar(text) == first


words = st.sampled_from(
    [
        "agua",
        "esgoto",
        "luz",
        "poste",
        "buraco",
        "rua",
        "calçada",
        "lixo",
        "praça",
        "falta",
        "quebrado",
        "bueiro",
        "arvore",
        "escola",
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(words, min_size=1, max_size=12))
def test_case_accents_and_stretching_change_nothing(
    shipped: Categorizacao, parts: list[str]
) -> None:
    plain = " ".join(parts)
    base = shipped.classifier.classificar(plain)
    assert shipped.classifier.classificar(plain.replace("ç", "c")) == base
    assert shipped.classifier.classificar(plain.replace("u", "uuu")) == base
    assert shipped.classifier.classificar(plain.replace("a", "á")) == base


def _check(found: Classificacao) -> None:
    assert 0 <= found.confianca <= 1
    assert len(found.alternativas) <= MAX_SUGESTOES
    assert len(found.termos) <= MAX_TERMOS
    categories = [one.categoria_id for one in found.alternativas]
    assert len({*categories, found.categoria_id}) == len(categories) + 1
    scores = [one.score_confianca for one in found.alternativas]
    assert scores == sorted(scores, reverse=True)
    assert found.confianca + sum(scores) <= 1.001
    assert not scores or scores[0] <= found.confianca
    if found.subcategoria_id is not None:
        assert found.subcategoria_id.startswith(f"{found.categoria_id}.")


def test_the_bands_include_their_lower_limit() -> None:
    def band(confianca: float) -> str:
        return Classificacao("1.1", None, confianca, (), (), "c", "t").faixa()

    assert [band(0.85), band(0.8499), band(0.70), band(0.6999)] == [
        "automatico",
        "amostra",
        "amostra",
        "revisao",
    ]


def test_classifying_needs_no_numerical_library() -> None:
    code = (
        "import sys, core.base.taxonomia.loading, core.base.taxonomia.retraining;"
        "print([m for m in ('numpy', 'scipy', 'sklearn') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
