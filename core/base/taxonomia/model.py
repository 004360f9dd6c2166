"""The compact model: whole-number weights of words, a calibration, its own versions. JSON.

Read with msgspec in milliseconds; no numerical library is needed to classify. The file holds
words and parts of words with their weights and nothing else of what it was trained on. Source:
design.md 6 ("trained classifiers are versioned files"), issue of part 2.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

from core.base.taxonomia.features import VERSAO_FEATURES
from core.base.texto.folding import VERSAO_DOBRA
from core.base.texto.spelling import VERSAO_GRAFIA
from core.base.texto.stemming import VERSAO_RADICAL
from core.base.texto.tokens import VERSAO_FICHAS

FORMATO: Final = 1
# Weights are stored as whole numbers: the real weight times this.
SCALE: Final = 100


def versoes_do_texto() -> dict[str, str]:
    """The versions of every step a weight depends on."""
    return {
        "dobra": VERSAO_DOBRA,
        "features": VERSAO_FEATURES,
        "fichas": VERSAO_FICHAS,
        "grafia": VERSAO_GRAFIA,
        "radical": VERSAO_RADICAL,
    }


class Calibragem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turns the raw answer into a confidence: a logistic function of the lead of the first.

    Whole numbers, thousandths: ``constante + margem·ln(p1/p2)``. Length of the text, agreement of
    the dictionary and the number of other categories it names were tried and told no more.
    """

    constante: int
    margem: int


class Modelo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file. ``pesos``: feature -> class index, weight, class index, weight …"""

    formato: int
    versao: str
    versao_taxonomia: str
    versao_dicionario: str
    versoes_texto: dict[str, str]
    base: str | None
    correcoes: int
    classes: list[str]
    interceptos: list[int]
    calibragem: Calibragem
    pesos: dict[str, list[int]]


class ModelError(ValueError):
    """The bytes are no model, or of other versions than this program's."""


def carregar_modelo(data: bytes) -> Modelo:
    """Read and check a model.

    Raises:
        ModelError: not JSON of this form, another format or other text versions, inconsistent.
    """
    try:
        modelo = msgspec.json.decode(data, type=Modelo)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ModelError(str(error)) from error
    if modelo.formato != FORMATO:
        raise ModelError(f"format {modelo.formato}, not {FORMATO}")
    if modelo.versoes_texto != versoes_do_texto():
        raise ModelError("trained for another version of the text steps")
    size = len(modelo.classes)
    if size < 2 or len(set(modelo.classes)) != size or len(modelo.interceptos) != size:
        raise ModelError("classes and intercepts do not match")
    for name, row in modelo.pesos.items():
        if len(row) % 2 or not all(0 <= index < size for index in row[::2]):
            raise ModelError(f"weights of {name!r}")
    return modelo


def gravar_modelo(modelo: Modelo) -> bytes:
    """The bytes of a model: keys sorted, one feature a line, the same bytes for the same model."""
    plain = msgspec.to_builtins(modelo)
    pesos = plain.pop("pesos")
    head = msgspec.json.encode(plain, order="sorted")[:-1]
    rows = b",\n".join(
        msgspec.json.encode(name) + b":" + msgspec.json.encode(pesos[name])
        for name in sorted(pesos)
    )
    return head + b',"pesos":{\n' + rows + b"\n}}\n"


def probabilities(logits: list[float]) -> list[float]:
    """Softmax."""
    top = max(logits)
    parts = [math.exp(logit - top) for logit in logits]
    total = math.fsum(parts)
    return [part / total for part in parts]


def lead(first: float, second: float) -> float:
    """How far the likeliest class is ahead of the next, as ``ln(p1/p2)``; 0 to 14."""
    return math.log(max(first, 1e-6) / max(min(first, second), 1e-6))


def confidence(calibragem: Calibragem, margem: float) -> float:
    """The calibrated confidence of a ``lead``, 0-1, four places."""
    score = (calibragem.constante + calibragem.margem * margem) / 1000
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, score)))), 4)
