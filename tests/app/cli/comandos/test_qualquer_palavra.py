"""Whatever word stands in whatever place of a call, the answer is one of the four exit codes.

The places are read from the grammar, so that a verb that comes later is asked the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from app.cli.analisador import Analisador, Verbo
from app.cli.comandos.catalogo import VERBOS
from tests.core.base.territorio.cartas import colecao, escrever, municipio, quadrado
from tests.support.command_line import CommandLine

GROUPS = frozenset(
    {
        "backlog", "conselheiros", "historico", "linha-do-tempo", "painel", "parametros", "ranking",
        "relatorio", "sorteio", "unidades",
    }
)  # fmt: skip
# It reads standard input and takes no word.
WITHOUT_WORDS = ("sorteio", "ordenar")
# Each was somewhere answered by a traceback, or is what one would try next.
WORDS = ("", "--", "-5", "99999999999999999999", "\udcff", "\U00020000" * 60_000)
MORE_WORDS = (
    "   ", "ffffffff", "%%%%%%%%", "😀", "a\nb", "x" * 60_000, "'; DROP TABLE event_log; --",
    "2099-01-01", "2026-13-45", "/dev", "nan/ffffffff", "1|2", "3.4", "9" * 400,
)  # fmt: skip


def places(verb: Verbo) -> tuple[list[argparse.Action], Analisador]:
    parser = Analisador(prog="p")
    verb.argumentos(parser)
    found = [one for one in parser._actions if one.nargs != 0 and one.dest != "help"]
    return found, parser


def calls(verb: Verbo, words: Sequence[str]) -> Iterator[list[str]]:
    """One place takes each of the words; the others that must be there something plausible."""
    actions, _ = places(verb)
    for tried in actions:
        for word in words:
            call = list(verb.caminho)
            for one in actions:
                value = word if one is tried else next(iter(one.choices or ["ffffffff"]))
                if one.option_strings and (one is tried or one.required):
                    call.append(f"{one.option_strings[0]}={value}")
                elif not one.option_strings and (one is tried or one.nargs != "?"):
                    call.append(str(value))
            yield call


@pytest.fixture(scope="module")
def asked() -> list[Verbo]:
    found = [one for one in VERBOS if one.caminho[0] in GROUPS and one.caminho != WITHOUT_WORDS]
    assert {one.caminho[0] for one in found} == GROUPS
    return found


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(WORDS, id="few"),
        pytest.param(MORE_WORDS, id="more", marks=[pytest.mark.lento, pytest.mark.timeout(900)]),
    ],
)
def test_any_word_in_any_place(
    founded_cli: CommandLine, tmp_path: Path, asked: list[Verbo], words: Sequence[str]
) -> None:
    cards = colecao(municipio("3550308", "São Paulo", quadrado(-47.0, -24.0, 1.0)))
    path = escrever(tmp_path, "sp.geojson", cards)
    assert founded_cli("territorio", "importar", str(path)).code == 0
    before = founded_cli("verificar", "--json").json["eventos"]
    for call in (one for verb in asked for one in calls(verb, words)):
        answer = founded_cli("--json", *call)
        assert answer.code in {0, 2, 3, 4}, (call, answer.err[:2_000])
        told = json.loads(answer.out)
        if answer.code:
            sentence = told["erro"]["mensagem"]
            assert len(sentence) < 1_500, call
            assert "{" not in sentence, call
    after = founded_cli("verificar", "--json")
    assert (after.code, after.json["eventos"]) == (0, before)
