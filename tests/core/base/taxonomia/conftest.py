from __future__ import annotations

import json

import pytest

from app.settings.recursos import Recursos
from core.base.taxonomia.loading import (
    ARQUIVO_DICIONARIO,
    ARQUIVO_MODELO,
    ARQUIVO_TAXONOMIA,
    Categorizacao,
    montar,
)
from core.base.texto.tokens import words


@pytest.fixture(scope="session")
def recursos() -> Recursos:
    return Recursos()


@pytest.fixture(scope="session")
def shipped(recursos: Recursos) -> Categorizacao:
    return montar(
        recursos.read_bytes(ARQUIVO_TAXONOMIA),
        recursos.read_bytes(ARQUIVO_DICIONARIO),
        recursos.read_bytes(ARQUIVO_MODELO),
    )


@pytest.fixture(scope="session")
def model_bytes(recursos: Recursos) -> bytes:
    return recursos.read_bytes(ARQUIVO_MODELO)


@pytest.fixture(scope="session")
def dictionary_words(recursos: Recursos) -> set[str]:
    """Every word of every term, in standard spelling."""
    terms = json.loads(recursos.read_bytes(ARQUIVO_DICIONARIO))["termos"]
    return {word.standard for texts in terms.values() for text in texts for word in words(text)}
