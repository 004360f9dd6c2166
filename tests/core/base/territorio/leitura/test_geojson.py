from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from core.base.territorio.leitura import geojson
from core.base.territorio.leitura.feicao import Feicao
from core.base.territorio.leitura.geojson import ler_geojson
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import colecao, escrever, feicao, quadrado


def ler(pasta: Path, texto: str | bytes) -> list[Feicao]:
    caminho = pasta / "mapa.geojson"
    caminho.write_bytes(texto if isinstance(texto, bytes) else texto.encode())
    return list(ler_geojson(caminho).feicoes)


UMA = colecao(feicao(quadrado(-46, -23), nome="Sé"), feicao(None, nome="Luz"))


@pytest.mark.parametrize("nome", ["a.geojson", "a.json", "a.geojson.gz"])
def test_features_are_read_in_order(tmp_path: Path, nome: str) -> None:
    camada = ler_geojson(escrever(tmp_path, nome, UMA))
    lidas = list(camada.feicoes)
    assert [(f.ordem, f.propriedades["nome"], f.motivo) for f in lidas] == [
        (1, "Sé", None),
        (2, "Luz", None),
    ]
    assert lidas[0].geometria is not None
    assert lidas[1].geometria is None
    assert camada.avisos == []


@pytest.mark.parametrize("bloco", [1, 2, 3, 7, 64])
def test_block_borders_fall_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bloco: int
) -> None:
    monkeypatch.setattr(geojson, "_BLOCO", bloco)
    texto = json.dumps(
        {"name": "ção", "v": 12345, **UMA, "depois": [1, {"a": 2}]}, ensure_ascii=False, indent=1
    )
    lidas = ler(tmp_path, "\ufeff" + texto + "\n\n")
    assert [f.propriedades["nome"] for f in lidas] == ["Sé", "Luz"]


def test_a_lone_feature_is_a_collection_of_one(tmp_path: Path) -> None:
    lidas = ler(tmp_path, json.dumps(feicao(quadrado(-46, -23), nome="Sé")))
    assert [f.propriedades for f in lidas] == [{"nome": "Sé"}]


def test_text_that_is_not_utf8_is_read_with_a_notice(tmp_path: Path) -> None:
    caminho = tmp_path / "a.geojson"
    caminho.write_bytes(json.dumps(UMA, ensure_ascii=False).encode("cp1252"))
    camada = ler_geojson(caminho)
    assert next(camada.feicoes).propriedades["nome"] == "Sé"
    assert camada.avisos == ["territorio.aviso.nao_utf8"]


def test_the_coordinate_system_is_refused_wherever_it_stands(tmp_path: Path) -> None:
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31983"}}
    for objeto in ({"crs": crs, **UMA}, {**UMA, "crs": crs}):
        with pytest.raises(UserFacingError, match=r"territorio\.crs_recusado"):
            ler(tmp_path, json.dumps(objeto))
    crs["properties"] = {"name": "urn:ogc:def:crs:EPSG::4674"}
    assert len(ler(tmp_path, json.dumps({**UMA, "crs": crs}))) == 2


@pytest.mark.parametrize(
    ("bruta", "motivo"),
    [
        ("texto", "feicao_ilegivel"),
        (None, "feicao_ilegivel"),
        ({"properties": [1]}, "feicao_ilegivel"),
        (feicao({"type": "LineString", "coordinates": []}), "nao_e_poligono"),
        (feicao({"type": "Polygon", "coordinates": [[[0, 0]]]}), "geometria_ilegivel"),
    ],
)
def test_a_bad_feature_spoils_no_other(tmp_path: Path, bruta: Any, motivo: str) -> None:
    lidas = ler(tmp_path, json.dumps(colecao(bruta, feicao(quadrado(-46, -23), nome="Sé"))))
    assert lidas[0].motivo == f"territorio.recusa.{motivo}"
    assert lidas[1].motivo is None


@pytest.mark.parametrize(
    ("texto", "codigo"),
    [
        ('{"type":"FeatureCollection","features":[{"type":"Feat', "geojson_invalido"),
        ('{"type":"FeatureCollection","features":[{} {}]}', "geojson_invalido"),
        ('{"type":"FeatureCollection","features":[]} x', "geojson_invalido"),
        ('{"type":"FeatureCollection","features":{}}', "geojson_invalido"),
        ('{"type":"FeatureCollection"}', "geojson_invalido"),
        ('{"type":"FeatureCollection","features":[NaN]}', "geojson_invalido"),
        ("{1:2}", "geojson_invalido"),
        ("[]", "geojson_invalido"),
        ("{", "geojson_invalido"),
        ("{}", "geojson_invalido"),
        ('{"type":"FeatureCollection","features":[' + "[" * 200_000, "geojson_invalido"),
        ('{"type":"Topology","objects":{}}', "topojson"),
    ],
)
def test_what_is_no_geojson(tmp_path: Path, texto: str, codigo: str) -> None:
    with pytest.raises(UserFacingError) as fault:
        ler(tmp_path, texto)
    assert fault.value.code == f"territorio.{codigo}"


def test_a_cut_gzip_and_a_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inteiro = gzip.compress(json.dumps(UMA).encode())
    with pytest.raises(UserFacingError, match=r"territorio\.arquivo_cortado"):
        ler(tmp_path, inteiro[:-12])
    monkeypatch.setattr(geojson, "MAX_BYTES_TEXTO", 1_000_000)
    with pytest.raises(UserFacingError, match=r"territorio\.arquivo_grande"):
        ler(tmp_path, gzip.compress(b" " * 5_000_000))


def test_one_value_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geojson, "_MAX_VALOR", 1_000)
    monkeypatch.setattr(geojson, "_BLOCO", 500)
    with pytest.raises(UserFacingError, match=r"territorio\.geojson_invalido"):
        ler(tmp_path, '{"features":[["' + "x" * 10_000)
