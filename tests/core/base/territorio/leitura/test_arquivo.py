from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from core.base.territorio.leitura.arquivo import abrir_camadas
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import (
    SIRGAS,
    abrir_sqlite,
    anel,
    colecao,
    escrever,
    feicao,
    geopackage,
    quadrado,
    shapefile_zip,
)


def test_the_first_bytes_say_what_a_file_is_not_its_name(tmp_path: Path) -> None:
    mapa = colecao(feicao(quadrado(-46, -23), nome="Sé"))
    linhas = [({"NM_MUN": "x", "CD_MUN": "1"}, [anel(-46, -23)[::-1]])]
    arquivos = [
        escrever(tmp_path, "a.txt", mapa),
        escrever(tmp_path, "a.gz", mapa).rename(tmp_path / "b.dat"),
        shapefile_zip(tmp_path / "c.bin", [*linhas]),
        geopackage(tmp_path / "d.db", [("1", "x", quadrado(-46, -23))], srs=("EPSG", 4326, SIRGAS)),
    ]
    (tmp_path / "bom.geojson").write_bytes(b"\xef\xbb\xbf " + (tmp_path / "a.txt").read_bytes())
    with ExitStack() as aberto:
        for arquivo in [*arquivos, tmp_path / "bom.geojson"]:
            (camada,) = abrir_camadas(arquivo, aberto, abrir_sqlite)
            assert len(list(camada.feicoes)) == 1


@pytest.mark.parametrize(
    ("conteudo", "codigo"),
    [
        (b"", "arquivo_vazio"),
        (b"%PDF-1.7", "formato_desconhecido"),
        (b"<kml>", "formato_desconhecido"),
        (b"\x00\x00\x27\x0a" + bytes(96), "shp_sem_zip"),
        (b"SQLite format 3\x00", "formato_desconhecido"),
    ],
)
def test_other_files_are_refused_with_what_to_do(
    tmp_path: Path, conteudo: bytes, codigo: str
) -> None:
    (tmp_path / "x").write_bytes(conteudo)
    with ExitStack() as aberto, pytest.raises(UserFacingError) as fault:
        abrir_camadas(tmp_path / "x", aberto, None)
    assert fault.value.code == f"territorio.{codigo}"
    assert fault.value.params == {"arquivo": "x"}


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with ExitStack() as aberto:
        with pytest.raises(UserFacingError, match=r"territorio\.arquivo_ausente"):
            abrir_camadas(tmp_path / "x", aberto, None)
        with pytest.raises(UserFacingError, match=r"territorio\.arquivo_ilegivel"):
            abrir_camadas(tmp_path, aberto, None)
