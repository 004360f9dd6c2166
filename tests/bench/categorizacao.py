"""The classifier of categories: how fast it loads and answers, and how often it is right.

How often it is right is measured on texts it was not built on: with the texts and scikit-learn
at hand by cross-validation (``packaging/treinar_categorias.py --avaliar``, minutes), otherwise
the figures of the training report are shown and say so.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from app.settings.recursos import Recursos
from core.base.taxonomia.loading import (
    ARQUIVO_DICIONARIO,
    ARQUIVO_MODELO,
    ARQUIVO_TAXONOMIA,
    Categorizacao,
    montar,
)
from tests.bench.harness import Figure, Report

GROUP: Final = "categorizar"
REPORT: Final = "taxonomia/relatorio-v1.json"
ROOT: Final = Path(__file__).resolve().parents[2]
DATA: Final = ROOT.parent / "shared" / "data" / "demandas"
# Where the issue sets an aim, "at least"; the table's own aims are "at most".
AIMS: Final = {"macro-F1": 0.80, "cobertura 0.85": 0.50, "precisão 0.85": 0.95}


def measure(report: Report, rounds: int, *, validate: bool = True) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        rounds: how often loading and answering are timed.
        validate: cross-validate where texts and scikit-learn are at hand.
    """
    recursos = Recursos()
    taxonomia, dicionario, modelo = (
        recursos.read_bytes(name)
        for name in (ARQUIVO_TAXONOMIA, ARQUIVO_DICIONARIO, ARQUIVO_MODELO)
    )
    loads = []
    loaded: Categorizacao | None = None
    for _ in range(rounds):
        start = perf_counter()
        loaded = montar(taxonomia, dicionario, modelo)
        loads.append(perf_counter() - start)
    if loaded is None:
        return
    note = f"{len(modelo) // 1000} kB, taxonomia e dicionário juntos"
    report.add(Figure(GROUP, "carregar", "ms", median(loads) * 1000, nota=note))
    texts = _texts(recursos)
    answers = []
    for _ in range(rounds):
        start = perf_counter()
        for text in texts:
            loaded.classifier.classificar(text)
        answers.append((perf_counter() - start) / len(texts))
    note = f"{len(texts)} frases próprias, em média {_mean_length(texts)} letras"
    report.add(Figure(GROUP, "classificar um texto", "µs", median(answers) * 1e6, nota=note))
    _quality(report, recursos, validate=validate)


def _texts(recursos: Recursos) -> list[str]:
    sentences = json.loads(recursos.read_text("taxonomia/frases-v1.json"))["frases"]
    return [sentence for category in sentences.values() for sentence in category]


def _mean_length(texts: list[str]) -> int:
    return sum(map(len, texts)) // len(texts)


def _quality(report: Report, recursos: Recursos, *, validate: bool) -> None:
    possible = importlib.util.find_spec("sklearn") is not None and DATA.is_dir()
    if validate and possible:
        found, source = _validated(), "validação cruzada, agora"
    else:
        found = json.loads(recursos.read_text(REPORT))["medidas"]
        source = "validação cruzada, do relatório do treino"
    for name, one in found.items():
        for figure in figures_of(name, one, source):
            report.add(figure)


def _validated() -> dict[str, Any]:
    packaging = str(ROOT / "packaging")
    if packaging not in sys.path:
        sys.path.insert(0, packaging)
    script = importlib.import_module("treinar_categorias")
    validation = importlib.import_module("treino_medida")
    material = script.material(DATA)
    answers = validation.cross_validate(material, lambda _: None)
    return {name: asdict(one) for name, one in script.figures(answers, material.main).items()}


def figures_of(name: str, one: Mapping[str, Any], source: str) -> list[Figure]:
    """The lines of one set of texts; ``one`` is a measure of the training script."""
    lines = [
        ("acurácia", one["acuracia"], f"{one['claras']} textos claros"),
        ("macro-F1", one["macro_f1"], "as oito categorias"),
    ]
    for at in one["limiares"]:
        limit = f"{at['limiar']:.2f}"
        lines += [
            (f"cobertura {limit}", at["cobertura"], "dos textos claros"),
            (f"precisão {limit}", at["precisao"], f"{at['respostas']} respostas"),
        ]
    return [
        Figure(GROUP, f"{name}: {what}", "%", 100 * value, nota=_note(what, value, note, source))
        for what, value, note in lines
    ]


def _note(what: str, value: float, note: str, source: str) -> str:
    aim = AIMS.get(what)
    if aim is None:
        return f"{note}; {source}"
    return f"{note}; meta ao menos {aim:g}: {'sim' if value >= aim else 'NÃO'}; {source}"
