from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from core.base.territorio.leitura.feicao import Feicao
from core.base.territorio.leitura.geopackage import ler_geopackage
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import SIRGAS, UTM, abrir_sqlite, geopackage, quadrado

GRAUS = ("EPSG", 4674, SIRGAS)


def feicoes(caminho: Path, *, trocar_eixos: bool = False) -> list[Feicao]:
    with ExitStack() as aberto:
        camadas = ler_geopackage(caminho, abrir_sqlite, aberto, trocar_eixos=trocar_eixos)
        return [feicao for camada in camadas for feicao in camada.feicoes]


def test_rows_become_features(tmp_path: Path) -> None:
    caminho = geopackage(
        tmp_path / "a.gpkg",
        [
            ("3550308", "São Paulo", quadrado(-46, -23)),
            ("3548500", "Santos", None),
            ("1", "linha", {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}),
            ("2", "vazia", {"type": "Polygon", "coordinates": []}),
        ],
        srs=GRAUS,
    )
    sao, sem, linha, vazia = feicoes(caminho)
    assert sao.propriedades == {"fid": 1, "CD_MUN": "3550308", "NM_MUN": "São Paulo"}
    assert sao.geometria is not None
    assert sao.geometria.bounds == pytest.approx((-46, -23, -45.9, -22.9))
    assert (sem.geometria, sem.motivo) == (None, None)
    assert linha.motivo == "territorio.recusa.nao_e_poligono"
    assert (vazia.geometria, vazia.motivo) == (None, None)


def test_axes_are_turned_on_request(tmp_path: Path) -> None:
    caminho = geopackage(tmp_path / "a.gpkg", [("1", "x", quadrado(-23, -46))], srs=GRAUS)
    (uma,) = feicoes(caminho, trocar_eixos=True)
    assert uma.geometria is not None
    assert uma.geometria.bounds == pytest.approx((-46, -23, -45.9, -22.9))


@pytest.mark.parametrize(
    "bruto", [b"", b"GP", b"XX" + bytes(60), b"GP\x00\x0e" + bytes(60), b"GP\x00\x01" + bytes(9), 7]
)
def test_a_broken_geometry_spoils_no_other(tmp_path: Path, bruto: object) -> None:
    caminho = geopackage(
        tmp_path / "a.gpkg",
        [("1", "a", quadrado(-46, -23)), ("2", "b", quadrado(-46, -23))],
        srs=GRAUS,
    )
    with closing(sqlite3.connect(caminho)) as banco:
        banco.execute('UPDATE "a ""camada""" SET geom = ? WHERE fid = 1', (bruto,))
        banco.commit()
    ruim, boa = feicoes(caminho)
    assert ruim.motivo == "territorio.recusa.geometria_ilegivel"
    assert boa.geometria is not None


def test_metres_are_refused(tmp_path: Path) -> None:
    caminho = geopackage(tmp_path / "a.gpkg", [], srs=("EPSG", 31983, UTM))
    with pytest.raises(UserFacingError, match=r"territorio\.crs_projetado"):
        feicoes(caminho)


def test_databases_that_are_no_geopackage(tmp_path: Path) -> None:
    for nome, conteudo in (("vazio.gpkg", b""), ("lixo.gpkg", b"SQLite format 3\x00" + b"x" * 99)):
        (tmp_path / nome).write_bytes(conteudo)
        with pytest.raises(UserFacingError, match=r"territorio\.geopackage_invalido"):
            feicoes(tmp_path / nome)
    caminho = geopackage(tmp_path / "a.gpkg", [], srs=GRAUS)
    with closing(sqlite3.connect(caminho)) as banco:
        banco.execute('DROP TABLE "a ""camada"""')
        banco.commit()
    with pytest.raises(UserFacingError, match=r"territorio\.geopackage_invalido"):
        feicoes(caminho)
    with closing(sqlite3.connect(caminho)) as banco:
        banco.execute("DELETE FROM gpkg_geometry_columns")
        banco.commit()
    with pytest.raises(UserFacingError, match=r"territorio\.sem_poligonos"):
        feicoes(caminho)


def test_without_a_way_to_open_it_the_format_is_unknown(tmp_path: Path) -> None:
    with ExitStack() as aberto, pytest.raises(UserFacingError, match=r"formato_desconhecido"):
        ler_geopackage(tmp_path / "a.gpkg", None, aberto)
