"""The score of a demand: a product of three factors, in decimals, half-up to 2 places.

Whoever has the breakdown gets the same score with a pocket calculator; colony and auditor compute
it here. Source: D-4 4.1 and 4.3, G-076, G-086, design.md 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from core.base.parametros.conjunto import Parametros, quatro_casas

_TWO_PLACES: Final = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Pontuacao:
    """A score with its breakdown, and the set the weights are of.

    Args:
        score_final: exact to 2 places.
        peso_nacional: of the level of precedence.
        peso_situacional: of the level in the unit, 0 to 1, at most 4 places.
        score_horizontal: of the category within its level, 0 to 100.
        versao_parametros: label of the set.
    """

    score_final: Decimal
    peso_nacional: Decimal
    peso_situacional: Decimal
    score_horizontal: int
    versao_parametros: str


def score_final(
    peso_nacional: Decimal, peso_situacional: Decimal, score_horizontal: int
) -> Decimal:
    """``peso_nacional x peso_situacional (4 places) x score_horizontal``, 2 places half-up."""
    product = peso_nacional * quatro_casas(peso_situacional) * score_horizontal
    return product.quantize(_TWO_PLACES, ROUND_HALF_UP)


def pontuar(
    parametros: Parametros, unidade_civica_id: str, nivel_precedencia: int, score_horizontal: int
) -> Pontuacao:
    """The score of a demand of that level and category in that unit.

    Raises:
        KeyError: no level of precedence.
    """
    nacional = parametros.peso_nacional(nivel_precedencia)
    situacional = parametros.peso_situacional(unidade_civica_id, nivel_precedencia)
    return Pontuacao(
        score_final(nacional, situacional, score_horizontal),
        nacional,
        situacional,
        score_horizontal,
        parametros.versao,
    )
