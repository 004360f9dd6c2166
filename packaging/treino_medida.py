"""Measures the classifier of categories on texts it was not built on: cross-validation.

Rows that nearly repeat each other share a fold, and whatever nearly repeats a test row is kept
out of its training. The strength of the regularisation is chosen, and the confidence calibrated,
inside the training folds only (nested): the test fold is looked at once. Scoring: on rows of the
categories any other answer is a miss; on rows ``ambigua`` and ``outra`` only an answer of the
main-screen categories with 0.85 or more is an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace
from treino_ajuste import (
    Sample,
    calibrate,
    compact,
    fit,
    samples_of,
    samples_of_labelled,
)
from treino_textos import UNCLEAR, Example, Labelled

from core.base.taxonomia.classifier import (
    LIMIAR_AUTOMATICO,
    LIMIAR_MINIMO,
    Classifier,
)
from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.model import Calibragem, Modelo
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.texto.tokens import is_content, words

FOLDS: Final = 5
INNER_FOLDS: Final = 3
STRENGTHS: Final = (3.0, 10.0)
# Share of common content words from which two texts are taken for one.
SAME_TEXT: Final = 0.5
SAME_SENTENCE: Final = 0.34


@dataclass(frozen=True, slots=True)
class Answer:
    """What the classifier said about one row."""

    row: Labelled
    categoria_id: str | None
    confianca: float


@dataclass(frozen=True, slots=True)
class Threshold:
    """At a threshold: share of clear rows answered with at least it, and how many were right."""

    limiar: float
    cobertura: float
    precisao: float
    respostas: int


@dataclass(frozen=True, slots=True)
class Measure:
    """The figures the project promises."""

    linhas: int
    claras: int
    acuracia: float
    macro_f1: float
    f1: dict[str, float]
    limiares: tuple[Threshold, ...]
    erros_em_outras: int


def stems(text: str) -> frozenset[str]:
    """The content words of a text, stemmed."""
    return frozenset(word.stem for word in words(text) if is_content(word))


def overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard."""
    return len(left & right) / len(left | right) if left | right else 0.0


def groups(bags: Sequence[frozenset[str]]) -> list[int]:
    """A group number per text; near repeats share one."""
    parent = list(range(len(bags)))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    for right in range(len(bags)):
        for left in range(right):
            if overlap(bags[left], bags[right]) > SAME_TEXT:
                parent[root(right)] = root(left)
    return [root(index) for index in range(len(bags))]


def folds(labels: Sequence[str], group: Sequence[int], count: int) -> list[int]:
    """A fold per row: groups dealt out in turn, label by label, so that folds look alike."""
    first: dict[int, int] = {}
    for index, one in enumerate(group):
        first.setdefault(one, index)
    # A fixed shuffle: neighbours in the files are often of one source.
    order = sorted(first, key=lambda one: (labels[first[one]], first[one] * 7919 % 1009))
    fold_of = {one: place % count for place, one in enumerate(order)}
    return [fold_of[one] for one in group]


class Material:
    """All texts with their vectors, made once."""

    def __init__(
        self,
        texts: Sequence[Example],
        rows: Sequence[Labelled],
        taxonomy: Taxonomy,
        dictionary: Dictionary,
    ) -> None:
        self.rows = list(rows)
        self.taxonomy = taxonomy
        self.dictionary = dictionary
        self.samples = samples_of(texts, dictionary)
        self.labelled = samples_of_labelled(rows, dictionary)
        self.bags = [stems(row.texto) for row in rows]
        self._example_bags = [stems(one.texto) for one in texts]
        self._origins = [one.origem for one in texts]
        self.group = groups(self.bags)
        self.main = frozenset(one.id for one in taxonomy.categorias_mvp())
        self._name_the_unnamed()

    def _name_the_unnamed(self) -> None:
        """Texts that are no demand get the likeliest class beside the main-screen ones."""
        unnamed = [at for at, sample in enumerate(self.samples) if sample.targets is None]
        if not unnamed:
            return
        first = self.classifier(self.compact_of(self.samples, STRENGTHS[0]))
        beside = [one.id for one in self.taxonomy.categorias() if not one.mvp]
        for at in unnamed:
            sample = self.samples[at]
            named = first.best_of(sample.seen, beside)
            self.samples[at] = Sample(sample.seen, {named: 1.0}, sample.weight, sample.own)

    def classifier(self, modelo: Modelo) -> Classifier:
        """The project's own classifier over a model."""
        return Classifier(modelo, self.dictionary, self.taxonomy)

    def compact_of(self, samples: Sequence[Sample], strength: float) -> Modelo:
        """Fit and compact, uncalibrated."""
        return compact(fit(samples, strength), self.taxonomy, self.dictionary)

    def apart_from(self, tested: Iterable[int]) -> list[Sample]:
        """Samples without those that nearly repeat a tested row."""
        test = [self.bags[index] for index in tested]
        kept = []
        for sample, bag, origin in zip(
            self.samples, self._example_bags, self._origins, strict=True
        ):
            limit = SAME_SENTENCE if origin == "frase" else SAME_TEXT
            near = origin in {"frase", "livre"} and any(overlap(bag, one) > limit for one in test)
            if not near:
                kept.append(sample)
        return kept

    def train(self, trained: Sequence[int], tested: Sequence[int], strength: float) -> Modelo:
        """A model that knows the rows ``trained`` and nothing like the rows ``tested``."""
        known = [self.labelled[index] for index in trained]
        return self.compact_of([*self.apart_from(tested), *known], strength)


