from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from core.base.territorio.leitura import shapefile
from core.base.territorio.leitura.feicao import Feicao
from core.base.territorio.leitura.shapefile import codificacao_do_dbf, ler_shapefile
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import SAD69, UTM, Anel, anel, shapefile_zip

# Shapefiles wind outer rings clockwise, holes the other way.
FORA = anel(-46, -23, 1)[::-1]
FURO = anel(-45.6, -22.6, 0.2)
LINHAS: list[tuple[dict[str, str], list[Anel] | None]] = [
    ({"CD_MUN": "3550308", "NM_MUN": "São Paulo"}, [FORA, FURO]),
    ({"CD_MUN": "3548500", "NM_MUN": "Santos"}, [FORA, anel(-44, -23)[::-1]]),
    ({"CD_MUN": "3548708", "NM_MUN": "São Bernardo"}, None),
]


def feicoes(caminho: Path) -> list[Feicao]:
    return [feicao for camada in ler_shapefile(caminho) for feicao in camada.feicoes]


@pytest.mark.parametrize(
    ("encoding", "cpg"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8", None),
        ("utf-8", "ISO-8859-1 "),
        ("latin-1", "ISO-8859-1"),
        ("latin-1", "1252"),
        ("latin-1", "ANSI 1252"),
        ("latin-1", None),
        ("latin-1", "UTF-8"),
        ("latin-1", "nonsense"),
        ("cp850", "850"),
        ("cp850", "cp850"),
    ],
)
def test_names_are_read_whatever_the_encoding(
    tmp_path: Path, encoding: str, cpg: str | None
) -> None:
    lidas = feicoes(shapefile_zip(tmp_path / "a.zip", LINHAS, encoding=encoding, cpg=cpg))
    assert lidas[0].propriedades["NM_MUN"] == "São Paulo"
    assert lidas[0].propriedades["CD_MUN"] == "3550308"


def test_holes_parts_and_null_shapes(tmp_path: Path) -> None:
    furada, partes, nula = feicoes(shapefile_zip(tmp_path / "a.zip", LINHAS))
    assert furada.geometria is not None
    assert partes.geometria is not None
    assert furada.geometria.area == pytest.approx(1 - 0.04)
    assert len(partes.geometria.geoms) == 2  # type: ignore[attr-defined]  # a MultiPolygon
    assert nula.geometria is None
    assert nula.motivo is None


def test_layers_are_named_and_a_missing_prj_is_told(tmp_path: Path) -> None:
    (camada,) = ler_shapefile(shapefile_zip(tmp_path / "a.zip", LINHAS, prj=None))
    assert (camada.nome, camada.formato) == ("camada", "shapefile")
    assert camada.avisos == ["territorio.aviso.sem_prj"]


@pytest.mark.parametrize(
    ("prj", "codigo"),
    [(UTM, "territorio.crs_projetado"), (SAD69, "territorio.crs_recusado")],
)
def test_other_systems_are_refused_by_their_prj(tmp_path: Path, prj: str, codigo: str) -> None:
    with pytest.raises(UserFacingError) as fault:
        ler_shapefile(shapefile_zip(tmp_path / "a.zip", LINHAS, prj=prj))
    assert fault.value.code == codigo


def retirado(origem: Path, destino: Path, final: str, novo: bytes | None = None) -> Path:
    """The same zip with one member left out or replaced."""
    with zipfile.ZipFile(origem) as antes, zipfile.ZipFile(destino, "w") as depois:
        for nome in antes.namelist():
            if not nome.endswith(final):
                depois.writestr(nome, antes.read(nome))
            elif novo is not None:
                depois.writestr(nome, novo)
    return destino


def test_zips_that_are_no_shapefile(tmp_path: Path) -> None:
    inteiro = shapefile_zip(tmp_path / "a.zip", LINHAS)
    with pytest.raises(UserFacingError, match=r"territorio\.zip_incompleto.*camada\.dbf"):
        ler_shapefile(retirado(inteiro, tmp_path / "b.zip", ".dbf"))
    with pytest.raises(UserFacingError, match=r"territorio\.zip_sem_shapefile"):
        ler_shapefile(retirado(inteiro, tmp_path / "c.zip", ".shp"))
    (tmp_path / "d.zip").write_bytes(inteiro.read_bytes()[:-40])
    with pytest.raises(UserFacingError, match=r"territorio\.zip_invalido"):
        ler_shapefile(tmp_path / "d.zip")


@pytest.mark.parametrize("final", [".shp", ".dbf"])
def test_members_that_are_rubbish(tmp_path: Path, final: str) -> None:
    inteiro = shapefile_zip(tmp_path / "a.zip", LINHAS)
    with zipfile.ZipFile(inteiro) as pacote:
        sao = pacote.read(f"pasta/camada{final}")
    for novo in (b"", b"x" * 200, sao[:150], sao[:-5]):
        with pytest.raises(UserFacingError) as fault:
            feicoes(retirado(inteiro, tmp_path / "b.zip", final, novo))
        assert fault.value.code in {"territorio.shapefile_invalido", "territorio.sem_poligonos"}


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapefile, "MAX_BYTES_TEXTO", 100)
    with pytest.raises(UserFacingError, match=r"territorio\.arquivo_grande"):
        ler_shapefile(shapefile_zip(tmp_path / "a.zip", LINHAS))


def test_encodings_by_their_names() -> None:
    cabeca = bytes(32)
    assert codificacao_do_dbf(cabeca + "ã".encode(), b"65001") == "utf-8"
    assert codificacao_do_dbf(cabeca + b"\xe3", b"utf8") == "cp1252"
    assert codificacao_do_dbf(cabeca + b"abc", None) == "utf-8"
    cortado = "Conceição São João".encode() + b"\xc3"
    assert codificacao_do_dbf(cabeca + cortado, b"1252") == "utf-8"
    assert codificacao_do_dbf(cabeca + b"S\xe3o", b"ISO-8859-1") == "cp1252"
    assert codificacao_do_dbf(cabeca + b"S\x84o", b"850") == "cp850"
