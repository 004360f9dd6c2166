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


def test_an_option_given_two_hyphens_has_no_value() -> None:
    parser = Analisador(prog="p")
    parser.add_argument("--n", type=int)
    parser.add_argument("--nome")
    for word in ("--n=--", "--nome=--"):
        with pytest.raises(UsageError) as refusal:
            parser.parse_args([word])
        assert "pede um valor" in str(refusal.value.params["motivo"])


def test_letters_that_cannot_be_stored_are_refused_but_in_names_of_files() -> None:
    parser = Analisador(prog="p")
    parser.add_argument("arquivo")
    parser.add_argument("--nome")
    assert parser.parse_args(["caf\udce9.json"]).arquivo == "caf\udce9.json"
    for letter in ("\udce9", "\x00"):
        with pytest.raises(UsageError) as refusal:
            parser.parse_args(["a.json", "--nome", f"caf{letter}"])
        assert "--nome" in str(refusal.value.params["motivo"])
        assert letter not in str(refusal.value.params["motivo"])


def test_a_complaint_repeats_no_more_of_a_word_than_a_person_reads() -> None:
    told = translate(f"argument --limite: invalid int value: '{'x' * 100_000}'")
    assert told.startswith("--limite não aceita 'xxx")
    assert len(told) < 120
