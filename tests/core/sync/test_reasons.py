"""One table of reasons: the text, the code and the sentences say the same."""

from __future__ import annotations

import re
from pathlib import Path

from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.sync.reasons import CLASSES, Refusal

TABLE = re.findall(
    r"^\| `([a-z_.]+)` \| ([RFLP]) \| (.+) \|$",
    Path("packaging/auditor/FORMATO.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_codes_and_classes_are_those_of_the_text() -> None:
    assert {code: classe for code, classe, _ in TABLE} == CLASSES
    assert len(TABLE) == len(CLASSES)


def test_sentences_are_those_of_the_text() -> None:
    mensagens = Mensagens(Recursos().messages_toml())
    for code, _, sentence in TABLE:
        assert mensagens.sentence(f"motivo.{code}") == sentence


def test_a_refusal_knows_its_class_and_its_sentence() -> None:
    refusal = Refusal("feed.raiz", "feeds/x")
    assert (refusal.codigo, refusal.classe, refusal.onde) == ("feed.raiz", "F", "feeds/x")
    assert refusal.code == "motivo.feed.raiz"
