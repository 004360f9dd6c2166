"""The program and the single file say the same of the bundles that were made for the single file.

The other way round, the bundles that were made for the program, stands in ``test_corpus.py``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from auditor import verificar as v

from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.packaging.auditor import casos_eventos, casos_fluxo, casos_recipiente, casos_rede
from tests.packaging.auditor.cenarios import bom

FAMILIAS = (
    casos_recipiente.FAMILIAS + casos_rede.FAMILIAS + casos_fluxo.FAMILIAS + casos_eventos.FAMILIAS
)
ASSINATURAS = functools.lru_cache(maxsize=None)(v.assinatura_confere)


@pytest.fixture(autouse=True)
def _each_signature_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(v, "assinatura_confere", ASSINATURAS)


def _do_programa(dados: bytes) -> Any:
    relatorio = verify_bundle(BytesSource(dados)).report.value(v.FRASES.__getitem__)
    return json.loads(json.dumps(relatorio))


def _do_arquivo(dados: bytes) -> Any:
    relatorio = json.loads(json.dumps(v.conferir(dados)))
    relatorio.pop("sorteios", None)
    return relatorio


@pytest.mark.parametrize("familia", FAMILIAS, ids=lambda f: f.__name__)
def test_every_case(familia: Callable[[], Iterator[Any]]) -> None:
    for nome, dados, *_ in familia():
        assert _do_programa(dados) == _do_arquivo(dados), nome


def test_flipped_bytes() -> None:
    dados = bom().montar()
    for i in range(5, len(dados), 29):
        torto = bytearray(dados)
        torto[i] ^= 1 << (i % 8)
        assert _do_programa(bytes(torto)) == _do_arquivo(bytes(torto)), i
