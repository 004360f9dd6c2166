from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry import MultiPolygon, Polygon, box

from core.base.territorio import geometria
from core.base.territorio.distancia import BRASIL, Ponto, haversine_m
from core.base.territorio.geometria import (
    GeometriaIlegivelError,
    area_m2,
    avaliar,
    de_geojson,
    para_wkb,
    ponto_dentro,
    unir,
)
from tests.core.base.territorio.cartas import anel, quadrado


def poligono(*aneis: Any) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(aneis)}


def test_area_is_that_of_the_ellipsoid() -> None:
    # One degree square at the equator, as geodesics bound it (GeographicLib's own example).
    assert area_m2(box(-50, 0, -49, 1)) == pytest.approx(12_308_778_361, rel=1e-4)
    # At 60 degrees a box is about half as wide; the sphere's answer is within half a percent.
    lado = haversine_m(Ponto(-30, -50), Ponto(-30, -49.9))
    alto = haversine_m(Ponto(-30, -50), Ponto(-29.9, -50))
    assert area_m2(box(-50, -30.05, -49.9, -29.95)) == pytest.approx(lado * alto, rel=0.005)


def test_the_whole_globe_has_the_area_of_the_earth() -> None:
    assert area_m2(box(-180, -90, 180, 90)) == pytest.approx(510_065_621_724_000, rel=1e-6)


def test_rings_are_closed_and_heights_dropped() -> None:
    aberto = [[-46.0, -23.0, 700.0], [-45.9, -23.0, 700.0], [-45.9, -22.9, 700.0]]
    lida = de_geojson(poligono(aberto))
    assert lida is not None
    assert not lida.has_z
    assert shapely.get_coordinates(lida).tolist()[0] == shapely.get_coordinates(lida).tolist()[-1]


def test_numbers_in_text_with_decimal_commas_are_read() -> None:
    texto = [[str(v).replace(".", ",") for v in ponto] for ponto in anel(-46.5, -23.5)]
    lida = de_geojson(poligono(texto))
    assert lida is not None
    assert lida.equals(shapely.from_geojson(str(quadrado(-46.5, -23.5)).replace("'", '"')))


def test_exchanged_axes_are_turned_on_request() -> None:
    trocado = [[lat, lng] for lng, lat in anel(-46.5, -23.5)]
    lida = de_geojson(poligono(trocado), trocar_eixos=True)
    assert lida is not None
    assert lida.bounds == pytest.approx((-46.5, -23.5, -46.4, -23.4))


@pytest.mark.parametrize(
    ("objeto", "motivo"),
    [
        ({"type": "Point", "coordinates": [-46, -23]}, "nao_e_poligono"),
        ({"type": "Polygon", "coordinates": None}, "geometria_ilegivel"),
        ({"type": "Polygon", "coordinates": [[[-46, -23], [-45, -23]]]}, "geometria_ilegivel"),
        ({"type": "Polygon", "coordinates": [[-46, -23, 0]]}, "geometria_ilegivel"),
        ({"type": "Polygon", "coordinates": ["x"]}, "geometria_ilegivel"),
        ({"type": "Polygon", "coordinates": [[["a", "b"]] * 4]}, "numero_invalido"),
        ({"type": "Polygon", "coordinates": [[[1e400, 0]] * 4]}, "numero_invalido"),
        ({"type": "Polygon", "coordinates": [[[None, 0]] * 4]}, "numero_invalido"),
        ({"type": "GeometryCollection", "geometries": [{"type": "Point"}]}, "nao_e_poligono"),
        ({"type": "GeometryCollection", "geometries": 3}, "geometria_ilegivel"),
        ("POLYGON", "geometria_ilegivel"),
        ({}, "nao_e_poligono"),
    ],
)
def test_what_cannot_be_built_says_why(objeto: Any, motivo: str) -> None:
    with pytest.raises(GeometriaIlegivelError) as fault:
        de_geojson(objeto)
    assert fault.value.motivo == f"territorio.recusa.{motivo}"


@pytest.mark.parametrize(
    "objeto",
    [
        None,
        {"type": "Polygon", "coordinates": []},
        {"type": "MultiPolygon", "coordinates": []},
        {"type": "GeometryCollection", "geometries": []},
    ],
)
def test_empty_is_none(objeto: Any) -> None:
    assert de_geojson(objeto) is None
    assert avaliar(de_geojson(objeto)).motivo == "territorio.recusa.sem_geometria"


