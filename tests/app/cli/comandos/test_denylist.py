from __future__ import annotations

from tests.support.command_line import CommandLine


def test_a_list_is_previewed_loaded_and_shown(founded_cli: CommandLine) -> None:
    path = founded_cli.folder.parent / "lista.txt"
    path.write_text("otário\nbobo\n", "utf-8")
    assert "vazia" in founded_cli("denylist", "mostrar").out
    assert founded_cli("--json", "denylist", "prever", str(path)).json["termos"] == 2
    assert "Vale a denylist 1" in founded_cli("denylist", "carregar", str(path)).out
    assert "Nada foi gravado" in founded_cli("denylist", "carregar", str(path)).out
    assert founded_cli("denylist", "mostrar").out.splitlines()[1:] == ["otário", "bobo"]
    assert founded_cli("denylist", "enviar", "--json").json == {"enviados": 0, "ficam": {}}
    assert "Nada a enviar" in founded_cli("denylist", "enviar").out
    path.write_text("x\n", "utf-8")
    refused = founded_cli("denylist", "carregar", str(path))
    assert refused.code != 0
    assert "linha 1" in refused.err
