"""The program and the single file, written apart from one text, say the same of every wrong bundle."""

from __future__ import annotations

import functools
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.packaging.auditor import casos_eventos, casos_fluxo, casos_recipiente, casos_rede
from tests.support.corpus_pacotes.caso import Caso
from tests.support.corpus_pacotes.lista import casos

SCRIPT = Path(__file__).parents[4] / "packaging" / "auditor" / "verificar.py"
MENSAGENS = Mensagens(Recursos().messages_toml())


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The single file, loaded under a name of its own."""
    spec = importlib.util.spec_from_file_location("verificar_do_corpus", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    # The cases share most signatures, and pure Python takes milliseconds for each.
    known = functools.lru_cache(maxsize=None)(vars(module)["assinatura_confere"])
    vars(module)["assinatura_confere"] = known
    return module


def assert_equal(script: ModuleType, conteudo: bytes) -> None:
    """The whole report, but for the draws, which the script alone replays here."""
    ours = verify_bundle(BytesSource(conteudo)).report.value(
        lambda code: MENSAGENS.sentence(f"motivo.{code}")
    )
    theirs = script.conferir(conteudo)
    theirs.pop("sorteios", None)
    assert json.loads(json.dumps(theirs)) == json.loads(json.dumps(ours))


@pytest.mark.parametrize("caso", casos(), ids=lambda caso: caso.arquivo)
def test_both_say_the_same_of_every_file(script: ModuleType, caso: Caso) -> None:
    assert_equal(script, caso.conteudo)


FAMILIES = [
    familia
    for casos_de in (casos_recipiente, casos_rede, casos_fluxo, casos_eventos)
    for familia in casos_de.FAMILIAS
]


@pytest.mark.parametrize("familia", FAMILIES, ids=lambda familia: familia.__name__)
def test_both_say_the_same_of_what_the_script_s_author_made(
    script: ModuleType, familia: Callable[[], Iterator[tuple[object, ...]]]
) -> None:
    for _nome, conteudo, *_esperado in familia():
        assert isinstance(conteudo, bytes)
        assert_equal(script, conteudo)
