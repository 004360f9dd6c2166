"""The texts that the classifier of categories is trained and measured on.

They lie in a folder outside the project and never enter it: the project holds labels by hash
(``treino/rotulos-v1.json``), rules for the names of services (``treino/servicos-v1.json``), and
sentences of its own (``resources/taxonomia/frases-v1.json``). Standard library only.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent
TAXONOMY: Final = ROOT / "resources" / "taxonomia"

LABELLED: Final = ("rotuladas", "sinteticas")
SERVICES: Final = (
    "estruturado_rio1746",
    "estruturado_recife156",
    "servicos_sp156",
    "estruturado_ouvidoria_sc",
)
FREE: Final = (
    "indicacoes_vereadores",
    "defesa_civil_recife",
    "reclameaqui_governo",
    "lai_prefeituras",
)
# Rows that carry no single right answer among the categories of the main screen.
UNCLEAR: Final = frozenset({"ambigua", "outra"})
# A free text that is no demand for a service: its class is found by the first model.
NO_DEMAND: Final = "X"

Targets = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Example:
    """A text to learn from. ``targets`` is None where the first model has to name the class."""

    texto: str
    targets: Targets | None
    origem: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled row. ``rotulo`` is the answer to measure, ``targets`` what to learn, if any."""

    texto: str
    rotulo: str
    targets: Targets | None
    arquivo: str


def joined(text: str) -> str:
    """``text`` with every run of white space made one space."""
    return " ".join(text.split())


def key(text: str) -> str:
    """The name of a text in the file of labels."""
    return hashlib.sha256(joined(text).encode()).hexdigest()[:16]


def plain(text: str) -> str:
    """Lower case without accents."""
    return unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()


def _json(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def _rows(folder: Path, name: str) -> Iterator[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def _targets(label: str) -> Targets:
    parts = label.split("+")
    return {part: 1 / len(parts) for part in parts}


def own_labels() -> dict[str, str]:
    """Key of a text -> our label: ``3.1``, several joined by ``+``, or ``X``."""
    labels: dict[str, str] = _json(HERE / "treino" / "rotulos-v1.json")["rotulos"]
    return labels


def labelled(folder: Path) -> list[Labelled]:
    """The rows of the labelled files, in order."""
    ours = own_labels()
    found = []
    for name in LABELLED:
        for row in _rows(folder, name):
            text, label = joined(row["texto"]), row["categoria_id"]
            learn = ours.get(key(text), NO_DEMAND) if label in UNCLEAR else label
            targets = None if learn == NO_DEMAND else _targets(learn)
            found.append(Labelled(text, label, targets, name))
    return found


def examples(folder: Path) -> list[Example]:
    """Everything else there is to learn from, none of it a labelled row."""
    held = {key(row.texto) for row in labelled(folder)}
    return [*_sentences(), *_terms(), *_services(folder), *_free(folder, held)]


def _sentences() -> Iterator[Example]:
    for categoria, sentences in _json(TAXONOMY / "frases-v1.json")["frases"].items():
        for sentence in sentences:
            yield Example(sentence, {categoria: 1.0}, "frase")


def _terms() -> Iterator[Example]:
    for subcategoria, terms in _json(TAXONOMY / "dicionario-v1.json")["termos"].items():
        for term in terms:
            yield Example(term, {subcategoria.rpartition(".")[0]: 1.0}, "termo")


def service_category(name: str, rules: list[list[str]]) -> str | None:
    """The category of the first rule that finds itself in the plain ``name``."""
    return next((categoria for pattern, categoria in rules if re.search(pattern, name)), None)


def _services(folder: Path) -> Iterator[Example]:
    rules = _json(HERE / "treino" / "servicos-v1.json")["regras"]
    seen: set[str] = set()
    for name in SERVICES:
        for row in _rows(folder, name):
            text = joined(row["texto"])
            short = text.split(": ", 1)[-1] if name.endswith("_sc") else text
            if plain(short) in seen:
                continue
            seen.add(plain(short))
            where = f"{row['texto']} | {row['subcategoria_origem']} | {row['categoria_origem']}"
            categoria = service_category(plain(where), rules)
            if categoria is not None:
                yield Example(short, {categoria: 1.0}, "servico")


def _free(folder: Path, held: set[str]) -> Iterator[Example]:
    ours = own_labels()
    seen = set(held)
    for name in FREE:
        for row in _rows(folder, name):
            text = joined(row["texto"])
            label = ours.get(key(text))
            if key(text) in seen or label is None:
                continue
            seen.add(key(text))
            yield Example(text, None if label == NO_DEMAND else _targets(label), "livre")
