"""``verificar.py --prova``: a single draw shown to somebody who has no bundle."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from auditor import verificar as v

from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.architecture.tree import ROOT

SCRIPT = ROOT / "packaging" / "auditor" / "verificar.py"


@pytest.fixture
def prova(pacote_vivo: Path, tmp_path: Path) -> Path:
    """The proof of the newest draw of a real bundle."""
    service = AuditoriaDePacotes(Mensagens(Recursos().messages_toml()), lambda: 0, Registry(MODELS))
    found = service.abrir(pacote_vivo)
    assert found.refeito is not None
    draw = next(one for one in found.refeito.lista if one.tipo == "conselheiro.sorteado")
    service.gravar_prova(pacote_vivo, found.sha256, draw.carimbo, tmp_path / "x.tlog-proof")
    return tmp_path / "x.tlog-proof"


def _rodar(*argumentos: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *map(str, argumentos)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_draw_of_a_real_bundle_is_shown_without_it(prova: Path) -> None:
    feito = _rodar("--prova", prova, "--json")
    assert (feito.returncode, feito.stderr) == (0, "")
    ato = json.loads(feito.stdout)["ato"]
    assert (ato["tipo"], ato["partes"]) == ("conselheiro.sorteado", ["publica.nucleo"])
    dito = _rodar("--prova", prova, "--impressao", ato["impressao"].lower().replace("-", " "))
    assert dito.returncode == 0
    assert dito.stdout.startswith("CONFERE\n")
    assert "seed_publico" in dito.stdout
    outra = _rodar("--prova", prova, "--impressao", "AAAA-BBBB")
    assert (outra.returncode, outra.stdout.startswith("NÃO CONFERE\n")) == (4, True)
    assert v.FRASES_PROVA["prova.chave"] in outra.stdout


def test_wrong_usage_and_wrong_files(prova: Path, pacote_vivo: Path, tmp_path: Path) -> None:
    assert _rodar(pacote_vivo, "--impressao", "AAAA").returncode == 2
    assert _rodar("--prova", tmp_path / "nao-ha").returncode == 3
    recusado = _rodar("--prova", pacote_vivo, "--json")
    assert (recusado.returncode, json.loads(recusado.stdout)["motivo"]["codigo"]) == (
        4, "prova.forma"
    )  # fmt: skip
    assert _rodar(prova).returncode == 4
