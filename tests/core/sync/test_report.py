"""The report's shape is that of FORMATO.md 8.2, whatever was found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.support.corpus_pacotes.caso import Caso
from tests.support.corpus_pacotes.lista import casos

TEXT = Path("packaging/auditor/FORMATO.md").read_text(encoding="utf-8")
SHAPE = TEXT[TEXT.index('{"formato": "civico/relatorio-pacote/v1"') :].partition("```")[0]
NAMES = set(re.findall(r'"([a-z_0-9]+)"', SHAPE))
FREE = {"tipos"}


def keys(value: object) -> set[str]:
    if isinstance(value, dict):
        return {
            *value,
            *(name for key, item in value.items() if key not in FREE for name in keys(item)),
        }
    if isinstance(value, list):
        return {name for item in value for name in keys(item)}
    return set()


@pytest.mark.parametrize("caso", casos()[::7], ids=lambda caso: caso.arquivo)
def test_every_key_stands_in_the_text(caso: Caso) -> None:
    value = verify_bundle(BytesSource(caso.conteudo)).report.value(lambda code: f"frase {code}")
    assert keys(value) <= NAMES
    assert json.loads(json.dumps(value)) == value
    if caso.motivo is not None:
        assert value["motivo"]["frase"] == f"frase {caso.motivo}"
        assert (value["feeds"], value["achados"], value["tipos"]) == ([], [], {})
