"""Outlines per band of zoom: fewer points, borders that still meet, nothing too small."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from shapely.geometry import MultiPolygon, Polygon

from core.base.territorio.distancia import Ponto
from core.base.territorio.simplificacao import (
    FAIXAS,
    contornos,
    faixa_do_zoom,
    graus_por_pixel,
    tolerancia,
)
from tests.support.territorio import CITY, QUARTER, ROWS, square, territory, unit

LAST = len(FAIXAS) - 1


def wavy(west: float, east: float) -> Polygon:
    """Two neighbours share the border at 0.5, of many small steps."""
    ys = np.linspace(0, 1, 400)
    middle = [(0.5 + 0.01 * np.sin(40 * y), y) for y in ys]
    if west < 0.5:
        return Polygon([(west, 1), (west, 0), *middle])
    return Polygon([*middle, (east, 1), (east, 0)])


def shape(found: Any, band: int) -> list[Any]:
    return list(json.loads(found.formas[band] or b"[]"))


def test_bands_follow_the_zoom() -> None:
    assert [faixa_do_zoom(zoom) for zoom in (0, 4, 5, 12, 18, 99)] == [0, 0, 1, 3, 4, 4]
    assert graus_por_pixel(0) * 256 == 360
    assert [tolerancia(band) for band in range(LAST)] == sorted(
        (tolerancia(band) for band in range(LAST)), reverse=True
    )


def test_each_band_has_fewer_points_and_borders_still_meet() -> None:
    left, right = (
        unit(2, "1", "Leste", None, wavy(0, 0.5)),
        unit(2, "2", "Oeste", None, wavy(0.5, 1)),
    )
    told: list[tuple[int, int]] = []
    one, two = contornos(territory(left, right), lambda done, all_: told.append((done, all_)))
    assert told == [(0, 1)]
    sizes = [len(shape(one, band)[0][0]) for band in range(len(FAIXAS))]
    assert sizes == sorted(sizes)
    assert sizes[0] < 10 < sizes[LAST]
    for band in range(1, len(FAIXAS)):
        border = {tuple(point) for point in shape(one, band)[0][0]} & {
            tuple(point) for point in shape(two, band)[0][0]
        }
        assert len(border) >= 2, band


def test_points_are_latitude_first_and_names_stand_inside() -> None:
    city, quarter = contornos(territory(*ROWS, CITY, QUARTER))
    assert (city.unidade.nome, quarter.unidade.nome) == ("São Paulo", "Jardim São João")
    assert min(shape(quarter, LAST)[0][0]) == [-24.0, -47.0]
    assert city.rotulo == Ponto(-23.5, -46.5)
    assert (city.caixa.sul, city.caixa.leste) == (-24.0, -46.0)


def test_what_cannot_be_seen_has_no_shape() -> None:
    islands = MultiPolygon([square(0, 0, 1), square(3, 3, 0.001)])
    tiny = unit(1, "9", "Setor", None, (10.0, 10.0, 0.001))
    many, small = contornos(territory(unit(2, "8", "Ilhas", None, islands), tiny))
    assert (len(shape(many, 0)), len(shape(many, LAST))) == (1, 2)
    assert (small.formas[0], len(shape(small, LAST))) == (b"", 1)


def test_overlapping_outlines_are_simplified_one_by_one() -> None:
    bent = Polygon([(0, 0), (1, 0), (1, 1), (0.5, 0.3), (0, 1)])
    crossing = unit(2, "2", "Outra", None, (0.4, 0.2, 1.0))
    found = contornos(territory(unit(2, "1", "Uma", None, bent), crossing))
    assert [one.unidade.nome for one in found] == ["Outra", "Uma"]
    assert all(shape(one, LAST) for one in found)
