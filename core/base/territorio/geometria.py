"""Outlines: from rings to WKB, area on the ellipsoid, what can be repaired and what cannot.

Area: vertices are projected to the cylindrical equal-area plane of the GRS 80 ellipsoid
(x = a·λ, y = a·q(φ)/2), where a polygon's plane area is its area on the ellipsoid, edges being
straight in that plane. Against geodesic edges the difference is far below 0.1 % for sides of some
kilometres. Results are whole square metres, so that a different last bit of a sine on another
machine orders nothing differently.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from core.base.territorio.distancia import BRASIL, Caixa, Ponto

AREA_MINIMA_M2: Final = 100
"""Source: D-2 8.5."""

MAX_VARIACAO_REPARO: Final = 0.01
"""Share of the area that a repair may change before it is no longer called safe."""

MAX_VERTICES: Final = 1_000_000
"""Vertices of one outline: 16 MB of WKB."""

_EIXO_M: Final = 6_378_137.0
_ACHATAMENTO: Final = 1 / 298.257222101
_E2: Final = _ACHATAMENTO * (2 - _ACHATAMENTO)
_E: Final = math.sqrt(_E2)

Floats = npt.NDArray[np.float64]


class GeometriaIlegivelError(ValueError):
    """The file's geometry is no polygon that can be built. ``motivo`` is a message code."""

    def __init__(self, motivo: str) -> None:
        self.motivo = motivo
        super().__init__(motivo)


@dataclass(frozen=True, slots=True)
class Avaliacao:
    """What became of an outline.

    Args:
        geometria: ready to be used; None where it was kept out.
        motivo: message code of the refusal, else None.
        reparada: True where ``make_valid`` changed it.
        area_m2: of ``geometria``; of the refused outline where it was kept out.
        antes_m2: area before the repair.
    """

    geometria: BaseGeometry | None
    motivo: str | None = None
    reparada: bool = False
    area_m2: int = 0
    antes_m2: int = 0


def _plano(graus: Floats) -> Floats:
    """Degrees to the equal-area plane, in metres."""
    seno = np.sin(np.radians(graus[:, 1]))
    q = (1 - _E2) * (seno / (1 - _E2 * seno**2) + np.arctanh(_E * seno) / _E)
    return np.column_stack((_EIXO_M * np.radians(graus[:, 0]), _EIXO_M * q / 2))


def area_m2(geometria: BaseGeometry) -> int:
    """Whole square metres of a (Multi)Polygon in degrees."""
    return round(float(shapely.transform(geometria, _plano).area))


def para_wkb(geometria: BaseGeometry) -> bytes:
    """Little-endian two-dimensional WKB; the same geometry gives the same bytes."""
    return bytes(shapely.to_wkb(geometria, byte_order=1, output_dimension=2, include_srid=False))


def ponto_dentro(geometria: BaseGeometry) -> Ponto:
    """A representative point that certainly lies in the outline."""
    ponto = shapely.point_on_surface(geometria)
    return Ponto(float(shapely.get_y(ponto)), float(shapely.get_x(ponto)))


# -- building --------------------------------------------------------------------------------------


def de_geojson(objeto: object, *, trocar_eixos: bool = False) -> BaseGeometry | None:
    """A (Multi)Polygon from a GeoJSON geometry object; None from ``null`` and empty ones.

    Heights are dropped, rings closed, numbers in text (``"-46,6"``) read.

    Raises:
        GeometriaIlegivelError: another type, broken rings, values that are no numbers.
    """
    if objeto is None:
        return None
    if not isinstance(objeto, Mapping):
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel")
    tipo, partes = objeto.get("type"), objeto.get("coordinates")
    if tipo == "GeometryCollection":
        return _colecao(objeto.get("geometries"), trocar_eixos=trocar_eixos)
    if tipo not in ("Polygon", "MultiPolygon"):
        raise GeometriaIlegivelError("territorio.recusa.nao_e_poligono")
    if not isinstance(partes, list):
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel")
    poligonos = [
        poligono
        for aneis in ([partes] if tipo == "Polygon" else partes)
        if (poligono := _poligono(aneis, trocar_eixos=trocar_eixos)) is not None
    ]
    return _um_ou_varios(poligonos)


def _colecao(partes: object, *, trocar_eixos: bool) -> BaseGeometry | None:
    if not isinstance(partes, list):
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel")
    poligonos: list[BaseGeometry] = []
    for parte in partes:
        if not isinstance(parte, Mapping) or parte.get("type") not in ("Polygon", "MultiPolygon"):
            raise GeometriaIlegivelError("territorio.recusa.nao_e_poligono")
        geometria = de_geojson(parte, trocar_eixos=trocar_eixos)
        poligonos += [] if geometria is None else list(shapely.get_parts(geometria))
    return _um_ou_varios(poligonos)


def _um_ou_varios(poligonos: Sequence[BaseGeometry]) -> BaseGeometry | None:
    if not poligonos:
        return None
    return poligonos[0] if len(poligonos) == 1 else MultiPolygon(list(poligonos))  # type: ignore[arg-type]  # they are polygons


