"""The program and the single file, written apart from one text, say the same of every wrong bundle."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
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
    return module


@pytest.mark.parametrize("caso", casos(), ids=lambda caso: caso.arquivo)
def test_both_say_the_same_of_every_file(script: ModuleType, caso: Caso) -> None:
    ours = verify_bundle(BytesSource(caso.conteudo)).report.value(
        lambda code: MENSAGENS.sentence(f"motivo.{code}")
    )
    theirs = script.conferir(caso.conteudo)
    theirs.pop("sorteios", None)
    assert json.loads(json.dumps(theirs)) == json.loads(json.dumps(ours))
