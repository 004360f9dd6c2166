"""Every code has its sentence, and every sentence gets what it asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.mensagens import Mensagens

ROOT = Path(__file__).parents[3]
FAULTS = {"UserFacingError", "EnvironmentFault", "IntegrityFault"}
# Codes made elsewhere than in a raise: states, warnings, tables of driver errors.
INDIRECT = re.compile(r"(aviso|banco|busca|chave_raiz|chaves|falha|guarda|motor|selo)\.[a-z_]+")
NOT_CODES = {"busca.png", "guarda.bin", "chaves.cofre", "chaves.aberta", "motor.trava"}


def _sources() -> Iterator[tuple[Path, ast.AST]]:
    for folder in ("app", "core", "widgets"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _said(*makers: str) -> list[tuple[str, frozenset[str], str]]:
    found = []
    for path, tree in _sources():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if name in makers and isinstance(first, ast.Constant) and isinstance(first.value, str):
                given = frozenset(k.arg or "**" for k in node.keywords)
                found.append((first.value, given, f"{path.relative_to(ROOT)}:{node.lineno}"))
    return found


def test_every_raised_code_has_a_sentence_and_its_parameters(mensagens: Mensagens) -> None:
    raised = _said(*FAULTS)
    assert len(raised) > 20
    missing = [f"{where}: {code}" for code, _, where in raised if not mensagens.has(code)]
    assert missing == []
    assert _short(raised, mensagens) == []


def test_every_finding_of_a_verification_is_said_with_its_parameters(mensagens: Mensagens) -> None:
    found = [one for one in _said("add") if mensagens.has(one[0])]
    assert len(found) > 20
    assert _short(found, mensagens) == []


def _short(said: list[tuple[str, frozenset[str], str]], mensagens: Mensagens) -> list[str]:
    """Sentences that would show a question mark in the place of a value."""
    return [
        f"{where}: {code} wants {sorted(mensagens.wanted(code) - given)}"
        for code, given, where in said
        if "**" not in given and not mensagens.wanted(code) <= given
    ]


def test_codes_that_are_not_raised_directly_have_sentences_too(mensagens: Mensagens) -> None:
    used = {
        node.value
        for _, tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and INDIRECT.fullmatch(node.value)
    }
    assert sorted(used - NOT_CODES - mensagens.codes) == []


def test_sentences_keep_the_rules_of_the_house(mensagens: Mensagens) -> None:
    for code in mensagens.codes:
        text = mensagens.sentence(code)
        assert "!" not in text, code
        assert "inesperado" not in text, code
        assert text == text.strip(), code
        if not code.startswith("motor.") and "{ajuda}" not in text:
            assert text.endswith((".", "?")), code


def test_a_sentence_is_filled_and_a_gap_does_not_raise() -> None:
    mensagens = Mensagens('[a]\nb = "Faltam {n} de {total}."\n')
    assert mensagens.sentence("a.b", {"n": 2, "total": 5}) == "Faltam 2 de 5."
    assert mensagens.sentence("a.b", {"n": "{total}"}) == "Faltam {total} de ?."
    assert "a.c" in mensagens.sentence("a.c")


def test_decimals_are_shown_as_they_are_typed_here() -> None:
    mensagens = Mensagens('[a]\nb = "O ponto {lat}; {lng}, versão {versao}."\n')
    said = mensagens.sentence("a.b", {"lat": -23.5, "lng": 46.0, "versao": "1.2"})
    assert said == "O ponto -23,5; 46,0, versão 1.2."


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('a = "{x.y}"', ValueError),
        ('a = "{0}"', ValueError),
        ('a = "{x!r}"', ValueError),
        ("a = 3", TypeError),
        ("a = ", ValueError),
    ],
)
def test_a_faulty_file_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Mensagens(text)


def test_a_sentence_repeats_no_whole_page() -> None:
    told = Mensagens('[a]\nb = "Não abre {arquivo}."').sentence("a.b", {"arquivo": "x" * 60_000})
    assert told.startswith("Não abre xxx")
    assert told.endswith("x….")
    assert len(told) < 1_100
