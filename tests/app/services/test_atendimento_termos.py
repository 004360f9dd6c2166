"""The shipped terms, item by item."""

from __future__ import annotations

import pytest

from app.services.atendimento_termos import ler_termos
from app.settings.recursos import Recursos


def test_the_shipped_terms_have_the_four_consents() -> None:
    found = ler_termos(Recursos().read_text("termos/termos-1.0.md"))
    assert [one.chave for one in found] == [
        "tratamento",
        "publicacao_texto",
        "publicacao_imagem",
        "contato",
    ]
    assert found[0].titulo == "Tratamento dos dados"
    assert found[0].texto.endswith("Sem isto a demanda é anônima.")
    assert found[-1].texto == "Avisar o morador do andamento pelos meios que ele informar."


def test_a_file_without_items_is_a_bug() -> None:
    with pytest.raises(ValueError, match="no items"):
        ler_termos("nada")
