from __future__ import annotations

import pytest

from core.base.territorio.crs import conferir_crs_geojson, conferir_prj, conferir_srs
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import SAD69, SIRGAS, UTM


def nomeado(nome: str) -> dict[str, object]:
    return {"type": "name", "properties": {"name": nome}}


@pytest.mark.parametrize(
    "nome",
    [
        "urn:ogc:def:crs:EPSG::4674",
        "urn:ogc:def:crs:EPSG:6.9:4326",
        "EPSG:4326",
        "urn:ogc:def:crs:OGC:1.3:CRS84",
        "http://www.opengis.net/def/crs/EPSG/0/4326",
        "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    ],
)
def test_degrees_of_wgs84_and_sirgas_are_read(nome: str) -> None:
    conferir_crs_geojson(nomeado(nome), "a")


@pytest.mark.parametrize(
    "crs", [nomeado("urn:ogc:def:crs:EPSG::31983"), nomeado("EPSG:3857"), {"type": "link"}, "x", {}]
)
def test_other_systems_are_refused(crs: object) -> None:
    with pytest.raises(UserFacingError, match=r"territorio\.crs_recusado"):
        conferir_crs_geojson(crs, "a")


def test_no_crs_member_is_wgs84() -> None:
    conferir_crs_geojson(None, "a")


@pytest.mark.parametrize(
    "wkt",
    [
        SIRGAS,
        'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.25]]]',
        'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.25]]]',
        'GEOGCS["SIRGAS 2000",DATUM["Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000"]]',
        'GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",MEMBER["x"]]]',
    ],
)
def test_prj_of_degrees(wkt: str) -> None:
    conferir_prj(wkt, "a")


@pytest.mark.parametrize(
    ("wkt", "codigo"),
    [
        (UTM, "territorio.crs_projetado"),
        (SAD69, "territorio.crs_recusado"),
        ('GEOCCS["WGS 84",DATUM["WGS_1984"]]', "territorio.crs_recusado"),
        ('GEOGCS["WGS 84"]', "territorio.crs_recusado"),
        ("", "territorio.crs_recusado"),
        ("EPSG:4326", "territorio.crs_recusado"),
    ],
)
def test_prj_of_anything_else(wkt: str, codigo: str) -> None:
    with pytest.raises(UserFacingError) as fault:
        conferir_prj(wkt, "a")
    assert fault.value.code == codigo
    assert fault.value.params["arquivo"] == "a"


def test_geopackage_reference_systems() -> None:
    conferir_srs("EPSG", 4674, "", "a")
    conferir_srs("epsg", 4326, SIRGAS, "a")
    conferir_srs("NONE", 0, "undefined", "a")
    with pytest.raises(UserFacingError, match=r"crs_projetado.*EPSG:31983"):
        conferir_srs("EPSG", 31983, UTM, "a")
    with pytest.raises(UserFacingError, match=r"crs_recusado.*EPSG:4618"):
        conferir_srs("EPSG", 4618, SAD69, "a")
