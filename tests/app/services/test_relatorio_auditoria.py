"""The report for programs: the verifier's own report inside, whole or not at all on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from auditor import verificar as v

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.mensagens import Mensagens
from app.services.pacote_auditado import NAO_PROVA
from app.services.relatorio_auditoria import gravar, nome_do_arquivo, valor
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.kernel.errors import EnvironmentFault
from core.kernel.registry import Registry


@pytest.fixture
def service() -> AuditoriaDePacotes:
    return AuditoriaDePacotes(Mensagens(Recursos().messages_toml()), lambda: 0, Registry(MODELS))


def test_inside_stands_what_any_other_verifier_says(
    service: AuditoriaDePacotes, pacote_vivo: Path, tmp_path: Path
) -> None:
    found = service.abrir(pacote_vivo)
    target = tmp_path / nome_do_arquivo(found, "json")
    gravar(found, target)
    told = json.loads(target.read_text("utf-8"))
    assert told == json.loads(json.dumps(valor(found)))
    alone = v.conferir(pacote_vivo.read_bytes())
    draws = alone.pop("sorteios")
    assert told["pacote"] == json.loads(json.dumps(alone))
    assert told["refeito"]["sorteios"]["sorteios"] == draws["confere"]
    assert (told["confere"], told["saida"], told["aviso"]) == (True, 0, "")
    assert told["nao_prova"] == list(NAO_PROVA)
    assert [path.name for path in tmp_path.iterdir()] == [f"auditoria-{found.sha256[:8]}.json"]


def test_a_place_that_takes_no_file_is_said(service: AuditoriaDePacotes, tmp_path: Path) -> None:
    empty = tmp_path / "vazio.zip"
    empty.touch()
    found = service.abrir(empty)
    with pytest.raises(EnvironmentFault) as fault:
        gravar(found, tmp_path / "nao-ha" / "relatorio.json")
    assert fault.value.code == "exportacao.nao_gravou"
    assert valor(found)["saida"] == 4