def _poligono(aneis: object, *, trocar_eixos: bool) -> BaseGeometry | None:
    if not isinstance(aneis, list):
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel")
    lidos = [anel for bruto in aneis if len(anel := _anel(bruto, trocar_eixos=trocar_eixos))]
    if not lidos:
        return None
    try:
        return Polygon(lidos[0], lidos[1:])
    except (ValueError, shapely.errors.GEOSException) as error:
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel") from error


def _anel(bruto: object, *, trocar_eixos: bool) -> Floats:
    """Ring as an (n, 2) array, longitude first."""
    if not isinstance(bruto, list):
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel")
    if not bruto:
        return np.empty((0, 2))
    try:
        anel = np.array(bruto, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        anel = _anel_em_texto(bruto)
    if anel.ndim != 2 or anel.shape[1] < 2:
        raise GeometriaIlegivelError("territorio.recusa.geometria_ilegivel")
    if not np.isfinite(anel[:, :2]).all():
        raise GeometriaIlegivelError("territorio.recusa.numero_invalido")
    return np.ascontiguousarray(anel[:, 1::-1] if trocar_eixos else anel[:, :2])


def _anel_em_texto(bruto: list[Any]) -> Floats:
    """The same where numbers stand as text with decimal commas, or some points have a height."""
    try:
        return np.array(
            [[float(str(valor).replace(",", ".")) for valor in ponto[:2]] for ponto in bruto],
            dtype=np.float64,
        )
    except (ValueError, TypeError) as error:
        raise GeometriaIlegivelError("territorio.recusa.numero_invalido") from error


# -- judging ---------------------------------------------------------------------------------------


def caixa_de(geometria: BaseGeometry) -> Caixa:
    """The outline's box."""
    oeste, sul, leste, norte = (float(v) for v in shapely.bounds(geometria))
    return Caixa(sul, oeste, norte, leste)


def _fora_de_lugar(geometria: BaseGeometry) -> str | None:
    caixa = caixa_de(geometria)
    if max(abs(caixa.sul), abs(caixa.norte)) > 90 or max(abs(caixa.oeste), abs(caixa.leste)) > 180:
        return "territorio.recusa.fora_de_graus"
    cantos = (Ponto(caixa.sul, caixa.oeste), Ponto(caixa.norte, caixa.leste))
    if all(BRASIL.contem(canto) for canto in cantos):
        return None
    if all(BRASIL.contem(Ponto(canto.lng, canto.lat)) for canto in cantos):
        return "territorio.recusa.lat_lng_trocadas"
    return "territorio.recusa.fora_do_brasil"


def avaliar(geometria: BaseGeometry | None) -> Avaliacao:
    """Judge an outline: place, validity (repaired where that is safe), least area.

    A repair is safe where the area changes by at most 1 %, or by less than the least area.
    Source: D-2 8.5.
    """
    if geometria is None or geometria.is_empty:
        return Avaliacao(None, "territorio.recusa.sem_geometria")
    if int(shapely.get_num_coordinates(geometria)) > MAX_VERTICES:
        return Avaliacao(None, "territorio.recusa.vertices_demais")
    if motivo := _fora_de_lugar(geometria):
        return Avaliacao(None, motivo)
    antes = area_m2(geometria)
    if geometria.is_valid:
        return _com_area_minima(Avaliacao(geometria, None, reparada=False, area_m2=antes))
    try:
        inteira = _reparada(geometria)
    except shapely.errors.GEOSException:
        inteira = None
    if inteira is None:
        return Avaliacao(None, "territorio.recusa.sem_reparo", area_m2=antes, antes_m2=antes)
    depois = area_m2(inteira)
    if abs(depois - antes) > max(MAX_VARIACAO_REPARO * max(antes, depois), AREA_MINIMA_M2):
        return Avaliacao(None, "territorio.recusa.reparo_muda_area", area_m2=depois, antes_m2=antes)
    return _com_area_minima(Avaliacao(inteira, None, reparada=True, area_m2=depois, antes_m2=antes))


def _com_area_minima(avaliacao: Avaliacao) -> Avaliacao:
    if avaliacao.area_m2 >= AREA_MINIMA_M2:
        return avaliacao
    return Avaliacao(
        None,
        "territorio.recusa.area_pequena",
        area_m2=avaliacao.area_m2,
        antes_m2=avaliacao.antes_m2,
    )


def _reparada(geometria: BaseGeometry) -> BaseGeometry | None:
    """Its polygons after ``make_valid``; nested shells are joined, bow ties keep both lobes."""
    valida = shapely.make_valid(geometria, method="structure", keep_collapsed=False)
    poligonos = [
        parte
        for parte in shapely.get_parts(shapely.get_parts(valida))
        if isinstance(parte, Polygon) and parte.area > 0
    ]
    return _um_ou_varios(poligonos)


def unir(geometrias: Sequence[BaseGeometry]) -> BaseGeometry:
    """One outline from the pieces of a unit that the file holds in several rows."""
    unida = shapely.union_all(list(geometrias))
    return _um_ou_varios(list(shapely.get_parts(unida))) or unida
