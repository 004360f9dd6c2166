"""The classifier of demands: text in, category with confidence and reasons out.

Explainable, deterministic, offline, pure Python. A linear model over words, word pairs, letter
groups and dictionary hits; the confidence is calibrated (core.base.taxonomia.model). It applies
the taxonomy, it never changes it. Source: Apêndice B D-3, G-031 to G-034, G-041.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from core.base.taxonomia.dictionary import Dictionary
from core.base.taxonomia.features import CATEGORY, SUB
from core.base.taxonomia.model import SCALE, Modelo, confidence, lead, probabilities
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.taxonomia.vectors import Vector, vector
from core.base.texto.language import guess

LIMIAR_AUTOMATICO: Final = 0.85
LIMIAR_MINIMO: Final = 0.70
MAX_SUGESTOES: Final = 5
MAX_TERMOS: Final = 8
PORTUGUESE: Final = "pt"
# The most that is believed of a text in another language: below the lower limit.
FOREIGN_CONFIDENCE: Final = 0.5
# Below this an alternative says nothing.
_LEAST_SCORE: Final = 0.01

Faixa = Literal["automatico", "amostra", "revisao"]


@dataclass(frozen=True, slots=True)
class Alternativa:
    """Another category, best first; ``score_confianca`` 0-1."""

    categoria_id: str
    score_confianca: float


@dataclass(frozen=True, slots=True)
class Termo:
    """A word of the text, folded, and what it added to the answer (log-odds; may be negative)."""

    palavra: str
    contribuicao: float


@dataclass(frozen=True, slots=True)
class Bruta:
    """The answer before calibration, for the training script."""

    categoria_id: str
    margem: float
    partes: tuple[float, ...]
    ordem: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Classificacao:
    """The answer.

    Args:
        categoria_id: the main category; None where the text holds nothing to go by.
        subcategoria_id: where the dictionary points inside it, else None (G-034).
        confianca: probability that ``categoria_id`` is right, 0-1, four places.
        alternativas: up to five other categories, best first; further problems the text names
            by a term of the dictionary are among them.
        termos: words that led to the answer, strongest first, at most eight.
        versao_classificador: of the model.
        versao_taxonomia: of the taxonomy.
    """

    categoria_id: str | None
    subcategoria_id: str | None
    confianca: float
    alternativas: tuple[Alternativa, ...]
    termos: tuple[Termo, ...]
    versao_classificador: str
    versao_taxonomia: str

    def faixa(self, automatico: float = LIMIAR_AUTOMATICO, minimo: float = LIMIAR_MINIMO) -> Faixa:
        """What happens next: publish, publish and sample, or wait for a person (G-032)."""
        if self.categoria_id is None or self.confianca < minimo:
            return "revisao"
        return "automatico" if self.confianca >= automatico else "amostra"


class Classifier:
    """A model with its dictionary and taxonomy, ready to classify.

    Raises:
        ValueError: the model speaks of categories the taxonomy does not have as active.
    """

    def __init__(self, modelo: Modelo, dictionary: Dictionary, taxonomy: Taxonomy) -> None:
        unknown = [one for one in modelo.classes if not taxonomy.is_active(one)]
        if unknown:
            raise ValueError(f"the model names categories that are not active: {unknown}")
        self._modelo = modelo
        self._dictionary = dictionary
        self._taxonomy = taxonomy
        self._index = {categoria: index for index, categoria in enumerate(modelo.classes)}

    @property
    def versao_classificador(self) -> str:
        """What ``demanda.categorizada`` 1.2.0 records."""
        return self._modelo.versao

    @property
    def versao_taxonomia(self) -> str:
        """As ``versao_classificador``."""
        return self._taxonomy.versao

    def classificar(self, texto: str, idioma: str | None = None) -> Classificacao:
        """Classify one text, title and description together; any string is allowed.

        Args:
            texto: what the resident said; captions of images may follow.
            idioma: ``idioma_detectado`` of D-1b; guessed where None. A text in another language
                than Portuguese gets an answer, but never without a person.
        """
        seen = vector(texto, self._dictionary)
        raw = self.raw(seen)
        if raw is None:
            return self._nothing()
        confianca = confidence(self._modelo.calibragem, raw.margem)
        if (idioma or guess(texto) or PORTUGUESE) != PORTUGUESE:
            confianca = min(confianca, FOREIGN_CONFIDENCE)
        return Classificacao(
            categoria_id=raw.categoria_id,
            subcategoria_id=self._subcategory(seen, raw.categoria_id),
            confianca=confianca,
            alternativas=self._alternatives(raw, _categories_hit(seen), confianca),
            termos=self._terms(seen, raw.ordem[0]),
            versao_classificador=self.versao_classificador,
            versao_taxonomia=self.versao_taxonomia,
        )

    def raw(self, seen: Vector) -> Bruta | None:
        """The uncalibrated answer; None where no feature of the text is known."""
        logits, known = self._logits(seen)
        if not known:
            return None
        parts = probabilities(logits)
        order = sorted(range(len(parts)), key=lambda index: (-parts[index], index))
        return Bruta(
            self._modelo.classes[order[0]],
            lead(parts[order[0]], parts[order[1]]),
            tuple(parts),
            tuple(order),
        )

    def best_of(self, seen: Vector, categorias: Sequence[str]) -> str:
        """The likeliest of ``categorias`` (those the model knows), for the training script."""
        scores, _ = self._logits(seen)
        known = [one for one in categorias if one in self._index]
        return max(known, key=lambda one: (scores[self._index[one]], one))

    def _nothing(self) -> Classificacao:
        return Classificacao(
            None, None, 0.0, (), (), self.versao_classificador, self.versao_taxonomia
        )

    def _logits(self, seen: Vector) -> tuple[list[float], bool]:
        """The score of every class, and whether any whole word or term was known at all."""
        scores = [float(value) for value in self._modelo.interceptos]
        known = False
        pesos = self._modelo.pesos
        for name, value in seen.values.items():
            row = pesos.get(name)
            if row is None:
                continue
            known = True
            pairs = iter(row)
            for index, weight in zip(pairs, pairs, strict=True):
                scores[index] += value * weight
        return [score / SCALE for score in scores], known

    def _subcategory(self, seen: Vector, categoria: str) -> str | None:
        """The subcategory of ``categoria`` with the strongest hits; the first of equals."""
        best: str | None = None
        strength = 0.0
        hits = [(name, value) for name, value in seen.values.items() if name.startswith(SUB)]
        for name, value in sorted(hits):
            subcategoria = name.removeprefix(SUB)
            inside = subcategoria.rpartition(".")[0] == categoria
            if inside and value > strength and self._taxonomy.is_active(subcategoria):
                best, strength = subcategoria, value
        return best

    def _alternatives(
        self, raw: Bruta, hits: frozenset[str], confianca: float
    ) -> tuple[Alternativa, ...]:
        """Other categories; what is not the first's confidence is shared as the model shares."""
        rest = math.fsum(raw.partes[index] for index in raw.ordem[1:])
        share = (1 - confianca) / rest if rest > 0 else 0.0
        found = []
        for index in raw.ordem[1:]:
            categoria = self._modelo.classes[index]
            score = min(confianca, round(raw.partes[index] * share, 4))
            if score >= _LEAST_SCORE or categoria in hits:
                found.append(Alternativa(categoria, score))
            # The likeliest come first: what follows has no more to say.
            if len(found) == MAX_SUGESTOES or (score < _LEAST_SCORE and not hits):
                break
        return tuple(found)

    def _terms(self, seen: Vector, index: int) -> tuple[Termo, ...]:
        """What each word added to the winning class, features shared among their words."""
        sums: dict[str, float] = {}
        pesos = self._modelo.pesos
        for name, value in seen.values.items():
            row = pesos.get(name)
            if row is None:
                continue
            classes = row[::2]
            if index not in classes:
                continue
            weight = row[2 * classes.index(index) + 1]
            words = seen.words[name]
            for word in words:
                sums[word] = sums.get(word, 0.0) + value * weight / SCALE / len(words)
        ranked = sorted(sums.items(), key=lambda item: (-abs(item[1]), item[0]))
        terms = ((word, round(value, 3)) for word, value in ranked)
        counted = ((word, value) for word, value in terms if value)
        return tuple(Termo(word, value) for word, value in islice(counted, MAX_TERMOS))


def _categories_hit(seen: Vector) -> frozenset[str]:
    """Categories a term of the dictionary speaks for."""
    return frozenset(
        name.removeprefix(CATEGORY) for name in seen.values if name.startswith(CATEGORY)
    )
