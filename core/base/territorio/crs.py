"""Which coordinate system a file is in. Only EPSG:4326 and EPSG:4674 are read (design.md 11).

The two agree to well under a metre in Brazil and are treated as one. Everything else is refused
by what the file itself says, with the way out: export it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from core.kernel.errors import UserFacingError

_EPSG: Final = re.compile(r"(?:EPSG|epsg)[:/]{1,2}(?:[0-9.]*[:/])?([0-9]+)$")
_CRS84: Final = re.compile(r"(?:OGC)[:/]{1,2}(?:[0-9.]*[:/])?CRS84$", re.IGNORECASE)
_NOME_WKT: Final = re.compile(r'^\s*([A-Z_0-9]+)\s*[\[(]\s*"([^"]*)"', re.IGNORECASE)
_DATUM: Final = re.compile(r'\b(?:DATUM|ENSEMBLE)\s*[\[(]\s*"([^"]*)"', re.IGNORECASE)
_ACEITOS: Final = ("4326", "4674")
_DATUNS: Final = re.compile(
    r"(?:sirgas|geocentrico)\D*2000|wgs\D*(?:19)?84|worldgeodeticsystem1984", re.IGNORECASE
)
_PROJETADOS: Final = ("PROJCS", "PROJCRS", "PROJECTEDCRS")
_GEOGRAFICOS: Final = ("GEOGCS", "GEOGCRS", "GEODCRS", "GEODETICCRS", "GEOGRAPHICCRS")


def conferir_crs_geojson(crs: object, arquivo: str) -> None:
    """Refuse the ``crs`` member of a GeoJSON file where it names another system.

    Raises:
        UserFacingError: ``territorio.crs_recusado``.
    """
    if crs is None:
        return
    nome = ""
    if isinstance(crs, Mapping) and isinstance(propriedades := crs.get("properties"), Mapping):
        nome = str(propriedades.get("name") or propriedades.get("code") or "").strip()
    if str(nome) in _ACEITOS or _CRS84.search(nome):
        return
    achado = _EPSG.search(nome)
    if achado is None or achado[1] not in _ACEITOS:
        raise UserFacingError("territorio.crs_recusado", arquivo=arquivo, crs=nome[:80] or "?")


def conferir_prj(wkt: str, arquivo: str) -> None:
    """Refuse a ``.prj`` (WKT 1 of ESRI or OGC, WKT 2) that is not WGS 84 or SIRGAS 2000 degrees.

    Raises:
        UserFacingError: ``territorio.crs_projetado``, ``territorio.crs_recusado``.
    """
    achado = _NOME_WKT.match(wkt)
    if achado is None:
        raise UserFacingError(
            "territorio.crs_recusado", arquivo=arquivo, crs=wkt.strip()[:80] or "?"
        )
    especie, nome = achado[1].upper(), achado[2][:80]
    if especie in _PROJETADOS:
        raise UserFacingError("territorio.crs_projetado", arquivo=arquivo, crs=nome)
    datum = _DATUM.search(wkt)
    if especie not in _GEOGRAFICOS or datum is None:
        raise UserFacingError("territorio.crs_recusado", arquivo=arquivo, crs=nome)
    if not _DATUNS.search(re.sub(r"[ _]", "", datum[1])):
        raise UserFacingError("territorio.crs_recusado", arquivo=arquivo, crs=nome)


def conferir_srs(organizacao: str, codigo: int, definicao: str, arquivo: str) -> None:
    """Refuse a row of ``gpkg_spatial_ref_sys``. Code 0 is "unknown degrees" by the standard.

    Raises:
        UserFacingError: ``territorio.crs_projetado``, ``territorio.crs_recusado``.
    """
    if organizacao.upper() == "EPSG" and str(codigo) in _ACEITOS:
        return
    if organizacao.upper() == "NONE" and codigo == 0:
        return
    if definicao.strip().upper().startswith(_PROJETADOS):
        raise UserFacingError(
            "territorio.crs_projetado", arquivo=arquivo, crs=f"{organizacao}:{codigo}"
        )
    raise UserFacingError("territorio.crs_recusado", arquivo=arquivo, crs=f"{organizacao}:{codigo}")
