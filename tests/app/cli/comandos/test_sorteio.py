"""``sorteio ordenar``: the vectors of another implementation, whatever the order of the ids."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from tests.support.command_line import CommandLine

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
