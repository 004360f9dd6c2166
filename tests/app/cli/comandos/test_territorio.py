"""``territorio``: what is typed, what is answered."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from typing_extensions import override

from app.cli.comandos.territorio import parse_mapping
from app.cli.principal import main
from core.base.territorio.mapeamento import Mapeamento
from core.kernel.errors import UserFacingError
from tests.core.base.territorio.cartas import (
    DEMONSTRACAO,
    bairro,
    colecao,
    escrever,
    feicao,
    municipio,
    quadrado,
)
from tests.support.command_line import Answer, CommandLine

RIO = municipio("3304557", "Rio de Janeiro", quadrado(-44.0, -23.0, 0.5))


def resolve(cli: CommandLine, monkeypatch: pytest.MonkeyPatch, text: str, *words: str) -> Answer:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return cli("territorio", "resolver", *words)


@pytest.fixture
def with_rio(founded_cli: CommandLine, tmp_path: Path) -> CommandLine:
    path = escrever(tmp_path, "rio.geojson", colecao(RIO))
    assert founded_cli("territorio", "importar", str(path)).code == 0
    return founded_cli


def test_an_import_gives_its_account_by_level_and_source(
    founded_cli: CommandLine, tmp_path: Path
) -> None:
    tiny = municipio("3550308", "São Paulo", quadrado(-46, -23, 0.00001))
    path = escrever(tmp_path, "sudeste.geojson", colecao(RIO, tiny))
    answer = founded_cli("territorio", "importar", str(path))
    assert answer.code == 0, answer.err
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["4", "município", "ibge", "2", "1", "1", "0", "0", "0"] in rows
    assert ["7", "país", "ibge", "0", "0", "0", "0", "0", "1"] in rows
    assert "recusas: 1 × O contorno tem menos de 100 m² e ficou de fora." in answer.out
    assert "6 unidades novas, 0 alteradas, 0 iguais às que já estavam; 2 eventos" in answer.out
    again = founded_cli("territorio", "importar", str(path), "--json")
    assert (again.json["novas"], again.json["iguais"], again.json["eventos"]) == (0, 6, 0)
    assert [c["nivel"] for c in again.json["contagens"]] == [7, 6, 5, 4]
    assert "Nada mudou" in founded_cli("territorio", "importar", str(path)).out


def test_several_files_are_one_import(founded_cli: CommandLine, tmp_path: Path) -> None:
    path = escrever(tmp_path, "rio.geojson", colecao(RIO))
    answer = founded_cli("--json", "territorio", "importar", str(path), str(DEMONSTRACAO))
    assert answer.json["novas"] == 26
    assert [file["perfil"] for file in answer.json["arquivos"]] == [
        "ibge.municipios",
        "formigueiro",
    ]


def test_progress_is_shown_where_a_person_watches(founded_cli: CommandLine, tmp_path: Path) -> None:
    class Terminal(io.StringIO):
        @override
        def isatty(self) -> bool:
            return True

    many = [bairro(f"B{n}", quadrado(-46.9, -23.9), str(n)) for n in range(600)]
    path = escrever(tmp_path, "bairros.geojson", colecao(*many))
    err = Terminal()
    words = ["--dados", str(founded_cli.folder), "territorio", "importar", str(path)]
    assert main(words, io.StringIO(), err) == 0
    shown = err.getvalue().split("\r\x1b[K")
    assert shown[1] == "lendo bairros.geojson: 500 feições"
    assert shown[-1] == ""


def test_what_is_wrong_with_a_file_is_said_and_nothing_changes(
    founded_cli: CommandLine, tmp_path: Path
) -> None:
    swapped = escrever(tmp_path, "trocado.geojson", colecao(municipio("3304557", "Rio", quadrado(-23, -44))))  # fmt: skip
    answer = founded_cli("territorio", "importar", str(swapped))
    assert answer.code == 2
    assert "--trocar-eixos" in answer.err
    assert founded_cli("--json", "territorio", "listar").json["total"] == 0
    assert founded_cli("territorio", "importar", str(swapped), "--trocar-eixos").code == 0
    assert founded_cli("territorio", "importar", str(tmp_path / "nada.zip")).code == 2


def test_columns_can_be_mapped(with_rio: CommandLine, tmp_path: Path) -> None:
    layer = colecao(feicao(quadrado(-44, -23), rotulo="Vila Nova", chave="7"))
    path = escrever(tmp_path, "vilas.geojson", layer)
    refused = with_rio("territorio", "importar", str(path))
    assert refused.code == 2
    assert "rotulo, chave" in refused.err
    words = ("--mapear", "nome=rotulo", "--mapear", "nivel=2", "--mapear", "codigo=chave")
    assert with_rio("territorio", "importar", str(path), *words).code == 0
    listed = with_rio("--json", "territorio", "listar", "--nome", "vila nova").json
    assert listed["unidades"][0]["fonte"] == "municipio:3304557"
    assert [link["nome"] for link in listed["unidades"][0]["cadeia"]][1] == "Rio de Janeiro"


def test_a_mapping_in_words() -> None:
    words = [
        "nome=NM",
        "nivel=NIV",
        "codigo=CD",
        "municipio=CD_MUN",
        "pai=CD_PAI",
        "fonte=prefeitura",
    ]
    assert parse_mapping(words) == Mapeamento(
        campo_nome="NM",
        campo_nivel="NIV",
        campo_codigo="CD",
        campo_municipio="CD_MUN",
        campo_pai="CD_PAI",
        fonte="prefeitura",
    )
    assert parse_mapping(["nome=NM", "nivel=2", "municipio=3304557"]) == Mapeamento(
        campo_nome="NM", nivel=2, municipio="3304557"
    )
    assert parse_mapping([]) is None


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nome"], "territorio.mapear_invalido"),
        (["nome="], "territorio.mapear_invalido"),
        (["cor=azul"], "territorio.mapear_invalido"),
        (["nivel=2"], "territorio.mapear_sem_nome"),
        (["nome=NM"], "territorio.mapear_sem_nome"),
    ],
)
def test_a_mapping_that_says_too_little(words: list[str], code: str) -> None:
    with pytest.raises(UserFacingError) as refused:
        parse_mapping(words)
    assert refused.value.code == code


def test_points_are_answered_a_line_each(
    with_rio: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = resolve(with_rio, monkeypatch, "-22.9,-43.9\r\n0,0\n\nabc\n200,0", "--json")
    assert answer.code == 0
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert lines[0] == {
        "lat": -22.9,
        "lng": -43.9,
        "unidade_civica_id": lines[0]["unidade_civica_id"],
        "nivel": 4,
        "codigo": "3304557",
        "nome": "Rio de Janeiro",
        "cadeia": [
            {"nivel": 4, "codigo": "3304557", "nome": "Rio de Janeiro"},
            {"nivel": 5, "codigo": "33", "nome": "Rio de Janeiro"},
            {"nivel": 6, "codigo": "3", "nome": "Sudeste"},
            {"nivel": 7, "codigo": "BR", "nome": "Brasil"},
        ],
    }
    assert lines[1] == {
        "lat": 0.0, "lng": 0.0, "unidade_civica_id": None, "nivel": None, "codigo": None,
        "nome": None, "cadeia": [],
    }  # fmt: skip
    assert [line.get("erro") for line in lines[2:]] == [
        "coordenada.vazia",
        "coordenada.formato",
        "coordenada.fora_do_intervalo",
    ]


def test_points_are_answered_in_words(
    with_rio: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = resolve(with_rio, monkeypatch, "-22,9; -43,9\n0,0\nabc\n200,0\n")
    assert answer.out.splitlines()[:2] == [
        "-22.9, -43.9  Rio de Janeiro › Rio de Janeiro › Sudeste › Brasil",
        "0.0, 0.0  fora do território importado",
    ]
    assert "“abc” não é uma coordenada" in answer.out
    assert "O ponto 200; 0 não existe" in answer.out


def test_without_territory_every_point_is_outside_and_it_is_said(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = resolve(founded_cli, monkeypatch, "-22.9,-43.9\n", "--json")
    assert json.loads(answer.out)["unidade_civica_id"] is None
    assert answer.err.startswith("Nenhum território foi importado ainda")
    assert founded_cli("territorio", "listar").out.startswith("Nenhum território importado.")


def test_units_are_listed_by_name_level_source_and_state(with_rio: CommandLine) -> None:
    summary = with_rio("territorio", "listar").out.splitlines()
    assert summary[2].split() == ["7", "país", "ibge", "1", "0"]
    assert summary[-1] == "4 unidades"
    named = with_rio("territorio", "listar", "--nome", "RIO DE", "--nivel", "4").out.splitlines()
    assert named[2].split()[:4] == ["4", "Rio", "de", "Janeiro"]
    assert named[-1] == "1 de 1 unidades"
    inside = with_rio("--json", "territorio", "listar", "--uf", "RJ").json
    assert [unit["codigo"] for unit in inside["unidades"]] == ["3304557"]
    pai = inside["unidades"][0]["parent_uc_id"]
    assert with_rio("--json", "territorio", "listar", "--pai", pai).json["total"] == 1
    assert with_rio("--json", "territorio", "listar", "--fonte", "outra").json["total"] == 0
    limited = with_rio("--json", "territorio", "listar", "--limite", "1").json
    assert (limited["total"], len(limited["unidades"])) == (4, 1)
    assert with_rio("territorio", "listar", "--uf", "ZZ").code == 2
    assert with_rio("territorio", "listar", "--nivel", "9").code == 2


def test_looking_again_at_what_waits(with_rio: CommandLine) -> None:
    answer = with_rio("--json", "territorio", "reavaliar")
    assert answer.json == {"resolvidas": 0, "demandas_sem_unidade": 0}
