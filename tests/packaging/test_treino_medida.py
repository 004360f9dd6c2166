"""The measuring: near repeats stay together, nothing tested is trained on, figures as promised."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import treino_medida
from treino_medida import (
    Answer,
    Material,
    cross_validate,
    folds,
    groups,
    is_right,
    measure,
    overlap,
    stems,
)
from treino_textos import TAXONOMY, Example, Labelled

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.taxonomy import carregar_taxonomia

MAIN = frozenset({"1.1", "3.1", "3.4"})


def row(rotulo: str, texto: str = "", targets: dict[str, float] | None = None) -> Labelled:
    return Labelled(texto, rotulo, targets, "rotuladas")


def test_near_repeats_share_a_group() -> None:
    bags = [
        stems("terreno baldio cheio de mato"),
        stems("TERRENO BALDIO cheio de mato alto"),
        stems("poste apagado"),
    ]
    found = groups(bags)
    assert found[0] == found[1] != found[2]
    assert overlap(frozenset(), frozenset()) == 0


def test_folds_keep_groups_whole_and_labels_spread() -> None:
    labels = ["1.1"] * 10 + ["3.1"] * 10
    group = [0, 0, *range(2, 20)]
    found = folds(labels, group, 5)
    assert found[0] == found[1]
    assert {found.count(one) for one in range(5)} <= {3, 4, 5}
    assert folds(labels, group, 5) == found


def test_a_miss_and_a_loud_answer_on_an_unclear_row_are_errors() -> None:
    answers = [
        Answer(row("1.1"), "1.1", 0.9),
        Answer(row("1.1"), "3.1", 0.9),
        Answer(row("3.1"), "3.1", 0.5),
        Answer(row("3.4"), None, 0.0),
        Answer(row("ambigua"), "3.1", 0.84),
        Answer(row("outra"), "3.4", 0.85),
        Answer(row("outra"), "3.7", 0.99),
    ]
    found = measure(answers, MAIN)
    assert (found.linhas, found.claras, found.erros_em_outras) == (7, 4, 1)
    assert found.acuracia == pytest.approx(2 / 4)
    assert found.f1["1.1"] == pytest.approx(2 / 3)
    assert found.f1["3.1"] == pytest.approx(2 / 3)
    assert found.f1["3.4"] == 0
    high, low = found.limiares
    assert (high.cobertura, high.respostas, low.cobertura, low.respostas) == (0.5, 3, 0.5, 4)
    assert high.precisao == pytest.approx(1 / 3)
    assert low.precisao == pytest.approx(1 / 4)


def test_measuring_nothing_is_no_fault() -> None:
    found = measure([], MAIN)
    assert (found.acuracia, found.macro_f1) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("one", "answer", "right"),
    [
        (row("1.1"), "1.1", True),
        (row("1.1"), "3.7", False),
        (row("ambigua", targets={"3.1": 0.5, "3.5": 0.5}), "3.1", False),
        (row("ambigua", targets={"3.1": 0.5, "3.5": 0.5}), "3.5", True),
        (row("outra"), "3.7", False),
    ],
)
def test_what_would_be_no_error(one: Labelled, answer: str, right: bool) -> None:
    assert is_right(one, answer, MAIN) is right


def _material() -> Material:
    taxonomy = carregar_taxonomia((TAXONOMY / "taxonomia-v1.json").read_bytes())
    dictionary = Dictionary("dicionario-0", {"3.4.1": ["lâmpada"], "3.1.1": ["buraco"]})
    parts = [
        "rua",
        "beco",
        "vila",
        "morro",
        "praia",
        "ponte",
        "escola",
        "igreja",
        "mercado",
        "campo",
    ]
    texts = [
        *[Example(f"lâmpada queimada {one}", {"3.4": 1.0}, "frase") for one in parts],
        *[Example(f"buraco fundo {one}", {"3.1": 1.0}, "frase") for one in parts],
        *[Example(f"barulho alto {one}", {"4.3": 1.0}, "frase") for one in parts],
        Example("barulho de festa", None, "livre"),
    ]
    kinds = (("3.4", "luz fraca lâmpada sem"), ("3.1", "asfalto ruim buraco"), ("outra", "barulho"))
    rows = [
        Labelled(f"{text} {one}", label, {"4.3" if label == "outra" else label: 1.0}, "rotuladas")
        for label, text in kinds
        for one in ("aqui hoje", "ali ontem", "perto dali", "cedo", "tarde demais", "agora mesmo")
    ]
    rows += [
        Labelled("zzz", "3.4", {"3.4": 1.0}, "rotuladas"),
        Labelled("lâmpada buraco", "ambigua", None, "rotuladas"),
    ]
    return Material(texts, rows, taxonomy, dictionary)


def test_texts_without_a_class_get_one_beside_the_main_screen() -> None:
    pytest.importorskip("sklearn")
    assert _material().samples[-1].targets == {"4.3": 1.0}


def test_a_tested_row_and_its_near_repeats_are_not_trained_on() -> None:
    pytest.importorskip("sklearn")
    material = _material()
    material.bags[0] = stems("lâmpada queimada rua")
    kept = material.apart_from([0])
    assert len(kept) < len(material.samples)
    assert material.samples[0] not in kept
    assert len(material.apart_from([])) == len(material.samples)


def test_every_row_is_answered_by_a_model_that_never_saw_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sklearn")
    material = _material()
    trained: list[tuple[set[int], set[int]]] = []
    real = material.train

    def spy(train: Sequence[int], test: Sequence[int], strength: float) -> object:
        trained.append((set(train), set(test)))
        return real(train, test, strength)

    monkeypatch.setattr(material, "train", spy)
    monkeypatch.setattr(treino_medida, "STRENGTHS", (3.0,))
    said: list[str] = []
    answers = cross_validate(material, said.append)
    assert len(answers) == len(material.rows)
    assert len(said) == treino_medida.FOLDS
    assert all(not train & test for train, test in trained)
    assert measure(answers, material.main).acuracia > 0.5
