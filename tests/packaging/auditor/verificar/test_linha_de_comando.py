"""The script as an auditor starts it: exit codes, JSON, words."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from auditor import verificar as v

from tests.architecture.tree import ROOT
from tests.packaging.auditor.cenarios import ALFA, bom, feed_de, rede_de_dois

SCRIPT = ROOT / "packaging" / "auditor" / "verificar.py"


@pytest.fixture
def pacote(tmp_path: Path) -> Path:
    arquivo = tmp_path / "pacote.zip"
    arquivo.write_bytes(bom().montar())
    return arquivo


def _rodar(*argumentos: str | Path) -> subprocess.CompletedProcess[str]:
    """With -I: nothing of the checkout can be imported."""
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *map(str, argumentos)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_good_bundle_answers_0(pacote: Path) -> None:
    feito = _rodar(pacote, "--json")
    assert (feito.returncode, feito.stderr) == (0, "")
    assert json.loads(feito.stdout) == json.loads(json.dumps(v.conferir(pacote.read_bytes())))


def test_words_for_a_person(pacote: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert v.main([str(pacote)]) == 0
    dito = capsys.readouterr().out
    assert dito.startswith("CONFERE\n")
    assert ALFA.no in dito
    assert "Sorteios refeitos: 2 conferem, 0 diferem" in dito
    for frase in v.NAO_PROVA:
        assert frase in dito


def test_a_bad_bundle_answers_4(pacote: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pacote.write_bytes(pacote.read_bytes()[:-1])
    assert v.main([str(pacote)]) == 4
    dito = capsys.readouterr().out
    assert dito.startswith("NÃO CONFERE\nO arquivo está cortado ou tem algo a mais no fim.")


def test_wrong_usage_answers_2_and_an_unreadable_file_3(tmp_path: Path) -> None:
    assert _rodar().returncode == 2
    assert _rodar(tmp_path / "x.zip", "--rede", "curta").returncode == 2
    ausente = _rodar(tmp_path / "nao-existe.zip")
    assert ausente.returncode == 3
    assert ausente.stdout == ""
    assert "não se pôde ler" in ausente.stderr
    assert _rodar(tmp_path).returncode == 3


def test_an_earlier_note_from_a_file(
    pacote: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nota = tmp_path / "nota"
    nota.write_bytes(feed_de(ALFA, rede_de_dois(), 8).nota(5))
    assert v.main([str(pacote), "--nota", str(nota)]) == 0
    assert "é a mesma história" in capsys.readouterr().out
    nota.write_bytes(b"nada disso")
    assert v.main([str(pacote), "--nota", str(nota)]) == 3


def test_a_file_beyond_the_limit_is_not_read_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(v, "ARQUIVO_MAX", 100)
    grande = tmp_path / "grande.zip"
    grande.write_bytes(bytes(101))
    assert v.main([str(grande), "--json"]) == 4
    dito = json.loads(capsys.readouterr().out)
    assert dito["motivo"]["codigo"] == "pacote.grande"
    assert dito["arquivo"] == {"sha256": v.sha256(bytes(101)).hex(), "tamanho": 101}


def test_text_from_a_bundle_is_inert_in_a_terminal() -> None:
    assert v.visivel("a\x1b[2J\u202eb") == "a\\u001b[2J\\u202eb"
