"""``auditar``: where there is no office, with report and exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.comandos import auditar
from app.desktop import auditoria
from tests.support.command_line import CommandLine
from tests.support.pacotes import Pacote, Rede, cadeia


def test_it_opens_a_demonstrations_bundle_without_any_office(
    cli: CommandLine, pacote_vivo: Path, tmp_path: Path
) -> None:
    spoken = cli("auditar", str(pacote_vivo), "--texto")
    assert spoken.code == 0, spoken.err
    assert spoken.out.startswith("CONFERE\n")
    assert "demonstração" in spoken.out
    assert "Tudo o que foi refeito confere." in spoken.out
    assert "O que isto não prova:" in spoken.out
    written = cli("auditar", str(pacote_vivo), "--saida", str(tmp_path / "visita"), "--json")
    as_json, as_pdf = (Path(path) for path in written.json["gravados"])
    assert json.loads(as_json.read_text("utf-8"))["confere"] is True
    assert as_pdf.read_bytes().startswith(b"%PDF-")
    assert not cli.folder.exists()


def test_differences_and_refusals_answer_4(cli: CommandLine, tmp_path: Path) -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 1)
    feed.mais({"demanda_id": "x"}, tipo="conselheiro.sorteado")
    path = tmp_path / "p.zip"
    path.write_bytes(Pacote.de(rede, "a", feed).bytes())
    answer = cli("auditar", str(path), "--texto")
    assert answer.code == 4
    assert f"NÃO CONFERE o sorteio {feed.hashes()[1].hex()[:12]}" in answer.out
    path.write_bytes(b"nada")
    refused = cli("auditar", str(path), "--json")
    assert (refused.code, refused.json["pacote"]["motivo"]["codigo"]) == (4, "pacote.nao_e_zip")
    missing = cli("auditar", str(tmp_path / "nao-ha"), "--json")
    assert (missing.code, missing.json["erro"]["codigo"]) == (3, "pacote.nao_lido")


def test_with_a_display_the_window_opens_on_the_bundle(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(auditar, "has_display", lambda: True)
    monkeypatch.setattr(auditoria, "run_audit", lambda path, *_more: opened.append(path))
    answer = cli("auditar", str(tmp_path / "p.zip"))
    assert (answer.code, answer.out, opened) == (0, "", [tmp_path / "p.zip"])
