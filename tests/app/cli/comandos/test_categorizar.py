"""``categorizar``: a text a line in, an answer a line out; training, measuring, choosing."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.app.cli.comandos.test_revisoes import register
from tests.support.command_line import CommandLine
from tests.support.office import demanda


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_line_in_a_line_out_without_an_office(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, "tem um buraco na rua\n\nposte sem luz na esquina\r\n")
    answer = cli("categorizar", "--json")
    assert answer.code == 0, answer.err
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["categoria_id"] for line in lines] == ["3.1", None, "3.4"]
    assert [line["metodo"] for line in lines] == [
        "automatico",
        "revisao_pendente",
        "revisao_pendente",
    ]
    assert lines[0]["subcategoria_id"] == "3.1.1"
    assert lines[2]["alternativas"][0]["categoria_id"] == "1.3"
    assert "buraco" in {term["palavra"] for term in lines[0]["termos"]}
    assert not cli.folder.exists()


def test_people_get_words(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, "tem um buraco na rua\noi\n")
    first, second = cli("categorizar").out.splitlines()
    assert first.startswith("3.1 Vias e pavimentação  0.9")
    assert "buraco" in first
    assert second == "sem categoria: nada no texto diz do que se trata"


def test_a_table_is_measured(cli: CommandLine, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("texto;categoria_id\nburaco na rua;3.1\nfalta água na rua;1.1\n", "utf-8")
    answer = cli("categorizar", "avaliar", str(table), "--json").json
    assert (answer["textos"], answer["acuracia"], answer["macro_f1"]) == (2, 1.0, 1.0)
    assert "0.85" in cli("categorizar", "avaliar", str(table)).out
    missing = cli("categorizar", "avaliar", str(tmp_path / "nada.csv"), "--json")
    assert (missing.code, missing.json["erro"]["codigo"]) == (2, "categoria.arquivo_ilegivel")


def test_training_measuring_and_choosing(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli = founded_cli
    nothing = cli("categorizar", "treinar", "--json")
    assert (nothing.code, nothing.json["erro"]["codigo"]) == (2, "categoria.sem_correcoes")
    texts = ["o zorbinho parou", "zorbinho queimado", "cadê o zorbinho"]
    register(cli, *enumerate(texts, 1))
    for n in (1, 2, 3):
        assert cli("revisoes", "decidir", demanda(n), "--categoria", "3.4").code == 0
    done = cli("categorizar", "treinar", "--nao-usar", "--json").json
    assert (done["correcoes"], done["em_uso"]) == (3, False)
    assert (cli.folder / "modelos" / f"{done['versao']}.json").exists()
    assert cli("categorizar", "usar", "--json").json == {
        "em_uso": done["base"],
        "treinados": [done["versao"]],
    }
    assert cli("categorizar", "usar", done["versao"], "--json").json["em_uso"] == done["versao"]
    given(monkeypatch, "zorbinho\n")
    assert json.loads(cli("categorizar", "--json").out)["categoria_id"] == "3.4"
    assert cli("categorizar", "avaliar", "--json").json["acuracia"] == 1.0
    assert cli("categorizar", "usar", "nenhum").code == 2
    assert cli("categorizar", "usar", "original", "--json").json["em_uso"] == done["base"]


def test_a_model_that_is_gone_is_told(
    founded_cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(founded_cli, (1, "poste sem luz na esquina"))
    founded_cli("revisoes", "decidir", demanda(1), "--categoria", "3.4")
    versao = founded_cli("categorizar", "treinar", "--json").json["versao"]
    (founded_cli.folder / "modelos" / f"{versao}.json").unlink()
    given(monkeypatch, "buraco na rua\n")
    answer = founded_cli("categorizar", "--json")
    assert answer.code == 0
    assert versao in answer.err
    assert json.loads(answer.out)["versao_classificador"] != versao
