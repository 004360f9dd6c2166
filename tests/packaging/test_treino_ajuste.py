"""The fit gives a small model of whole numbers, the same for the same texts."""

from __future__ import annotations

import json

import pytest
from treino_ajuste import (
    LEAST_FREE_TEXTS,
    NEUTRAL,
    calibrate,
    compact,
    fit,
    samples_of,
    samples_of_labelled,
    vocabulary,
)
from treino_textos import TAXONOMY, Example, Labelled

from core.base.taxonomia.classifier import Classifier
from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.model import carregar_modelo, confidence, gravar_modelo
from core.base.taxonomia.taxonomy import Taxonomy, carregar_taxonomia
from tests.architecture.tree import ROOT, python_files

DICTIONARY = Dictionary("dicionario-0", {"3.4.1": ["lâmpada"], "3.1.1": ["buraco"]})
TEXTS = [
    *[Example(f"lâmpada queimada {one}", {"3.4": 1.0}, "frase") for one in ("rua", "beco", "vila")],
    *[Example(f"buraco fundo {one}", {"3.1": 1.0}, "frase") for one in ("rua", "beco", "vila")],
    *[Example(f"barulho alto {one}", {"4.3": 1.0}, "frase") for one in ("rua", "beco", "vila")],
    *[Example(f"pergunta xavantina {one}", None, "livre") for one in ("a", "b", "c")],
]


@pytest.fixture(scope="module")
def taxonomy() -> Taxonomy:
    return carregar_taxonomia((TAXONOMY / "taxonomia-v1.json").read_bytes())


def test_only_features_of_enough_texts_are_kept() -> None:
    names = vocabulary(samples_of(TEXTS, DICTIONARY))
    assert "w:lampada" in names
    assert "w:fund" in names
    assert "w:xavantin" not in names


def test_words_only_residents_use_need_more_of_them() -> None:
    rows = [
        Labelled(f"geringonca {one}", "3.4", {"3.4": 1.0}, "rotuladas")
        for one in range(LEAST_FREE_TEXTS)
    ]
    assert "w:geringonc" in vocabulary(samples_of_labelled(rows, DICTIONARY))
    assert "w:geringonc" not in vocabulary(samples_of_labelled(rows[1:], DICTIONARY))


def test_the_fit_learns_and_repeats_itself(taxonomy: Taxonomy) -> None:
    pytest.importorskip("sklearn")
    samples = samples_of(TEXTS, DICTIONARY)
    data = gravar_modelo(compact(fit(samples, 3.0), taxonomy, DICTIONARY))
    assert gravar_modelo(compact(fit(samples, 3.0), taxonomy, DICTIONARY)) == data
    assert set(json.loads(data)["classes"]) == {"3.1", "3.4", "4.3"}
    classifier = Classifier(carregar_modelo(data), DICTIONARY, taxonomy)
    assert classifier.classificar("lâmpada").categoria_id == "3.4"
    assert classifier.classificar("buraco").categoria_id == "3.1"


def test_the_calibration_follows_the_lead_and_is_careful() -> None:
    pytest.importorskip("sklearn")
    margens = [float(one % 5) for one in range(60)]
    right = [one % 5 >= 2 and one % 7 > 0 for one in range(60)]
    found = calibrate(margens, right)
    assert found.margem > 0
    assert sum(confidence(found, one) for one in margens) < sum(right)


def test_without_a_wrong_answer_there_is_nothing_to_calibrate() -> None:
    assert calibrate([1.0], [True]) == NEUTRAL


def test_only_this_module_speaks_of_the_numerical_library() -> None:
    speakers = [
        path
        for path in python_files("app", "core", "widgets", "migrations", "packaging")
        if "sklearn" in (ROOT / path).read_text("utf-8")
    ]
    assert speakers == ["packaging/treinar_categorias.py", "packaging/treino_ajuste.py"]
