"""Small maps for the tests: squares by their corner, files of every format."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import shapefile  # type: ignore[import-untyped]  # pyshp marks no types
import shapely
from shapely.geometry import shape

from core.base.territorio.leitura.feicao import ConexaoSql

RAIZ = Path(__file__).resolve().parents[4]
DEMONSTRACAO = RAIZ / "resources" / "territorio" / "demonstracao.geojson"
DADOS = RAIZ.parent / "shared" / "data" / "geo"

SIRGAS = (
    'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],'
    'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
)
UTM = f'PROJCS["SIRGAS_2000_UTM_Zone_23S",{SIRGAS},PROJECTION["Transverse_Mercator"]]'
SAD69 = SIRGAS.replace("SIRGAS_2000", "South_American_1969")

Anel = list[list[Any]]


def anel(lng: float, lat: float, lado: float = 0.1) -> Anel:
    """A square ring, counter-clockwise, from its south-west corner."""
    return [
        [lng, lat],
        [lng + lado, lat],
        [lng + lado, lat + lado],
        [lng, lat + lado],
        [lng, lat],
    ]


def quadrado(lng: float, lat: float, lado: float = 0.1) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [anel(lng, lat, lado)]}


def feicao(geometria: Any, **propriedades: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": propriedades, "geometry": geometria}


def colecao(*feicoes: Any, **mais: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", **mais, "features": list(feicoes)}


def escrever(pasta: Path, nome: str, objeto: Any) -> Path:
    """Write JSON, gzipped where the name says so."""
    texto = json.dumps(objeto, ensure_ascii=False).encode()
    caminho = pasta / nome
    caminho.write_bytes(gzip.compress(texto) if nome.endswith(".gz") else texto)
    return caminho


def municipio(codigo: str, nome: str, geometria: Any) -> dict[str, Any]:
    return feicao(geometria, CD_MUN=codigo, NM_MUN=nome, SIGLA_UF="SP")


def bairro(nome: str, geometria: Any, codigo: str | None = None) -> dict[str, Any]:
    extra = {} if codigo is None else {"codigo_fonte": codigo}
    return feicao(geometria, nome=nome, codigo_municipio="3550308", **extra)


def shapefile_zip(
    caminho: Path,
    linhas: list[tuple[dict[str, str], list[Anel] | None]],
    *,
    prj: str | None = SIRGAS,
    cpg: str | None = "UTF-8",
    encoding: str = "utf-8",
) -> Path:
    """A zip with one polygon layer ``camada``."""
    shp, shx, dbf = io.BytesIO(), io.BytesIO(), io.BytesIO()
    with shapefile.Writer(shp=shp, shx=shx, dbf=dbf, encoding=encoding) as escritor:
        escritor.shapeType = shapefile.POLYGON
        for campo in linhas[0][0]:
            escritor.field(campo, "C", size=60)
        for propriedades, aneis in linhas:
            if aneis is None:
                escritor.null()
            else:
                escritor.poly(aneis)
            escritor.record(**propriedades)
    with zipfile.ZipFile(caminho, "w") as pacote:
        pacote.writestr("pasta/camada.shp", shp.getvalue())
        pacote.writestr("pasta/camada.shx", shx.getvalue())
        pacote.writestr("pasta/camada.dbf", dbf.getvalue())
        if prj is not None:
            pacote.writestr("pasta/camada.prj", prj)
        if cpg is not None:
            pacote.writestr("pasta/camada.cpg", cpg)
    return caminho


def geopackage(
    caminho: Path, linhas: list[tuple[str, str, Any]], *, srs: tuple[str, int, str]
) -> Path:
    """A GeoPackage with one layer of municipalities: code, name, GeoJSON geometry."""
    with closing(sqlite3.connect(caminho)) as banco:
        banco.executescript(
            "CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT,"
            " organization_coordsys_id INTEGER, definition TEXT);"
            "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);"
            'CREATE TABLE "a ""camada""" (fid INTEGER PRIMARY KEY, geom BLOB, CD_MUN, NM_MUN);'
            "INSERT INTO gpkg_geometry_columns VALUES ('a \"camada\"', 'geom', 7);"
        )
        banco.execute("INSERT INTO gpkg_spatial_ref_sys VALUES (7, ?, ?, ?)", srs)
        for codigo, nome, geometria in linhas:
            cabeca = b"GP\x00\x03" + (4674).to_bytes(4, "little") + bytes(32)
            wkb = None if geometria is None else cabeca + shapely.to_wkb(shape(geometria))
            banco.execute(
                'INSERT INTO "a ""camada""" (geom, CD_MUN, NM_MUN) VALUES (?, ?, ?)',
                (wkb, codigo, nome),
            )
        banco.commit()
    return caminho


@contextmanager
def abrir_sqlite(caminho: Path) -> Iterator[ConexaoSql]:
    """What the composition root passes in: a read-only connection."""
    with closing(sqlite3.connect(f"file:{caminho}?mode=ro", uri=True)) as banco:
        yield banco
