"""``ranking verificar``: what is recomputed, what is named, and how it ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.kernel.store import installation
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.command_line import CommandLine
from tests.support.office import demanda, unidade
from tests.support.pontuacoes import RankStory
from tests.support.sorteios import SealedLog


@pytest.fixture
def ranked_cli(founded_cli: CommandLine) -> CommandLine:
    """Twelve demands in unit 1, all right; one in unit 2 whose weight is wrong."""
    writer = SqliteDatabase(founded_cli.folder).open_writer(checkpoints=True)
    facts = installation.read(writer.cursor, writer.dialect)
    log = SealedLog(writer, facts.no, facts.rede)
    story = RankStory(log)
    for one in range(1, 13):
        story.categorize(one, 1, horizontal=20 + one)
    story.categorize(20, 2, breakdown={"peso_nacional": 90})
    log.flush()
    writer.close()
    return founded_cli


def test_a_unit_is_recomputed_and_shown(ranked_cli: CommandLine) -> None:
    answer = ranked_cli("ranking", "verificar", "--unidade", unidade(1))
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    assert lines[2] == f"      1  {demanda(12)}  3.200,00  1.1"
    assert "… de 12; todas com --todas" in lines
    assert "Tudo confere com o registro." in lines
    told = ranked_cli("ranking", "verificar", "--unidade", unidade(1), "--todas", "--json").json
    assert (told["ok"], told["pontuacoes"], told["divergentes"]) == (True, 12, 0)
    assert [one["posicao"] for one in told["ranking"]] == list(range(1, 13))
    assert told["ranking"][11] == {
        "posicao": 12,
        "demanda_id": demanda(1),
        "score_final": 2100.0,
        "categoria_id": "1.1",
    }


def test_all_units_and_what_differs(ranked_cli: CommandLine) -> None:
    answer = ranked_cli("ranking", "verificar", "--todas", "--json")
    assert answer.code == 4
    told = answer.json
    assert (told["unidades"], told["pontuacoes"], told["divergentes"]) == (2, 13, 1)
    (item,) = told["itens"]
    assert (item["demanda_id"], item["entrada"]) == (demanda(20), "peso_nacional")
    assert (item["publicado"], item["refeito"]) == (90, 100.0)
    page = ranked_cli("ranking", "verificar", "--todas").out
    assert "  NÃO CONFERE: O peso nacional em vigor é 100" in page
    assert "NÃO CONFERE: 1" in page


def test_a_wrong_call_is_explained(ranked_cli: CommandLine) -> None:
    nothing = ranked_cli("ranking", "verificar", "--json")
    assert (nothing.code, nothing.json["erro"]["codigo"]) == (2, "uso.invalido")
    answer = ranked_cli("ranking", "verificar", "--unidade", demanda(1), "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "ranking.sem_pontuacao")


def test_a_copy_is_enough(ranked_cli: CommandLine, tmp_path: Path) -> None:
    copy = shutil.copy(ranked_cli.folder / FILE_NAME, tmp_path / "copia")
    words = ("ranking", "verificar", "--todas", "--arquivo", str(copy), "--json")
    told = CommandLine(tmp_path / "nada")(*words)
    assert told.json == ranked_cli("ranking", "verificar", "--todas", "--json").json
