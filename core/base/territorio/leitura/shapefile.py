"""Shapefiles in a zip, every layer of it, with ``.prj`` and ``.cpg``."""

from __future__ import annotations

import codecs
import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

import numpy as np
import shapefile  # type: ignore[import-untyped]  # pyshp marks no types
from shapely.geometry import Point, Polygon

from core.base.territorio.crs import conferir_prj
from core.base.territorio.geometria import GeometriaIlegivelError, de_geojson
from core.base.territorio.leitura.feicao import MAX_BYTES_TEXTO, Camada, Feicao
from core.kernel.errors import UserFacingError

_POLIGONOS: Final = frozenset({shapefile.POLYGON, shapefile.POLYGONZ, shapefile.POLYGONM})
_FALHAS: Final = (
    shapefile.ShapefileException,
    shapefile.PossiblyCorruptFileHeader,  # a warning, raised as an error below
    struct.error,
    ValueError,
    IndexError,
    KeyError,
    TypeError,
    OverflowError,
)
_MIN_PONTOS: Final = 3
_ANSI: Final = "cp1252"


def ler_shapefile(caminho: Path, *, trocar_eixos: bool = False) -> list[Camada]:
    """The layers of a zip, by name.

    Raises:
        UserFacingError: ``territorio.zip_invalido``, ``territorio.zip_sem_shapefile``,
            ``territorio.zip_incompleto``, ``territorio.arquivo_grande``,
            ``territorio.shapefile_invalido``, ``territorio.crs_projetado``,
            ``territorio.crs_recusado``.
    """
    try:
        with zipfile.ZipFile(caminho) as pacote:
            if sum(item.file_size for item in pacote.infolist()) > MAX_BYTES_TEXTO:
                raise UserFacingError("territorio.arquivo_grande", arquivo=caminho.name)
            membros = {
                item.filename.lower(): item
                for item in pacote.infolist()
                if not item.is_dir() and "__macosx" not in item.filename.lower()
            }
            raizes = sorted(nome[:-4] for nome in membros if nome.endswith(".shp"))
            if not raizes:
                raise UserFacingError("territorio.zip_sem_shapefile", arquivo=caminho.name)
            return [
                _camada(pacote, membros, raiz, caminho.name, trocar_eixos=trocar_eixos)
                for raiz in raizes
            ]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise UserFacingError("territorio.zip_invalido", arquivo=caminho.name) from error


def _camada(
    pacote: zipfile.ZipFile,
    membros: dict[str, zipfile.ZipInfo],
    raiz: str,
    arquivo: str,
    *,
    trocar_eixos: bool,
) -> Camada:
    def membro(ending: str) -> bytes | None:
        item = membros.get(f"{raiz}{ending}")
        return pacote.read(item) if item is not None else None

    shp, dbf, prj = membro(".shp"), membro(".dbf"), membro(".prj")
    if shp is None or dbf is None:
        raise UserFacingError("territorio.zip_incompleto", arquivo=arquivo, falta=f"{raiz}.dbf")
    avisos = []
    if prj is None:
        avisos.append("territorio.aviso.sem_prj")
    else:
        conferir_prj(prj.decode("utf-8-sig", "replace"), arquivo)
    codificacao = codificacao_do_dbf(dbf, membro(".cpg"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", shapefile.PossiblyCorruptFileHeader)
            leitor = shapefile.Reader(
                shp=io.BytesIO(shp),
                dbf=io.BytesIO(dbf),
                encoding=codificacao,
                encodingErrors="replace",
            )
    except _FALHAS as error:
        raise UserFacingError("territorio.shapefile_invalido", arquivo=arquivo) from error
    if leitor.shapeType not in _POLIGONOS:
        raise UserFacingError("territorio.sem_poligonos", arquivo=arquivo)
    nome = PurePosixPath(raiz).name
    feicoes = _feicoes(leitor, arquivo, trocar_eixos=trocar_eixos)
    return Camada(nome, "shapefile", feicoes, avisos)


def codificacao_do_dbf(dbf: bytes, cpg: bytes | None) -> str:
    """The encoding of the table's text.

    Bytes that read well as UTF-8 are UTF-8, whatever the ``.cpg`` says: exports that say one
    thing and write another are common, and Portuguese in another encoding never looks like it. A
    few characters cut in half by a column's width do not count. Else the ``.cpg`` holds where it
    can be, else Windows-1252 (which holds every letter of Latin-1).
    """
    texto = dbf[32:].decode("utf-8", "replace")
    quebrados = texto.count("\ufffd")
    acentos = sum(1 for c in texto if c > "\x7f") - quebrados
    if quebrados == 0 or acentos > quebrados:
        return "utf-8"
    declarada = (cpg or b"").decode("ascii", "ignore").strip().strip("\x00").lower()
    for nome in (f"cp{declarada}", declarada):
        if declarada and _decodes(dbf[32:], nome):
            found = codecs.lookup(nome).name
            return _ANSI if found in ("iso8859-1", "ascii") else found
    return _ANSI


def _decodes(texto: bytes, codificacao: str) -> bool:
    try:
        texto.decode(codificacao)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _feicoes(leitor: Any, arquivo: str, *, trocar_eixos: bool) -> Iterator[Feicao]:
    ordem = 0
    try:
        for registro in leitor.iterShapeRecords():
            ordem += 1
            propriedades = registro.record.as_dict()
            try:
                geometria = de_geojson(_objeto(registro.shape), trocar_eixos=trocar_eixos)
            except GeometriaIlegivelError as error:
                yield Feicao(ordem, propriedades, None, error.motivo)
                continue
            yield Feicao(ordem, propriedades, geometria)
    except _FALHAS as error:
        raise UserFacingError(
            "territorio.shapefile_invalido", arquivo=arquivo, linha=ordem + 1
        ) from error


def _objeto(forma: Any) -> dict[str, Any] | None:
    """A shape's rings as a GeoJSON MultiPolygon; None for a null shape.

    Outer rings run clockwise (ESRI shapefile specification, Polygon). A hole belongs to the
    smallest outer ring around it; one that has none is land whose ring was wound the wrong way.
    """
    inicios = list(getattr(forma, "parts", ()))
    pontos = list(getattr(forma, "points", ()))
    if not inicios:
        return None
    aneis = [
        pontos[inicio:fim]
        for inicio, fim in zip(inicios, [*inicios[1:], len(pontos)], strict=True)
        if fim - inicio >= _MIN_PONTOS
    ]
    if not aneis:
        return None
    de_fora = [[anel] for anel in aneis if _area_dobrada(anel) <= 0]
    formas = [Polygon(poligono[0]) for poligono in de_fora]
    for furo in (anel for anel in aneis if _area_dobrada(anel) > 0):
        beira = Point(furo[0][:2])
        em_volta = [n for n, fora in enumerate(formas) if fora.intersects(beira)]
        if em_volta:
            de_fora[min(em_volta, key=lambda n: formas[n].area)].append(furo)
        else:
            de_fora.append([furo])
    return {"type": "MultiPolygon", "coordinates": de_fora}


def _area_dobrada(anel: list[Any]) -> float:
    """Twice the signed area, positive counter-clockwise."""
    xy = np.array([ponto[:2] for ponto in anel], dtype=np.float64)
    xy -= xy[0]
    return float(np.sum(xy[:-1, 0] * xy[1:, 1] - xy[1:, 0] * xy[:-1, 1]))
