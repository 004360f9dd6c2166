"""Outlines for a map: simplified once per band of zoom, as the JSON that a page draws.

Borders of one source and level are simplified together, so that neighbours go on meeting; where
the outlines overlap or leave gaps, each by itself. What would be smaller than two pixels in a band
has no shape there. Values in, values out; the bytes of a shape are ``[[[[lat,lng],…],…],…]``:
polygons of rings of points, latitude first, as Leaflet wants them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from core.base.territorio.distancia import Caixa, Ponto
from core.base.territorio.unidade import Territorio, Unidade

FAIXAS: Final = (4, 7, 10, 13, 22)
"""The highest zoom of each band."""

_GRAUS_POR_PIXEL: Final = 360 / 256
_CASAS: Final = (3, 4, 4, 5, 6)
_ULTIMA_TOLERANCIA: Final = 2e-5

Progresso = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Contorno:
    """A unit as a map shows it.

    Args:
        caixa: around the outline as it was imported.
        rotulo: where its name goes, inside the outline.
        formas: one per band; empty where it would be too small to be seen.
    """

    unidade: Unidade
    caixa: Caixa
    rotulo: Ponto
    formas: tuple[bytes, ...]


def faixa_do_zoom(zoom: int) -> int:
    """The band that a zoom belongs to."""
    return next((at for at, last in enumerate(FAIXAS) if zoom <= last), len(FAIXAS) - 1)


def graus_por_pixel(zoom: float) -> float:
    """Degrees of longitude in one pixel of the usual web map."""
    return float(_GRAUS_POR_PIXEL / 2**zoom)


def tolerancia(faixa: int) -> float:
    """How far a border may move, in degrees: one pixel at the band's highest zoom."""
    if faixa == len(FAIXAS) - 1:
        return _ULTIMA_TOLERANCIA
    return graus_por_pixel(FAIXAS[faixa])


def contornos(territorio: Territorio, progresso: Progresso | None = None) -> list[Contorno]:
    """Every outline of a territory, by level from the country down, then by name.

    Args:
        territorio: units and outlines; those that cannot be read are left out.
        progresso: told groups done and all of them; may raise to stop.
    """
    grupos = _grupos(territorio)
    found: list[Contorno] = []
    for done, (unidades, geometrias) in enumerate(grupos):
        if progresso is not None:
            progresso(done, len(grupos))
        found += _grupo(unidades, geometrias)
    return sorted(found, key=lambda c: (-c.unidade.nivel, c.unidade.nome_busca))


_Grupo = tuple[list[Unidade], list[BaseGeometry]]


def _grupos(territorio: Territorio) -> list[_Grupo]:
    """Units of one source and level, with their outlines."""
    grupos: dict[tuple[str, int], _Grupo] = {}
    for unidade in territorio.unidades:
        wkb = territorio.geometrias.get(unidade.unidade_civica_id)
        geometria = None if wkb is None else shapely.from_wkb(wkb, on_invalid="ignore")
        if geometria is None or geometria.is_empty:
            continue
        unidades, geometrias = grupos.setdefault((unidade.fonte, unidade.nivel), ([], []))
        unidades.append(unidade)
        geometrias.append(geometria)
    return list(grupos.values())


def _grupo(unidades: list[Unidade], geometrias: list[BaseGeometry]) -> list[Contorno]:
    meets = bool(shapely.coverage_is_valid(geometrias))
    por_faixa = [_faixa(geometrias, faixa, meets=meets) for faixa in range(len(FAIXAS))]
    found = []
    for at, (unidade, geometria) in enumerate(zip(unidades, geometrias, strict=True)):
        oeste, sul, leste, norte = geometria.bounds
        found.append(
            Contorno(
                unidade,
                Caixa(sul, oeste, norte, leste),
                _rotulo(geometria),
                tuple(formas[at] for formas in por_faixa),
            )
        )
    return found


def _faixa(geometrias: Sequence[BaseGeometry], faixa: int, *, meets: bool) -> list[bytes]:
    far = tolerancia(faixa)
    if meets:
        simples = shapely.coverage_simplify(geometrias, far)
    else:
        simples = shapely.simplify(geometrias, far)
    return [_forma(geometria, faixa) for geometria in np.asarray(simples, dtype=object)]


def _forma(geometria: BaseGeometry | None, faixa: int) -> bytes:
    """The polygons that are large enough to be seen."""
    small = 2 * tolerancia(faixa)
    polygons = []
    for part in _partes(geometria):
        oeste, sul, leste, norte = part.bounds
        if max(leste - oeste, norte - sul) >= small:
            polygons.append([_anel(ring, faixa) for ring in (part.exterior, *part.interiors)])
    return msgspec.json.encode(polygons) if polygons else b""


def _partes(geometria: BaseGeometry | None) -> list[Polygon]:
    if isinstance(geometria, Polygon):
        return [] if geometria.is_empty else [geometria]
    if isinstance(geometria, MultiPolygon):
        return [part for part in geometria.geoms if not part.is_empty]
    return []


def _anel(ring: BaseGeometry, faixa: int) -> list[list[float]]:
    graus = shapely.get_coordinates(ring)[:-1, ::-1]
    rounded: list[list[float]] = np.round(graus, _CASAS[faixa]).tolist()
    return rounded


def _rotulo(geometria: BaseGeometry) -> Ponto:
    """The centre of the largest part where that lies inside, else a point on it."""
    largest = max(_partes(geometria), key=lambda part: part.area, default=geometria)
    centre = largest.centroid
    if not shapely.contains(largest, centre):
        centre = shapely.point_on_surface(largest)
    return Ponto(float(shapely.get_y(centre)), float(shapely.get_x(centre)))
