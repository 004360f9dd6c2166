"""The printed recipe, run as it is printed, on a good bundle and on bad ones."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.packaging.auditor.cenarios import bom
from tests.packaging.auditor.construtor import Pacote

RECEITA = (ROOT / "packaging" / "auditor" / "RECEITA.md").read_text("utf-8")
COMANDOS = ("bash", "unzip", "openssl", "sha256sum", "base32")


def _blocos(linguas: tuple[str, ...]) -> str:
    achados = re.findall(r"^```(\w+)\n(.*?)^```$", RECEITA, re.MULTILINE | re.DOTALL)
    return "\n".join(texto for lingua, texto in achados if lingua in linguas)


def seguir(pasta: Path, pacote: bytes, *linguas: str) -> subprocess.CompletedProcess[str]:
    faltam = [nome for nome in COMANDOS if shutil.which(nome) is None]
    if faltam:
        pytest.skip(f"commands of the recipe that are not installed here: {', '.join(faltam)}")
    arquivo = pasta / "pacote.zip"
    arquivo.write_bytes(pacote)
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", _blocos(("sh", *linguas))],
        cwd=pasta,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "PACOTE": str(arquivo), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_every_reader_of_a_pipe_reads_it_to_its_end() -> None:
    """One that leaves early kills its writer where the output is long, but only now and then."""
    cedo = re.compile(r"\|\s*(head\b|grep\b[^|]*\s-(q|m|[a-z]*q\b)|sed\b[^|]*\dq|read\b)")
    assert [linha for linha in _blocos(("sh", "minisign")).splitlines() if cedo.search(linha)] == []


def test_a_good_bundle(tmp_path: Path) -> None:
    feito = seguir(tmp_path, bom().montar())
    assert feito.returncode == 0, feito.stdout + feito.stderr
    assert feito.stdout.count("Signature Verified Successfully") == 6
    assert feito.stdout.rstrip().endswith("\n1")


def test_with_minisign(tmp_path: Path) -> None:
    if shutil.which("minisign") is None:
        pytest.skip("minisign is not installed here; the recipe's OpenSSL road is tested")
    feito = seguir(tmp_path, bom().montar(), "minisign")
    assert feito.returncode == 0, feito.stdout + feito.stderr
    assert "Signature and comment signature verified" in feito.stdout


def _outro_evento(p: Pacote) -> None:
    nome = next(n for n in p.conteudos if n.endswith("eventos.jsonl"))
    p.conteudos[nome] = p.conteudos[nome].replace(b'"critico":false', b'"critico":true', 1)


def _outra_nota(p: Pacote) -> None:
    nome = next(n for n in p.conteudos if n.endswith("checkpoint"))
    p.conteudos[nome] = p.conteudos[nome].replace(b"\n7\n", b"\n6\n").replace(b"\n8\n", b"\n6\n")


def _outra_rede(p: Pacote) -> None:
    p.conteudos["rede/rede-2.json"] = p.conteudos["rede/rede-2.json"].replace(b"Alfa", b"Aqui")


def _outra_assinatura(p: Pacote) -> None:
    p.dobrar_manifesto = lambda m: m.replace(b"construtor", b"contrutora")
    p.dobrar_minisig = lambda s: s.replace(b"manifesto:", b"manifesto:0")


@pytest.mark.parametrize("dobrar", [_outro_evento, _outra_nota, _outra_rede, _outra_assinatura])
def test_a_bad_bundle_stops_the_recipe(tmp_path: Path, dobrar: object) -> None:
    p = bom()
    assert callable(dobrar)
    dobrar(p)
    feito = seguir(tmp_path, p.montar())
    assert feito.returncode != 0
