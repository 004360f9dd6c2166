from __future__ import annotations

import pytest

from app.cli.analisador import Analisador, UsageError, Verbo, build_parser, translate


@pytest.mark.parametrize(
    ("english", "portuguese"),
    [
        ("unrecognized arguments: --x y", "não conheço: --x y"),
        ("the following arguments are required: tipo", "falta informar: tipo"),
        ("argument --limite: expected one argument", "--limite pede um valor"),
        ("argument --limite: invalid int value: 'x'", "--limite não aceita 'x'"),
        ("something new", "something new"),
    ],
)
def test_complaints_are_translated(english: str, portuguese: str) -> None:
    assert translate(english) == portuguese


def test_every_complaint_of_this_python_is_translated() -> None:
    parser = Analisador(prog="p")
    parser.add_argument("--n", type=int)
    parser.add_argument("--escolha", choices=["a", "b"])
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--um", action="store_true")
    group.add_argument("--dois", action="store_true")
    for words in (["--n", "x"], ["--n"], ["--escolha", "c"], ["--um", "--dois"], ["--nada"]):
        with pytest.raises(UsageError) as refusal:
            parser.parse_args(words)
        reason = str(refusal.value.params["motivo"])
        for english in ("argument", "expected", "invalid", "choose", "not allowed", "unrecognized"):
            assert english not in reason


def test_json_may_stand_before_or_after_the_verb() -> None:
    parser = build_parser((Verbo(("fazer",), "faz", lambda *_: None),), "0")
    assert parser.parse_args(["--json", "fazer"]).json
    assert parser.parse_args(["fazer", "--json"]).json
    assert not parser.parse_args(["fazer"]).json
