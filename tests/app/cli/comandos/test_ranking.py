"""Ranking and parameters from the command line, over a real office."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bootstrap.abertura import abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos
from core.base.territorio.unidade import unidade_id
from tests.app.cli.comandos.test_revisoes import received
from tests.app.cli.comandos.test_territorio import RIO
from tests.core.base.territorio.cartas import colecao, escrever
from tests.core.colonies.d3_categorizacao.conftest import georreferenciada
from tests.support.command_line import CommandLine
from tests.support.office import demanda

RECURSOS = Recursos()
EXAMPLE = """
versao = "2026-2"

[pesos_nacionais]
1 = 100
2 = 80
3 = 30
4 = 40
5 = 20
"""


@pytest.fixture
def office(founded_cli: CommandLine, tmp_path: Path) -> CommandLine:
    """Three demands in one city."""
    path = escrever(tmp_path, "rio.geojson", colecao(RIO))
    assert founded_cli("territorio", "importar", str(path)).code == 0
    unit = unidade_id("ibge", 4, "3304557", None, "")
    mensagens = Mensagens(RECURSOS.messages_toml())
    with opened(abrir(place_of(founded_cli.folder, None), mensagens, RECURSOS, inline=True)) as app:
        texts = ("tem um buraco na rua", "mato alto na praça", "falta água na rua toda")
        for n, texto in enumerate(texts, 1):
            app.engine.publicar("D-1a", received(n, texto))
            app.engine.aguardar_ocioso()
            placed = georreferenciada(n)
            placed.payload["unidade_civica_id"] = unit
            app.engine.publicar("D-2", placed)
            app.engine.aguardar_ocioso()
    return founded_cli


def test_the_order_and_the_sum_behind_it(office: CommandLine) -> None:
    (unit,) = office("ranking", "mostrar", "--json").json["unidades"]
    answer = office("ranking", "mostrar", unit["unidade_civica_id"], "--json").json
    items = answer["itens"]
    assert answer["total"] == unit["total"] == len(items) >= 2
    assert [one["posicao"] for one in items] == list(range(1, len(items) + 1))
    scores = [one["score_final"] for one in items]
    assert scores == sorted(scores, reverse=True)
    first = items[0]
    factors = first["breakdown"]
    assert first["score_final"] == (
        factors["peso_nacional"] * factors["peso_situacional"] * factors["score_horizontal"]
    )
    assert first["titulo"] == "Falta água na rua toda"
    top = office("ranking", "mostrar", unit["unidade_civica_id"], "--topo", "1", "--json").json
    assert (top["itens"], top["depois"]) == ([first], None)
    page = office("ranking", "mostrar", unit["unidade_civica_id"], "--limite", "1").out
    assert "próxima página: ranking mostrar" in page
    token = page.rsplit("--depois ", 1)[1].strip()
    following = office(
        "ranking",
        "mostrar",
        unit["unidade_civica_id"],
        "--limite",
        "1",
        "--depois",
        token,
        "--json",
    ).json
    assert following["itens"] == [items[1]]
    said = office("ranking", "mostrar", "--demanda", demanda(3)).out
    assert f"1ª de {len(items)} em {unit['unidade']}" in said
    assert "9.500,00 pontos = 100 × 1 × 95" in said


def test_parameters_are_shown_loaded_and_shown_again(office: CommandLine, tmp_path: Path) -> None:
    before = office("parametros", "mostrar", "--json").json
    assert before["parametros"]["versao"] == "mvp-v1"
    assert "os que vêm com o programa" in office("parametros", "mostrar").out
    path = tmp_path / "pesos.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    done = office("parametros", "carregar", str(path), "--json")
    assert done.code == 0, done.err
    assert done.json["ja_em_vigor"] is False
    (unit,) = office("ranking", "mostrar", "--json").json["unidades"]
    items = office("ranking", "mostrar", unit["unidade_civica_id"], "--json").json["itens"]
    changed = [one for one in items if one["nivel_precedencia"] == 3]
    assert done.json["recalculadas"] == len(changed) > 0
    assert {one["breakdown"]["peso_nacional"] for one in changed} == {30}
    again = office("parametros", "carregar", str(path))
    assert "já estão em vigor" in again.out
    # What is shown can be written to a file and loaded: in force already.
    shown = office("parametros", "mostrar", "--json").json["parametros"]
    copy = tmp_path / "copia.json"
    copy.write_text(json.dumps(shown), encoding="utf-8")
    assert office("parametros", "carregar", str(copy), "--json").json["ja_em_vigor"] is True
    text = office("parametros", "mostrar").out
    assert "Parâmetros em vigor: 2026-2, desde" in text
    assert office("verificar").code == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("ranking", "mostrar", "Xanadu", "--topo", "3"), "unidade.nao_encontrada"),
        (("ranking", "mostrar", "--demanda", "ffffffff"), "busca.nada_encontrado"),
        (("parametros", "carregar", "nenhum.json"), "parametros.nao_abre"),
    ],
)
def test_bad_input_has_a_sentence(
    founded_cli: CommandLine, words: tuple[str, ...], code: str
) -> None:
    answer = founded_cli(*words, "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    assert answer.err.strip().endswith(".")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"versao": "v1", "pesos_nacionais": {"1": 100}}', "parametros.nivel_ausente"),
        (EXAMPLE + '[pesos_situacionais."11111111-0000-5000-8000-000000000001"]\n1 = 1.2\n',
         "parametros.peso_situacional"),
        (EXAMPLE + '[capacidades]\n"11111111-0000-5000-8000-000000000001" = 2\n',
         "parametros.unidade_desconhecida"),
        ("<xml/>", "parametros.ilegivel"),
    ],
)  # fmt: skip
def test_a_faulty_file_changes_nothing(
    founded_cli: CommandLine, tmp_path: Path, text: str, code: str
) -> None:
    path = tmp_path / "pesos"
    path.write_text(text, encoding="utf-8")
    answer = founded_cli("parametros", "carregar", str(path), "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, code)
    assert founded_cli("parametros", "mostrar", "--json").json["parametros"]["versao"] == "mvp-v1"
