"""Fits the classifier of categories: from texts to the compact model of the project.

The only place that uses scikit-learn (extra ``treino``); it is loaded when a fit starts. What it
gives is rounded to whole numbers, pruned, and from there on the project's own code.
"""

from __future__ import annotations

import importlib
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from treino_textos import Example, Labelled, Targets

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.features import LETTERS
from core.base.taxonomia.model import (
    FORMATO,
    SCALE,
    Calibragem,
    Modelo,
    versoes_do_texto,
)
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.taxonomia.vectors import Vector, vector

# How much a text of each kind counts; chosen before measuring and not tuned.
SOURCE_WEIGHTS: Final = MappingProxyType(
    {"frase": 1.0, "termo": 0.5, "servico": 0.5, "livre": 0.7, "rotulada": 1.5}
)
# A feature of fewer texts is chance, or somebody's name.
LEAST_TEXTS: Final = 3
LEAST_TEXTS_LETTERS: Final = 4
# A feature that only occurs in what residents wrote needs more of them.
LEAST_FREE_TEXTS: Final = 6
OWN: Final = frozenset({"frase", "termo", "servico"})
# Smaller weights (in units of 1/SCALE) are left out of the file.
LEAST_WEIGHT: Final = 8
# Held-out wrong answers count this often in the calibration: a category that is published wrong
# costs more than one that waits for a person, and texts of tomorrow are less like these.
WRONG_WEIGHT: Final = 1.75
NEUTRAL: Final = Calibragem(constante=0, margem=1000)
VERSAO: Final = "categorias-1.0.0"


@dataclass(frozen=True, slots=True)
class Sample:
    """One line of the matrix."""

    seen: Vector
    targets: Targets | None
    weight: float
    own: bool


def samples_of(texts: Iterable[Example], dictionary: Dictionary) -> list[Sample]:
    """Lines of texts that are not labelled rows."""
    return [
        Sample(
            vector(one.texto, dictionary),
            one.targets,
            SOURCE_WEIGHTS[one.origem],
            one.origem in OWN,
        )
        for one in texts
    ]


def samples_of_labelled(rows: Iterable[Labelled], dictionary: Dictionary) -> list[Sample]:
    """Lines of labelled rows; rows without anything to learn from are left out by ``fit``."""
    return [
        Sample(vector(row.texto, dictionary), row.targets, SOURCE_WEIGHTS["rotulada"], own=False)
        for row in rows
    ]


def vocabulary(samples: Iterable[Sample]) -> list[str]:
    """Features of enough texts, sorted."""
    counts: Counter[str] = Counter()
    ours: set[str] = set()
    for sample in samples:
        counts.update(sample.seen.values.keys())
        if sample.own:
            ours.update(sample.seen.values.keys())
    return sorted(name for name, count in counts.items() if count >= _least(name, name in ours))


def _least(name: str, own: bool) -> int:
    if not own:
        return LEAST_FREE_TEXTS
    return LEAST_TEXTS_LETTERS if name.startswith(LETTERS) else LEAST_TEXTS


@dataclass(frozen=True, slots=True)
class Fitted:
    """Exact weights before rounding: feature -> one weight per class."""

    classes: list[str]
    names: list[str]
    weights: Any
    intercepts: list[float]


def fit(samples: Sequence[Sample], strength: float) -> Fitted:
    """Multinomial logistic regression with L2; ``strength`` is scikit-learn's C."""
    linear = importlib.import_module("sklearn.linear_model")
    sparse = importlib.import_module("scipy.sparse")
    lines = [
        (sample.seen, categoria, share * sample.weight)
        for sample in samples
        if sample.targets is not None
        for categoria, share in sorted(sample.targets.items())
    ]
    names = vocabulary(sample for sample in samples if sample.targets is not None)
    column = {name: index for index, name in enumerate(names)}
    data, rows, columns = [], [], []
    for row, (seen, _, _) in enumerate(lines):
        for name, value in seen.values.items():
            if name in column:
                data.append(value)
                rows.append(row)
                columns.append(column[name])
    matrix = sparse.csr_matrix((data, (rows, columns)), shape=(len(lines), len(names)))
    model = linear.LogisticRegression(C=strength, max_iter=150, tol=1e-3)
    model.fit(matrix, [line[1] for line in lines], sample_weight=[line[2] for line in lines])
    return Fitted([str(one) for one in model.classes_], names, model.coef_, list(model.intercept_))


def compact(fitted: Fitted, taxonomy: Taxonomy, dictionary: Dictionary) -> Modelo:
    """The compact model, uncalibrated."""
    pesos: dict[str, list[int]] = {}
    rounded = (fitted.weights * SCALE).round().astype(int).T.tolist()
    for name, weights in zip(fitted.names, rounded, strict=True):
        kept = [(at, value) for at, value in enumerate(weights) if abs(value) >= LEAST_WEIGHT]
        if kept:
            pesos[name] = list(itertools.chain.from_iterable(kept))
    return Modelo(
        formato=FORMATO,
        versao=VERSAO,
        versao_taxonomia=taxonomy.versao,
        versao_dicionario=dictionary.versao,
        versoes_texto=versoes_do_texto(),
        base=None,
        correcoes=0,
        classes=fitted.classes,
        interceptos=[round(value * SCALE) for value in fitted.intercepts],
        calibragem=NEUTRAL,
        pesos=pesos,
    )


def calibrate(margens: Sequence[float], right: Sequence[bool]) -> Calibragem:
    """The calibration that makes ``right`` most likely, from leads of held-out answers."""
    if len(set(right)) < 2:
        return NEUTRAL
    linear = importlib.import_module("sklearn.linear_model")
    model = linear.LogisticRegression(C=1.0, max_iter=1000)
    weights = [1.0 if one else WRONG_WEIGHT for one in right]
    model.fit([[one] for one in margens], list(right), sample_weight=weights)
    return Calibragem(
        constante=round(float(model.intercept_[0]) * 1000),
        margem=round(float(model.coef_[0][0]) * 1000),
    )
