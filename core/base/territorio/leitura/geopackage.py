"""GeoPackage: every feature table of the file, geometries from their WKB.

core.base opens no database. The connection comes from outside (:data:`AbrirSql`), read-only, and
the file is only ever opened in the reader's own process.
Source: OGC 12-128r19, tables ``gpkg_*`` and clause 2.1.3 (GeoPackageBinary).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from core.base.territorio.crs import conferir_srs
from core.base.territorio.leitura.feicao import AbrirSql, Camada, ConexaoSql, Feicao
from core.kernel.errors import UserFacingError

_CAMADAS: Final = """
SELECT g.table_name, g.column_name, r.organization, r.organization_coordsys_id, r.definition
FROM gpkg_geometry_columns g JOIN gpkg_spatial_ref_sys r ON r.srs_id = g.srs_id
ORDER BY g.table_name
"""
_MAGICO: Final = b"GP"
_ENVELOPE_BYTES: Final = (0, 32, 48, 48, 64)


def ler_geopackage(
    caminho: Path, abrir: AbrirSql | None, aberto: ExitStack, *, trocar_eixos: bool = False
) -> list[Camada]:
    """The feature layers; the connection stays open until ``aberto`` closes.

    Raises:
        UserFacingError: ``territorio.geopackage_invalido``, ``territorio.sem_poligonos``,
            ``territorio.crs_projetado``, ``territorio.crs_recusado``,
            ``territorio.formato_desconhecido`` where nobody can open SQLite files.
    """
    if abrir is None:
        raise UserFacingError("territorio.formato_desconhecido", arquivo=caminho.name)
    try:
        conexao = aberto.enter_context(abrir(caminho))
        linhas = conexao.execute(_CAMADAS).fetchall()
    except UserFacingError:
        raise
    except Exception as error:  # any driver's error: the file is no GeoPackage
        raise UserFacingError("territorio.geopackage_invalido", arquivo=caminho.name) from error
    if not linhas:
        raise UserFacingError("territorio.sem_poligonos", arquivo=caminho.name)
    camadas = []
    for tabela, coluna, organizacao, codigo, definicao in linhas:
        conferir_srs(str(organizacao), int(codigo), str(definicao), caminho.name)
        feicoes = _feicoes(conexao, str(tabela), str(coluna), caminho.name, trocar=trocar_eixos)
        camadas.append(Camada(str(tabela), "geopackage", feicoes))
    return camadas


def _citado(nome: str) -> str:
    return '"' + nome.replace('"', '""') + '"'


def _feicoes(
    conexao: ConexaoSql, tabela: str, coluna: str, arquivo: str, *, trocar: bool
) -> Iterator[Feicao]:
    try:
        colunas = [
            str(linha[1])
            for linha in conexao.execute(f"PRAGMA table_info({_citado(tabela)})").fetchall()
        ]
        nomes = [nome for nome in colunas if nome != coluna]
        lista = ", ".join(_citado(nome) for nome in [coluna, *nomes])
        linhas = conexao.execute(f"SELECT {lista} FROM {_citado(tabela)} ORDER BY rowid")
        for ordem, linha in enumerate(linhas, start=1):
            propriedades = dict(zip(nomes, linha[1:], strict=True))
            yield _feicao(ordem, propriedades, linha[0], trocar=trocar)
    except UserFacingError:
        raise
    except Exception as error:  # any driver's error, as above
        raise UserFacingError("territorio.geopackage_invalido", arquivo=arquivo) from error


def _feicao(ordem: int, propriedades: dict[str, Any], bruto: object, *, trocar: bool) -> Feicao:
    if bruto is None:
        return Feicao(ordem, propriedades, None)
    geometria = _geometria(bruto)
    if geometria is None:
        return Feicao(ordem, propriedades, None, "territorio.recusa.geometria_ilegivel")
    if geometria.is_empty:
        return Feicao(ordem, propriedades, None)
    if not isinstance(geometria, Polygon | MultiPolygon):
        return Feicao(ordem, propriedades, None, "territorio.recusa.nao_e_poligono")
    plana = shapely.force_2d(geometria)
    if trocar:
        plana = shapely.transform(plana, lambda graus: graus[:, ::-1])
    return Feicao(ordem, propriedades, plana)


def _geometria(bruto: object) -> BaseGeometry | None:
    """From GeoPackageBinary: header with an optional envelope, then WKB."""
    if not isinstance(bruto, bytes) or len(bruto) < 8 or bruto[:2] != _MAGICO:
        return None
    envelope = (bruto[3] >> 1) & 0b111
    if envelope >= len(_ENVELOPE_BYTES):
        return None
    try:
        return shapely.from_wkb(bruto[8 + _ENVELOPE_BYTES[envelope] :])
    except (shapely.errors.GEOSException, ValueError, TypeError):
        return None
