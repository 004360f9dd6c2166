"""``sorteio``: the vectors of another implementation, and draws verified from the log alone."""

from __future__ import annotations

import io
import json
import random
import shutil
from pathlib import Path

import pytest

from core.kernel.store import installation
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.command_line import CommandLine
from tests.support.office import conselheiro, demanda
from tests.support.sorteios import SealedLog, Story

VECTORS = Path(__file__).resolve().parents[5] / "shared" / "vectors" / "sorteio.json"
UM, DOIS, TRES = (
    "d2a826d1-fafa-45bc-aa47-c3a28eb09dfe",
    "ed255002-cf47-4258-a233-5a0536132cd2",
    "fe2b587d-7bc0-4cba-a27c-0549611605ef",
)
CASE = {
    "ultimo_event_id": "dd1c9555-f6e3-4859-a29d-22fbe0388705",
    "timestamp": "2026-03-03T02:14:26.074Z",
    "elegiveis": [TRES, UM, DOIS],
}


def given(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.cenario("D-6a/T5")
def test_an_answer_a_line_without_an_office(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, json.dumps(CASE))
    answer = cli("sorteio", "ordenar", "--json")
    assert answer.code == 0, answer.err
    assert answer.json == {
        "seed_publico": "6fad666345cbcbb3cb3d4b7558ae5beda525b465807b1ce620dd153450f5d433",
        "ordem": [TRES, DOIS, UM],
        "lista_elegiveis_hash": "bad9b1a6120c65ad892ebb2b43a31d791774853eb8e738dcaf9a3e1d90cc9c1b",
    }
    assert not cli.folder.exists()
    given(monkeypatch, json.dumps(CASE))
    assert cli("sorteio", "ordenar").out.startswith(f"sorteado {TRES} entre 3  seed 6fad")


@pytest.mark.skipif(not VECTORS.is_file(), reason="the full set of vectors is not in this checkout")
def test_the_full_set_of_vectors(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = json.loads(VECTORS.read_text("utf-8"))["casos"]
    asked: list[str] = []
    for case in cases:
        ids = random.Random(len(asked)).sample(case["elegiveis"], len(case["elegiveis"]))
        asked.append(json.dumps({**case, "elegiveis": ids}))
    given(monkeypatch, *asked)
    answers = [json.loads(line) for line in cli("sorteio", "ordenar", "--json").out.splitlines()]
    assert len(answers) == len(cases)
    for answer, case in zip(answers, cases, strict=True):
        assert answer == {key: case[key] for key in answer}


def test_a_bad_line_ends_it_with_its_number(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, json.dumps(CASE), '{"elegiveis": 3}')
    answer = cli("sorteio", "ordenar", "--json")
    assert answer.code == 2
    first, last = (json.loads(line) for line in answer.out.splitlines())
    assert first["ordem"][0] == TRES
    assert last["erro"]["codigo"] == "sorteio.linha_campo"
    assert "Na linha 2, " in answer.err


@pytest.fixture
def drawn_cli(founded_cli: CommandLine) -> CommandLine:
    """An office with an honest draw and redraw of demand 1, and a lie in that of demand 2."""
    writer = SqliteDatabase(founded_cli.folder).open_writer(checkpoints=True)
    facts = installation.read(writer.cursor, writer.dialect)
    log = SealedLog(writer, facts.no, facts.rede)
    story = Story(log)
    story.territory({1: 2, 2: None})
    for who, unit in ((1, 1), (2, 1), (3, 2)):
        story.register(who, unit)
    story.announce(1, 1)
    busy = story.draw(1, 1, [1, 2])
    story.announce(2, 1)
    story.draw(2, 1, [1, 2, 3], conselheiro_id=conselheiro(busy))
    story.announce(3, 1)
    log.flush()
    writer.close()
    return founded_cli


def test_a_draw_is_shown_step_by_step(drawn_cli: CommandLine) -> None:
    answer = drawn_cli("sorteio", "verificar", "--demanda", demanda(1))
    assert answer.code == 0, answer.err
    for line in (
        "  degrau      Unidade 1 (11111111): 2 cadastrados, 0 ocupados, 2 podiam ser sorteados",
        f"  elegíveis   {conselheiro(1)}",
        f"              {conselheiro(2)}",
        "  confere",
        "Tudo confere com o registro.",
    ):
        assert line in answer.out.splitlines()
    assert "verbo verificar" in answer.out
    told = drawn_cli("sorteio", "verificar", "--demanda", demanda(1), "--json").json
    assert (told["ok"], told["sorteios"], told["divergentes"]) == (True, 1, 0)
    (item,) = told["itens"]
    assert item["refeito"]["conselheiro_id"] == item["conselheiro_id"]
    assert item["refeito"]["ordem"][0] == item["conselheiro_id"]
    assert item["elegiveis"] == [conselheiro(1), conselheiro(2)]


def test_what_differs_is_named_and_the_exit_code_says_so(drawn_cli: CommandLine) -> None:
    answer = drawn_cli("sorteio", "verificar", "--todos", "--json")
    assert answer.code == 4
    told = answer.json
    assert (told["ok"], told["sorteios"], told["divergentes"]) == (False, 2, 1)
    (item,) = told["itens"]
    assert item["demanda_id"] == demanda(2)
    names = [one["entrada"] for one in item["divergencias"]]
    assert "elegivel_a_mais" in names
    # Who won that of demand 2 had a demand: the draw does not hold, and it still waits.
    assert told["em_espera_com_elegiveis"] == [demanda(2), demanda(3)]
    page = drawn_cli("sorteio", "verificar", "--todos").out
    assert f"2 demandas sem sorteio havendo quem sortear, a primeira {demanda(2)}." in page
    assert "NÃO CONFERE: 1" in page
    assert "mas já tinha uma demanda." in page


def test_a_wrong_call_is_explained(drawn_cli: CommandLine) -> None:
    assert drawn_cli("sorteio", "verificar").code == 2
    assert drawn_cli("sorteio", "verificar", "--todos", "--demanda", demanda(1)).code == 2
    answer = drawn_cli("sorteio", "verificar", "--demanda", "ffffffff", "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "busca.nada_encontrado")
    answer = drawn_cli("sorteio", "verificar", "--demanda", conselheiro(1), "--json")
    assert (answer.code, answer.json["erro"]["codigo"]) == (2, "sorteio.sem_sorteio")


def test_a_copy_is_enough(drawn_cli: CommandLine, tmp_path: Path) -> None:
    copy = shutil.copy(drawn_cli.folder / FILE_NAME, tmp_path / "copia")
    nowhere = CommandLine(tmp_path / "nada")
    words = ("sorteio", "verificar", "--todos", "--arquivo", str(copy), "--json")
    told = nowhere(*words)
    assert told.code == 4
    assert told.json == drawn_cli("sorteio", "verificar", "--todos", "--json").json
    one = nowhere("sorteio", "verificar", "--demanda", demanda(1), "--arquivo", str(copy))
    assert one.code == 0, one.err
    missing = nowhere("sorteio", "verificar", "--todos", "--arquivo", str(tmp_path / "x"), "--json")
    assert missing.code == 3
