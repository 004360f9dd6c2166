"""Every finding of the audit has its card, and no verdict is without words."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import core.audit.draw_audit
import core.audit.draw_check
from app.services.cartoes_sorteio import (
    _CARD_OF,
    PALAVRAS,
    TITULOS,
    Chave,
    Valor,
    Veredito,
    cartoes_de,
)
from app.services.mensagens import Mensagens
from core.audit.draw_audit import Judged
from core.audit.findings import Finding
from tests.support.sorteios import MemoryLog, Story

ELSEWHERE = {
    "campo_ausente",
    "evento_ilegivel",
    "sem_efeito",
    "vencedor",
    "motivo",
    "nao_suspenso",
    "expiracao",
}
"""Told by the card of the result, or of no draw at all."""


def named(module: Path) -> set[str]:
    calls = (node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Call))
    return {
        str(node.args[0].value)
        for node in calls
        if isinstance(node.func, ast.Name)
        and node.func.id == "Finding"
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_finding_has_a_card() -> None:
    found = set[str]()
    for module in (core.audit.draw_audit, core.audit.draw_check):
        assert module.__file__ is not None
        found |= named(Path(module.__file__))
    assert found - ELSEWHERE == set(_CARD_OF)


def test_every_card_and_verdict_has_its_words() -> None:
    assert set(TITULOS) == set(get_args(Chave))
    assert set(PALAVRAS) == set(get_args(Veredito))
    assert len(set(PALAVRAS.values())) == len(PALAVRAS)


def test_a_field_that_is_missing_stands_on_its_own_card(mensagens: Mensagens) -> None:
    story = Story(MemoryLog())
    story.announce(1, 1)
    story.draw(1, 1, [1])
    assert isinstance(story.log, MemoryLog)
    event = story.log.log[-1]
    for field, card in (("seed_publico", "semente"), ("demanda_id", "lista")):
        judged = Judged(event, findings=(Finding("campo_ausente", field),))
        cards = cartoes_de(judged, lambda _unit: None, {}, mensagens)
        assert [one.chave for one in cards if one.veredito == "nao_confere"] == [card]
        assert field in "".join(sentence for one in cards for sentence in one.frases)


def test_a_value_shows_what_was_published() -> None:
    assert Valor("x", "a", "b").mostrado == "a"
    assert not Valor("x", "a", "b").is_igual
    assert Valor("x", None, "b").mostrado == "b"
    assert Valor("x", None, "b").is_igual