def is_right(row: Labelled, categoria: str, main: frozenset[str]) -> bool:
    """Whether an answer given with high confidence would be no error."""
    if row.rotulo not in UNCLEAR:
        return categoria == row.rotulo
    return categoria not in main and categoria in (row.targets or {})


def _split(trained: Sequence[int], material: Material, count: int) -> list[int]:
    labels = [material.rows[index].rotulo for index in trained]
    return folds(labels, [material.group[index] for index in trained], count)


def choose(
    material: Material, trained: Sequence[int], apart: Sequence[int]
) -> tuple[float, Calibragem]:
    """Strength and calibration from the rows ``trained`` alone, by held-out answers within them.

    The strength with more right answers on clear rows; the smaller of equals. Nothing like the
    rows ``apart`` (the test fold) is trained on here either.
    """
    fold = _split(trained, material, INNER_FOLDS)
    found: list[tuple[int, float, Calibragem]] = []
    for strength in STRENGTHS:
        margens: list[float] = []
        right: list[bool] = []
        hits = 0
        for one in range(INNER_FOLDS):
            test = [index for index, where in zip(trained, fold, strict=True) if where == one]
            train = [index for index, where in zip(trained, fold, strict=True) if where != one]
            classifier = material.classifier(material.train(train, [*test, *apart], strength))
            for index in test:
                row = material.rows[index]
                raw = classifier.raw(material.labelled[index].seen)
                if raw is not None:
                    margens.append(raw.margem)
                    right.append(is_right(row, raw.categoria_id, material.main))
                    hits += row.rotulo not in UNCLEAR and raw.categoria_id == row.rotulo
        found.append((-hits, strength, calibrate(margens, right)))
    best = min(found, key=lambda one: one[:2])
    return best[1], best[2]


def cross_validate(material: Material, say: Callable[[str], None]) -> list[Answer]:
    """An answer for every labelled row, each from a model that never saw it."""
    everything = list(range(len(material.rows)))
    fold = _split(everything, material, FOLDS)
    answers: dict[int, Answer] = {}
    for one in range(FOLDS):
        test = [index for index in everything if fold[index] == one]
        train = [index for index in everything if fold[index] != one]
        strength, calibragem = choose(material, train, test)
        modelo = replace(material.train(train, test, strength), calibragem=calibragem)
        classifier = material.classifier(modelo)
        for index in test:
            row = material.rows[index]
            answer = classifier.classificar(row.texto)
            answers[index] = Answer(row, answer.categoria_id, answer.confianca)
        say(f"dobra {one + 1} de {FOLDS}: C={strength:g}")
    return [answers[index] for index in everything]


def measure(answers: Sequence[Answer], main: frozenset[str]) -> Measure:
    """The figures, by the scoring of this module."""
    clear = [one for one in answers if one.row.rotulo not in UNCLEAR]
    unclear = [one for one in answers if one.row.rotulo in UNCLEAR]
    loud = [
        one for one in unclear if one.categoria_id in main and one.confianca >= LIMIAR_AUTOMATICO
    ]
    right = [one for one in clear if one.categoria_id == one.row.rotulo]
    f1 = {}
    for categoria in sorted({one.row.rotulo for one in clear}):
        hit = sum(1 for one in right if one.row.rotulo == categoria)
        claimed = sum(1 for one in [*clear, *loud] if one.categoria_id == categoria)
        there = sum(1 for one in clear if one.row.rotulo == categoria)
        f1[categoria] = 2 * hit / (claimed + there)
    return Measure(
        linhas=len(answers),
        claras=len(clear),
        acuracia=len(right) / len(clear) if clear else 0.0,
        macro_f1=math.fsum(f1.values()) / len(f1) if f1 else 0.0,
        f1=f1,
        limiares=tuple(
            _threshold(clear, unclear, limiar, main)
            for limiar in (LIMIAR_AUTOMATICO, LIMIAR_MINIMO)
        ),
        erros_em_outras=len(loud),
    )


def _threshold(
    clear: Sequence[Answer], unclear: Sequence[Answer], limiar: float, main: frozenset[str]
) -> Threshold:
    """Answers on unclear rows count as wrong ones where they name a main-screen category."""
    sure = [one for one in clear if one.confianca >= limiar]
    loud = [one for one in unclear if one.confianca >= limiar and one.categoria_id in main]
    right = sum(1 for one in sure if one.categoria_id == one.row.rotulo)
    total = len(sure) + len(loud)
    return Threshold(
        limiar, len(sure) / len(clear) if clear else 0.0, right / total if total else 1.0, total
    )
