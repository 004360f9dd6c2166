"""Where a demand belongs. Values in, values out: no tables, no clock.

Source: D-2 3.3, 4.1-4.5, G-016, G-059, G-063; methods and confidence by ``precisao_local``
(issue of part 2). No coordinate is rounded: an answer takes microseconds, so nothing is gained
by a cache of rounded places that would join the two sides of a border (G-056, G-057).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from core.base.territorio.unidade import MUNICIPIO, Unidade

if TYPE_CHECKING:
    from core.base.territorio.resolvedor import Resolvedor

Precisao = Literal["ponto", "rua", "unidade"]
Resultado = Literal["aguardando", "sem_coordenadas", "coordenadas_invalidas"]

METODOS: Final[Mapping[str, tuple[str, str]]] = {
    "ponto": ("gps", "alta"),
    "rua": ("endereco", "media"),
    "unidade": ("inferencia", "baixa"),
}
"""Precision of the place -> (metodo_resolucao, confianca_geo)."""


@dataclass(frozen=True, slots=True)
class Lugar:
    """What a demand says of its place; at least a point or a unit."""

    lat: float | None
    lng: float | None
    precisao: str
    unidade_id: str | None = None

    @property
    def ponto(self) -> tuple[float, float] | None:
        """Latitude and longitude; None where only a unit was picked."""
        return None if self.lat is None or self.lng is None else (self.lat, self.lng)


@dataclass(frozen=True, slots=True)
class Resolucao:
    """The unit a demand belongs to, and how that is known."""

    unidade_civica_id: str
    nivel: int
    cadeia: tuple[str, ...]
    municipio_id: str | None
    metodo: str
    confianca: str


@dataclass(frozen=True, slots=True)
class Mapa:
    """The colony's memory: the polygons, and the attachments that are not here.

    While ``faltas`` is not empty a point may lie in a smaller unit than is known: none is
    resolved, nothing is made up.
    """

    resolvedor: Resolvedor
    faltas: tuple[str, ...] = ()


def read_place(payload: Mapping[str, Any]) -> tuple[Resultado, Lugar | None]:
    """The place that a ``demanda.normalizada`` tells, or why it tells none.

    The contract refuses coordinates out of range before they reach the log; what is judged here
    once more is the last line of defence (D-2 3.3, step 3).
    """
    raw = payload.get("coordenadas_validadas")
    unit = payload.get("unidade_informada_id")
    point = _point(raw)
    if point is None and unit is None:
        return ("sem_coordenadas" if raw is None else "coordenadas_invalidas"), None
    if point is None:
        return "aguardando", Lugar(None, None, "unidade", unit)
    precision = str(payload.get("precisao_local") or "ponto")
    return "aguardando", Lugar(*point, precision, unit)


def _point(raw: Any) -> tuple[float, float] | None:
    if not isinstance(raw, Mapping):
        return None
    lat, lng = _degrees(raw.get("lat"), 90), _degrees(raw.get("lng"), 180)
    return None if lat is None or lng is None else (lat, lng)


def _degrees(value: Any, limit: int) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not math.isfinite(value) or abs(value) > limit:
        return None
    return float(value) + 0.0  # there is no minus zero on the wire


def resolve(resolvedor: Resolvedor, lugar: Lugar) -> Resolucao | None:
    """The smallest unit of the place; None where no unit is known for it.

    A picked unit stands where it is all that is known, and where the point lies outside all
    outlines.
    """
    by_point = _by_point(resolvedor, lugar)
    by_unit = _resolucao(resolvedor.cadeia(lugar.unidade_id or ""), "unidade")
    return (by_unit or by_point) if lugar.precisao == "unidade" else (by_point or by_unit)


def _by_point(resolvedor: Resolvedor, lugar: Lugar) -> Resolucao | None:
    if lugar.ponto is None:
        return None
    return _resolucao(resolvedor.resolver(*lugar.ponto).cadeia, lugar.precisao)


def _resolucao(cadeia: Sequence[Unidade], precisao: str) -> Resolucao | None:
    if not cadeia:
        return None
    metodo, confianca = METODOS[precisao]
    return Resolucao(
        cadeia[0].unidade_civica_id,
        cadeia[0].nivel,
        tuple(link.unidade_civica_id for link in cadeia),
        next((link.unidade_civica_id for link in cadeia if link.nivel == MUNICIPIO), None),
        metodo,
        confianca,
    )


@dataclass(frozen=True, slots=True)
class Mantida:
    """A person's word: the demand stays in its unit, not in the one that outlines name."""

    unidade_id: str
    recusada_id: str | None
    lat: float | None
    lng: float | None

    def holds_for(self, lugar: Lugar) -> bool:
        """Whether it was said of this place: the same point, and no other unit picked since."""
        same_unit = lugar.precisao != "unidade" or lugar.unidade_id == self.unidade_id
        return same_unit and (lugar.lat, lugar.lng) == (self.lat, self.lng)


def kept(
    resolvedor: Resolvedor, found: Resolucao | None, mantida: Mantida | None
) -> Resolucao | None:
    """What was found, or the unit that a person keeps instead of just that one."""
    if mantida is None or mantida.recusada_id != (
        None if found is None else found.unidade_civica_id
    ):
        return found
    return _resolucao(resolvedor.cadeia(mantida.unidade_id), "unidade") or found


@dataclass(frozen=True, slots=True)
class Mudanca:
    """Where a demand's point lies by the present outlines; None outside all."""

    unidade_id: str | None
    nivel: int | None


def judge(
    resolvedor: Resolvedor, unidade_id: str, lat: float, lng: float, metodo: str
) -> Mudanca | None:
    """What would change if the demand were resolved now; None where nothing would."""
    found = resolvedor.resolver(lat, lng).unidade
    if found is None:
        # A picked unit stands where the point lies outside: still so.
        return None if metodo == METODOS["unidade"][0] else Mudanca(None, None)
    if found.unidade_civica_id == unidade_id:
        return None
    return Mudanca(found.unidade_civica_id, found.nivel)
