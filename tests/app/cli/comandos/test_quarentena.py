"""``quarentena``: what was refused is listed with its reason, tried again, thrown away."""

from __future__ import annotations

from pathlib import Path

from tests.support.command_line import CommandLine


def test_listed_tried_again_thrown_away(founded_cli: CommandLine, tmp_path: Path) -> None:
    assert founded_cli("quarentena", "listar").out == "Não há nada na quarentena.\n"
    strange = tmp_path / "carta do vizinho.zip"
    strange.write_bytes(b"nada disto")
    assert founded_cli("pacote", "importar", str(strange)).code == 4
    (item,) = founded_cli("quarentena", "listar", "--json").json
    assert (item["motivo"], item["nome"]) == ("pacote.nao_e_zip", "carta do vizinho.zip")
    spoken = founded_cli("quarentena", "listar").out
    assert item["frase"] in spoken
    assert item["sha256"][:16] in spoken
    again = founded_cli("quarentena", "liberar", item["sha256"][:10], "--json")
    assert (again.code, again.json["motivo"]["codigo"]) == (4, "pacote.nao_e_zip")
    assert founded_cli("quarentena", "descartar", item["sha256"]).code == 0
    assert founded_cli("quarentena", "listar", "--json").json == []
    assert list((founded_cli.folder / "quarentena").iterdir()) == []
    missing = founded_cli("quarentena", "descartar", "abc", "--json")
    assert missing.json["erro"]["codigo"] == "quarentena.nao_ha"
