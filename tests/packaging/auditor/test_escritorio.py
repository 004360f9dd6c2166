"""A real bundle, out of the program's own hands: an office of played days, its draws drawn again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from auditor import verificar as v

from app.settings.lugares import Lugar, place_of
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.packaging.auditor.test_receita import seguir
from tests.support.command_line import CommandLine


@pytest.fixture
def exportado(vivo_template: Lugar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """What ``pacote exportar`` writes of the living office."""
    monkeypatch.setenv("FORMIGUEIRO_CONFIG", str(tmp_path / "ajustes"))
    lugar = place_of(tmp_path / "dados", None)
    shutil.copytree(vivo_template.dados, lugar.dados)
    shutil.copytree(vivo_template.configuracao, lugar.configuracao)
    cli = CommandLine(lugar.dados)
    criada = cli("rede", "criar")
    assert criada.code == 0, criada.err
    feito = cli("pacote", "exportar", "--saida", str(tmp_path / "pendrive"), "--json")
    assert feito.code == 0, feito.err
    return Path(feito.json["arquivo"]).read_bytes()


def test_the_single_file_accepts_it_and_draws_again(exportado: bytes) -> None:
    relatorio = v.conferir(exportado)
    assert (relatorio["veredito"], relatorio["achados"]) == ("aceito", [])
    assert relatorio["tipos"]["conselheiro.sorteado"] > 5
    sorteios = relatorio.pop("sorteios")
    assert sorteios["confere"] == relatorio["tipos"]["conselheiro.sorteado"]
    assert (sorteios["difere"], sorteios["sem_dados"]) == (0, 0)
    do_programa = verify_bundle(BytesSource(exportado)).report.value(v.FRASES.__getitem__)
    assert relatorio == json.loads(json.dumps(do_programa))


def test_the_recipe_leads_to_its_end(exportado: bytes, tmp_path: Path) -> None:
    pasta = tmp_path / "visita"
    pasta.mkdir()
    feito = seguir(pasta, exportado)
    assert feito.returncode == 0, feito.stdout + feito.stderr
    assert "Signature Verification Failure" not in feito.stdout
    assert feito.stdout.rstrip().endswith("\n1")
