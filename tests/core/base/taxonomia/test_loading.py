from __future__ import annotations

import json

import pytest

from app.settings.recursos import Recursos
from core.base.taxonomia.loading import (
    ARQUIVO_DICIONARIO,
    ARQUIVO_TAXONOMIA,
    Categorizacao,
    montar,
)
from core.base.taxonomia.model import ModelError


def test_the_shipped_files_fit_each_other(shipped: Categorizacao) -> None:
    assert shipped.classifier.versao_classificador == "categorias-1.0.0"
    assert shipped.classifier.versao_taxonomia == "taxonomia-1.0.0"


@pytest.mark.parametrize("field", ["versao_taxonomia", "versao_dicionario"])
def test_a_model_for_other_files_is_refused(
    recursos: Recursos, model_bytes: bytes, field: str
) -> None:
    raw = json.loads(model_bytes)
    raw[field] = "outra"
    with pytest.raises(ModelError, match="outra"):
        montar(
            recursos.read_bytes(ARQUIVO_TAXONOMIA),
            recursos.read_bytes(ARQUIVO_DICIONARIO),
            json.dumps(raw).encode(),
        )


def test_a_model_of_a_retired_category_is_refused(recursos: Recursos, model_bytes: bytes) -> None:
    taxonomy = json.loads(recursos.read_bytes(ARQUIVO_TAXONOMIA))
    taxonomy["categorias"][0]["situacao"] = "retirada"
    with pytest.raises(ModelError, match=r"1\.1"):
        montar(json.dumps(taxonomy).encode(), recursos.read_bytes(ARQUIVO_DICIONARIO), model_bytes)
