"""Distances in metres and boxes in degrees. Source: design.md 7 (haversine), issue of part 2."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

RAIO_TERRA_M: Final = 6_371_008.8
"""Mean radius of the Earth (IUGG)."""

RAIO_CAPTURA_M: Final = 10_000.0
"""How far from the device's fix a demand may be placed."""

_M_POR_GRAU: Final = math.pi * RAIO_TERRA_M / 180


@dataclass(frozen=True, slots=True)
class Ponto:
    """A place in degrees."""

    lat: float
    lng: float


def haversine_m(a: Ponto, b: Ponto) -> float:
    """Great-circle distance in metres."""
    lat_a, lat_b = math.radians(a.lat), math.radians(b.lat)
    meio = (
        math.sin((lat_b - lat_a) / 2) ** 2
        + math.cos(lat_a) * math.cos(lat_b) * math.sin(math.radians(b.lng - a.lng) / 2) ** 2
    )
    return 2 * RAIO_TERRA_M * math.asin(min(1.0, math.sqrt(meio)))


def dentro_do_raio(fix: Ponto, ponto: Ponto, raio_m: float = RAIO_CAPTURA_M) -> bool:
    """Whether ``ponto`` lies within ``raio_m`` metres of ``fix``."""
    return haversine_m(fix, ponto) <= raio_m


@dataclass(frozen=True, slots=True)
class Caixa:
    """A box in degrees, edges included. It does not cross the antimeridian."""

    sul: float
    oeste: float
    norte: float
    leste: float

    def contem(self, ponto: Ponto) -> bool:
        """Whether the point lies in the box or on its edge."""
        return self.sul <= ponto.lat <= self.norte and self.oeste <= ponto.lng <= self.leste

    def alargada(self, metros: float) -> Caixa:
        """The box with at least ``metros`` more on every side."""
        graus = metros / _M_POR_GRAU
        mais_longe = min(89.0, max(abs(self.sul), abs(self.norte)) + graus)
        graus_lng = graus / math.cos(math.radians(mais_longe))
        return Caixa(
            max(-90.0, self.sul - graus),
            max(-180.0, self.oeste - graus_lng),
            min(90.0, self.norte + graus),
            min(180.0, self.leste + graus_lng),
        )

    def unida(self, outra: Caixa) -> Caixa:
        """The smallest box that holds both."""
        return Caixa(
            min(self.sul, outra.sul),
            min(self.oeste, outra.oeste),
            max(self.norte, outra.norte),
            max(self.leste, outra.leste),
        )


BRASIL: Final = Caixa(sul=-33.9, oeste=-74.1, norte=5.4, leste=-28.6)
"""The country with its islands (Trindade and Martim Vaz in the east)."""
