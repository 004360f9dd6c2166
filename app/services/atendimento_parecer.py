"""How alike two demands are: rare words weigh more, common ones alone never suffice. Pure.

"Rua", "praça" or "problema" stand in half of all demands and say nothing of the matter. A word
weighs less the more of the demands nearby have it, and words of place and manner weigh little
anywhere. Two demands of one category need less in common than two of different ones, and at the
same spot less than at 400 m. Precision is held by hand-written pairs in the tests.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from core.base.texto.tokens import is_content, words

MESMO_LUGAR_M: Final = 60.0
_COMMON_WEIGHT: Final = 0.15
_LEAST_MATTER: Final = 0.45
"""What the shared words of matter must weigh together."""
_COMMON_WORDS: Final = (
    "rua avenida av travessa praça bairro quadra esquina estrada caminho lugar local casa casas "
    "frente perto lado atrás dentro fora entrada final começo meio ponto número altura região "
    "problema situação pedido solicitação reclamação ajuda favor urgente prefeitura morador "
    "moradores pessoa pessoas gente criança crianças família vizinho vizinhos cidade comunidade "
    "dia dias semana semanas mês meses ano anos hoje ontem noite manhã tarde tempo vez vezes "
    "grande pequeno pequena muito muita novo nova todo toda inteiro está ficar fica tem ter fazer "
    "feito precisa precisamos queremos passar passa chegar continua igreja escola mercado padaria "
    "bar farmácia posto campo"
)


@dataclass(frozen=True, slots=True)
class Parecer:
    """What two demands share.

    Args:
        grau: 0 to 1.
        palavras: shared words of matter, as the first text has them, the heaviest first.
        mesma_categoria: both are known to be of one category.
        is_parecida: worth showing.
    """

    grau: float
    palavras: tuple[str, ...]
    mesma_categoria: bool
    is_parecida: bool


def radicais(texto: str) -> frozenset[str]:
    """The stems of what a text is about."""
    return frozenset(word.stem for word in words(texto) if is_content(word))


_COMMON: Final = frozenset(word.stem for word in words(_COMMON_WORDS))


def pesos(textos: Sequence[AbstractSet[str]]) -> dict[str, float]:
    """How much each word tells, 0 to 1, among the texts at hand.

    A word that one text in many has weighs 1; one that all have weighs about a third, for where
    all speak of one thing the word is still the thing. Few texts tell little of how common a
    word is, and take little away.
    """
    total = len(textos)
    found: dict[str, float] = {}
    for text in textos:
        for stem in text:
            found[stem] = found.get(stem, 0.0) + 1
    full = math.log(2 + total)
    return {
        stem: (_COMMON_WEIGHT if stem in _COMMON else 1.0)
        * max(0.35, math.log((2 + total) / count) / full)
        for stem, count in found.items()
    }


def comparar(
    escrito: str,
    outro: str,
    peso: Mapping[str, float],
    *,
    metros: float,
    categorias: tuple[str | None, str | None] = (None, None),
) -> Parecer:
    """How alike a typed text and another demand's are.

    Args:
        escrito: what is being typed.
        outro: the words of the other.
        peso: of ``pesos``; words that are not in it weigh as rare ones.
        metros: between the two.
        categorias: of both, where known.
    """
    own = {word.stem: word.folded for word in reversed(words(escrito)) if is_content(word)}
    mine, theirs = frozenset(own), radicais(outro)

    def weight(stem: str) -> float:
        return peso.get(stem, _COMMON_WEIGHT if stem in _COMMON else 1.0)

    both = mine & theirs
    whole = sum(map(weight, mine)) + sum(map(weight, theirs))
    share = 2 * sum(map(weight, both)) / whole if whole else 0.0
    matter = sorted((stem for stem in both if stem not in _COMMON), key=lambda s: (-weight(s), s))
    first, second = categorias
    is_known = first is not None and second is not None
    is_same = is_known and first == second
    least = 0.14 if is_same else 0.35 if is_known else 0.2
    if metros <= MESMO_LUGAR_M:
        least *= 0.6
    needed = 2 if is_known and not is_same else 1
    carried = sum(map(weight, matter))
    return Parecer(
        grau=round(share, 4),
        palavras=tuple(own[stem] for stem in matter),
        mesma_categoria=is_same,
        is_parecida=len(matter) >= needed and carried >= _LEAST_MATTER and share >= least,
    )
