"""A parameter set: the weights of the formula and the capacities of the agendas.

One set is in force at a time; D-4 takes the weights from it, D-5 the capacities. What neither the
set nor its unit names has a default, so that a set is total over any unit and level. Pure values.
Source: D-4 4.2, D-5 4.3, G-077, G-108.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from typing import Any, Final

from core.kernel.canonical import encode_jcs
from core.kernel.event import Payload

NIVEIS: Final = (1, 2, 3, 4, 5)
"""Levels of precedence, 1 most critical."""

CAPACIDADE_PADRAO: Final = 10
"""Items of a unit's agenda where nothing else is said (G-109)."""

PESO_SITUACIONAL_PADRAO: Final = Decimal(1)
"""A unit or level without a weight of its own has no known gap (D-4 3.6)."""

MAX_PESO_NACIONAL: Final = Decimal("999.99")
"""What ``NUMERIC(5,2)`` holds (D-4 2.2)."""

MAX_CAPACIDADE: Final = 10_000

_TWO_PLACES: Final = Decimal("0.01")
_FOUR_PLACES: Final = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Parametros:
    """The set that is in force.

    Args:
        versao: its label, at most 20 characters.
        pesos_nacionais: level -> weight. A level that is missing has its default.
        pesos_situacionais: unit -> level -> weight from 0 to 1, at most 4 places.
        capacidades: unit -> items its agenda holds.
        capacidade_padrao: items of the agenda of any other unit.
    """

    versao: str
    pesos_nacionais: Mapping[int, Decimal]
    pesos_situacionais: Mapping[str, Mapping[int, Decimal]] = field(default_factory=dict)
    capacidades: Mapping[str, int] = field(default_factory=dict)
    capacidade_padrao: int = CAPACIDADE_PADRAO

    def peso_nacional(self, nivel: int) -> Decimal:
        """The weight of a level of precedence.

        Raises:
            KeyError: no level of precedence.
        """
        found = self.pesos_nacionais.get(nivel)
        return _NACIONAIS[nivel] if found is None else found

    def peso_situacional(self, unidade_civica_id: str, nivel: int) -> Decimal:
        """How far a level is from covered in a unit: 0 covered, 1 not at all or not known."""
        own = self.pesos_situacionais.get(unidade_civica_id)
        found = None if own is None else own.get(nivel)
        return PESO_SITUACIONAL_PADRAO if found is None else found

    def is_situacional_padrao(self, unidade_civica_id: str, nivel: int) -> bool:
        """True where the weight of a level in a unit is the default, named by nobody."""
        return nivel not in self.pesos_situacionais.get(unidade_civica_id, {})

    def capacidade(self, unidade_civica_id: str) -> int:
        """How many items a unit's agenda holds."""
        return self.capacidades.get(unidade_civica_id, self.capacidade_padrao)

    def unidades(self) -> frozenset[str]:
        """The units that the set names."""
        return frozenset(self.pesos_situacionais) | frozenset(self.capacidades)


_NACIONAIS: Final[Mapping[int, Decimal]] = {
    1: Decimal(100),
    2: Decimal(80),
    3: Decimal(60),
    4: Decimal(40),
    5: Decimal(20),
}

PADRAO: Final = Parametros("mvp-v1", _NACIONAIS)
"""In force until a set is loaded: the reference values of D-4 4.2."""


def decimal_of(number: float | Decimal) -> Decimal:
    """A number of the wire by its shortest text (design.md 5): 0.85 is exactly 0.85."""
    return number if isinstance(number, Decimal) else Decimal(repr(number))


def number_of(value: Decimal) -> float:
    """A decimal as a number of the wire, read back equal by :func:`decimal_of`."""
    return float(value)


def quatro_casas(value: Decimal) -> Decimal:
    """Half-up to 4 places, as a situational weight enters the product (G-086)."""
    return value.quantize(_FOUR_PLACES, ROUND_HALF_UP).normalize()


def _nacional(value: Decimal) -> Decimal:
    """What a national weight counts as: two places, and no more than the column holds."""
    return min(value, MAX_PESO_NACIONAL).quantize(_TWO_PLACES, ROUND_HALF_UP).normalize()


def para_payload(parametros: Parametros) -> Payload:
    """``parametros.carregados``, in one order, with the hash of the content."""
    content: Payload = {
        "pesos_nacionais": [
            {"nivel_precedencia": nivel, "peso": number_of(parametros.peso_nacional(nivel))}
            for nivel in NIVEIS
        ],
        "pesos_situacionais": [
            {"unidade_civica_id": unidade, "nivel_precedencia": nivel, "peso": number_of(peso)}
            for unidade, pesos in sorted(parametros.pesos_situacionais.items())
            for nivel, peso in sorted(pesos.items())
        ],
        "capacidades": [
            {"unidade_civica_id": unidade, "itens": itens}
            for unidade, itens in sorted(parametros.capacidades.items())
        ],
        "capacidade_padrao": parametros.capacidade_padrao,
    }
    return {"versao": parametros.versao, "hash_conteudo": hash_conteudo(content), **content}


def hash_conteudo(payload: Mapping[str, Any]) -> str:
    """SHA-256 over the RFC 8785 bytes of the payload without its label and its hash, 64 hex.

    Two sets of equal content have equal hashes whatever they are called, and whoever has the
    event alone computes it again.
    """
    content = {
        name: value for name, value in payload.items() if name not in ("versao", "hash_conteudo")
    }
    return sha256(encode_jcs(content)).hexdigest()


def de_payload(payload: Mapping[str, Any]) -> Parametros:
    """The set that a ``parametros.carregados`` says.

    Total over valid events: of two weights for the same level the later counts.
    """
    situacionais: dict[str, dict[int, Decimal]] = {}
    for one in payload.get("pesos_situacionais") or ():
        peso = quatro_casas(decimal_of(one["peso"]))
        situacionais.setdefault(one["unidade_civica_id"], {})[one["nivel_precedencia"]] = peso
    return Parametros(
        versao=payload["versao"],
        pesos_nacionais={
            one["nivel_precedencia"]: _nacional(decimal_of(one["peso"]))
            for one in payload.get("pesos_nacionais") or ()
        },
        pesos_situacionais=situacionais,
        capacidades={
            one["unidade_civica_id"]: one["itens"] for one in payload.get("capacidades") or ()
        },
        capacidade_padrao=payload.get("capacidade_padrao") or CAPACIDADE_PADRAO,
    )
