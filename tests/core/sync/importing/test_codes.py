"""Codes of the import have a class and a sentence, and none is said twice."""

from __future__ import annotations

from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.sync.importing import codes
from core.sync.reasons import CLASSES


def test_every_code_has_a_sentence_of_its_own() -> None:
    mensagens = Mensagens(Recursos().messages_toml())
    sentences = [mensagens.sentence(f"motivo.{code}") for code in codes.ALL_CLASSES]
    assert len(set(sentences)) == len(sentences)
    assert all(not sentence.startswith("motivo.") for sentence in sentences)


def test_nothing_that_every_verifier_says_is_said_here_again() -> None:
    assert not set(codes.LOCAL_CLASSES) & set(CLASSES)
    assert codes.ALL_CLASSES.keys() >= codes.ALARMS