def test_a_collection_of_polygons_is_one_outline() -> None:
    colecao = {"type": "GeometryCollection", "geometries": [quadrado(-46, -23), quadrado(-45, -23)]}
    assert isinstance(de_geojson(colecao), MultiPolygon)


def test_a_sound_outline_is_left_as_it_is() -> None:
    original = box(-46.1, -23.1, -46, -23)
    avaliacao = avaliar(original)
    assert avaliacao.geometria is original
    assert not avaliacao.reparada
    assert avaliacao.area_m2 == pytest.approx(113_400_000, rel=0.01)


def test_a_touching_ring_is_repaired_and_its_areas_are_told() -> None:
    espinho = Polygon(
        [(-46, -23), (-45.9, -23), (-45.9, -22.9), (-45.95, -22.9), (-45.95, -22.8),
         (-45.95, -22.9), (-46, -22.9)]
    )  # fmt: skip
    assert not espinho.is_valid
    avaliacao = avaliar(espinho)
    assert avaliacao.reparada
    assert avaliacao.geometria is not None
    assert avaliacao.geometria.is_valid
    assert avaliacao.antes_m2 == avaliacao.area_m2


def test_a_repair_that_would_invent_land_is_refused() -> None:
    gravata = Polygon([(-46, -23), (-45.9, -22.9), (-45.9, -23), (-46, -22.9)])
    avaliacao = avaliar(gravata)
    assert avaliacao.geometria is None
    assert avaliacao.motivo == "territorio.recusa.reparo_muda_area"


def test_a_nested_shell_is_joined_not_cut_out() -> None:
    # As UF 41 of the mesh: a small shell within the large one.
    dentro = box(-45.999, -22.999, -45.998, -22.998)
    avaliacao = avaliar(MultiPolygon([box(-46, -23, -45.9, -22.9), dentro]))
    assert avaliacao.reparada
    assert avaliacao.geometria is not None
    assert avaliacao.geometria.contains(dentro.centroid)


def test_collapsed_outlines_have_nothing_to_repair() -> None:
    linha = Polygon([(-46, -23), (-45, -23), (-46, -23), (-45, -23)])
    assert avaliar(linha).motivo == "territorio.recusa.sem_reparo"


@pytest.mark.parametrize(
    ("forma", "motivo"),
    [
        (box(-46, -23, -45.99992, -22.99992), "area_pequena"),
        (box(-23.1, -46.1, -23, -46), "lat_lng_trocadas"),
        (box(333_000, 7_394_000, 334_000, 7_395_000), "fora_de_graus"),
        (box(-74.5, 40, -74, 41), "fora_do_brasil"),
    ],
)
def test_outlines_in_the_wrong_place_or_too_small(forma: Polygon, motivo: str) -> None:
    assert avaliar(forma).motivo == f"territorio.recusa.{motivo}"


def test_the_least_area_is_100_square_metres() -> None:
    assert avaliar(box(-46, -23, -45.9999, -22.9999)).area_m2 == 114
    assert avaliar(box(-46, -23, -45.99991, -22.99991)).motivo == "territorio.recusa.area_pequena"


def test_outlines_without_end_are_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geometria, "MAX_VERTICES", 4)
    assert avaliar(box(-46, -23, -45, -22)).motivo == "territorio.recusa.vertices_demais"


def test_the_same_outline_gives_the_same_bytes() -> None:
    forma = shapely.set_srid(shapely.force_3d(box(-46, -23, -45, -22)), 4674)
    assert para_wkb(forma) == para_wkb(box(-46, -23, -45, -22))
    assert para_wkb(forma)[0] == 1


def test_the_representative_point_lies_inside_even_of_a_ring() -> None:
    anelar = box(-46, -23, -45, -22).difference(box(-45.9, -22.9, -45.1, -22.1))
    ponto = ponto_dentro(anelar)
    assert shapely.intersects_xy(anelar, ponto.lng, ponto.lat)
    assert BRASIL.contem(ponto)


def test_pieces_become_one_outline() -> None:
    unida = unir([box(-46, -23, -45, -22), box(-45, -23, -44, -22)])
    assert isinstance(unida, Polygon)
    assert np.allclose(unida.bounds, (-46, -23, -44, -22))
